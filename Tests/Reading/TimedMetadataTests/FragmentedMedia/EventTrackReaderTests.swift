import ISOMedia
import NielsenTag
import ReaderTestSupport
import SCTE35
import TestSupport
import Testing

@testable import TimedMetadata

private typealias ISO = ISOMediaBuilder

private func tag(_ number: Int) -> [UInt8] { StreamBuilder.tag(number) }

/// A movie with one event track, which lists `samples` in the movie box.
private func movie(
  schemes: [String]? = [ISO.aomedia],
  samples: Int = 0,
  others: ISO.Track...
) -> [UInt8] {
  let entry = EventTrackEntry(schemes: schemes?.map { .init(uri: $0, value: "") })
  var track = ISO.Track(handler: "meta")
  let sizes = ISO.box("stsz", ISO.word(0), ISO.word(1), ISO.word(samples))
  track.information = ISO.box("minf", ISO.box("stbl", entry.sampleDescription, sizes))
  var bytes = ISO.movie(track)
  if let other = others.first { bytes = ISO.movie(track, other) }
  return ISO.fileType() + bytes
}

private func event(
  _ message: [UInt8],
  delta: Int64 = 0,
  id: UInt32 = 1,
  scheme: String = ISO.aomedia,
  duration: UInt32 = .max
) -> [UInt8] {
  EventInstanceBox(
    delta: delta,
    duration: duration,
    id: id,
    scheme: scheme,
    value: "",
    data: message[...]
  ).bytes
}

private let none = BoxBytes.box("emeb", [])

/// A fragment with samples, each of the same length in seconds.
private func fragment(at second: Int, _ samples: [UInt8]..., seconds: Int = 2) -> [UInt8] {
  let data = samples.flatMap { $0 }
  let sizes = samples.flatMap { ISO.word(seconds * 90_000) + ISO.word($0.count) }
  func moof(_ offset: Int) -> [UInt8] {
    ISO.box(
      "moof",
      ISO.box(
        "traf",
        ISO.box("tfhd", ISO.word(0x02_0000), ISO.word(1)),
        ISO.box("tfdt", ISO.word(0x0100_0000), ISO.long(second * 90_000)),
        ISO.box("trun", ISO.word(0x0301), ISO.word(samples.count), ISO.word(offset), sizes)
      )
    )
  }
  return moof(moof(0).count + 8) + ISO.box("mdat", data)
}

private func events(
  of parts: [UInt8]...,
  initialization: [UInt8]? = nil,
  pieceSize: Int = .max
) throws -> [TimedMetadataEvent] {
  try allEvents(
    of: ISOMediaParser(options: ReaderOptions()),
    parts,
    pieceSize: pieceSize,
    initializations: initialization.map { [0: InitializationSection(bytes: $0)] } ?? [:]
  )
}

@Suite("event tracks") struct EventTrackReaderTests {
  @Test("samples after the requested limit are not reported as missing")
  func limit() throws {
    let parser = ISOMediaParser(options: ReaderOptions(limitSeconds: 1))
    var events: [ParsedEvent] = []
    parser.begin(SegmentStart(number: 0), into: &events)
    let bytes =
      movie() + fragment(at: 0, none) + fragment(at: 30, event(tag(1), id: 9))
    bytes.withUnsafeBytes { parser.feed($0, into: &events) }
    #expect(parser.hasReachedLimit)
    _ = parser.endSegment(into: &events)
    parser.finish(into: &events)
    #expect(events.isEmpty, "\(events)")
  }

  @Test(
    "a tag in a sample has the bytes, position, time and message fields of its box",
    arguments: [Int.max, 7]
  )
  func tags(pieceSize: Int) throws {
    let start = movie() + fragment(at: 100, none)
    let bytes = start + fragment(at: 102, event(tag(1), delta: 45_000, id: 9), none)
    let events = try events(of: bytes, pieceSize: pieceSize)
    let found = try #require(events.tags.first)
    #expect(events.tags.count == 1)
    #expect(found.bytes == tag(1))
    #expect(found.carriage == .eventTrack)
    #expect(found.nielsen != nil)
    #expect(found.pts == 9_225_000)
    #expect(found.timescale == 90_000)
    #expect(found.time == 2.5)
    let place = try #require(bytes.indices.last { bytes[$0...].starts(with: Array("emib".utf8)) })
    #expect(found.offset == Int64(place - 4))
    #expect(found.notes == [])
    let message = try #require(found.eventMessage)
    #expect(message.version == 0)
    #expect(message.track == 1)
    #expect(message.scheme == ISO.aomedia)
    #expect(message.id == 9)
    #expect(message.duration == .max)
    #expect(events.notes.isEmpty)
    #expect(events.summary?.duration == 6)
    #expect(
      events.summary?.streams == [StreamSummary(program: nil, pid: nil, declared: true, tags: 1)]
    )
  }

  @Test("an event that several samples repeat is delivered once, without a note")
  func repeats() throws {
    let bytes =
      movie() + fragment(at: 0, event(tag(1), delta: 90_000), event(tag(1), delta: -90_000))
      + fragment(at: 4, event(tag(1), delta: -270_000) + event(tag(2), id: 2))
    let events = try events(of: bytes)
    #expect(events.tags.map(\.bytes) == [tag(1), tag(2)])
    #expect(events.tags.map(\.time) == [1, 4])
    #expect(events.notes.isEmpty)
  }

  @Test("an event that began before the first sample has a negative time")
  func late() throws {
    let bytes = movie() + fragment(at: 1000, event(tag(1), delta: -100 * 90_000))
    let found = try #require(try events(of: bytes).tags.first)
    #expect(found.time == -100)
    #expect(found.notes == [])
  }

  @Test("segments with an initialization section are read as one track")
  func segments() throws {
    let events = try events(
      of: fragment(at: 10, event(tag(1))),
      fragment(at: 12, event(tag(2), delta: 90_000, id: 2)),
      initialization: movie()
    )
    #expect(events.tags.map(\.time) == [0, 3])
    #expect(events.notes.isEmpty)
  }

  @Test("with an audio track, the times of events count from the first audio frame")
  func beside() throws {
    let audio = ISO.Track(id: 2, timescale: 1000)
    let bytes =
      movie(others: audio) + fragment(at: 11, event(tag(1)))
      + ISO.fragment(ISO.Fragment(track: 2, at: 10_000, duration: 4000))
      + fragment(at: 13, event(tag(2), id: 2))
    let events = try events(of: bytes)
    #expect(events.tags.map(\.bytes) == [tag(1), tag(2)])
    #expect(events.tags.map(\.time) == [1, 3])
    #expect(events.summary?.duration == 4)
    #expect(events.notes.isEmpty)
  }

  @Test("the tags of a track with only one fragment have the times of their samples")
  func longFragment() throws {
    let samples = fragment(at: 7, none, event(tag(1)), none, event(tag(2), id: 2), seconds: 100)
    let events = try events(of: movie(schemes: nil) + samples)
    #expect(events.tags.map(\.time) == [100, 300])
    #expect(events.tags.map(\.notes) == [[], []])
    #expect(events.summary?.duration == 400)
  }

  @Test("a sample of 0 bytes counts as empty, and the next sample is read")
  func emptySample() throws {
    let events = try events(of: movie() + fragment(at: 0, [], event(tag(1))))
    #expect(events.tags.map(\.time) == [2])
    #expect(events.notes.isEmpty)
  }

  @Test("events of other schemes without an ID3 tag are skipped")
  func otherScheme() throws {
    let bytes =
      movie(schemes: nil)
      + fragment(at: 0, event(Array("mark".utf8), scheme: "urn:scte:scte35:2013:bin"))
    let events = try events(of: bytes)
    #expect(events.tags.isEmpty)
    #expect(events.notes.isEmpty)
    #expect(events.summary?.streams == [])
  }

  @Test(
    "unreadable parts of a sample are reported with their positions, and the rest is read",
    arguments: [
      (BoxBytes.box("emib", [3, 0, 0, 0]), "event track 1: emib version 3, expected 0"),
      (BoxBytes.box("emib", [0]), "event track 1: emib is too short for its fields"),
      (BoxBytes.box("text", []), "event track 1: box text in a sample, expected emib or emeb"),
    ]
  )
  func malformed(box: [UInt8], words: String) throws {
    let start = movie() + fragment(at: 0, none)
    let events = try events(of: start + fragment(at: 2, box + event(tag(1))))
    #expect(events.tags.map(\.bytes) == [tag(1)])
    #expect(events.notes.map(\.id) == ["event-track-read"])
    #expect(events.notes.map(\.detail) == [words])
    #expect(try #require(events.notes.first?.offset) > Int64(start.count))
  }

  @Test(
    "an event with an implausible presentation_time_delta is reported and has its sample's time"
  )
  func hugeDelta() throws {
    for delta in [Int64.max, .min] {
      let bytes = movie() + fragment(at: 2, none) + fragment(at: 4, event(tag(1), delta: delta))
      let events = try events(of: bytes)
      #expect(events.tags.map(\.time) == [2])
      #expect(events.tags.map(\.notes) == [["clock-estimated"]])
      #expect(
        events.notes.map(\.detail) == ["event track 1: unusable presentation_time_delta \(delta)"]
      )
    }
  }

  @Test("samples outside the media data are reported, unless the media data is cut")
  func outside() throws {
    let whole = fragment(at: 0, event(tag(1)))
    let moof = try #require(BoxWalk.boxes(whole, in: whole.indices).first).range
    let notes = try events(of: movie() + whole[moof] + ISO.box("mdat", [0, 0])).notes
    #expect(notes.map(\.detail) == ["1 sample not found in mdat, the first of event track 1"])
    let cut = try events(of: movie() + whole.dropLast(9)).notes
    #expect(cut.map(\.id) == ["ends-within-box"])
  }

  @Test("the samples of a file without fragments are reported as not read")
  func unfragmented() throws {
    let events = try events(of: movie(samples: 3) + ISO.box("mdat", none + none + none))
    #expect(
      events.notes.map(\.detail) == [
        "event track 1: 3 samples listed in moov are not read: write the file with fragments"
      ]
    )
  }

  @Test(
    "a minute without events is reported only for a track that declares ID3 or no schemes",
    arguments: [
      ([ISO.aomedia], "event-track-empty"), (nil, "event-track-idle"), (["urn:scte"], nil),
    ] as [([String]?, String?)]
  )
  func empty(schemes: [String]?, note: String?) throws {
    var bytes = movie(schemes: schemes)
    for index in 0..<10 { bytes += fragment(at: 5 + index * 10, none, seconds: 10) }
    let events = try events(of: bytes)
    // One note is made after a minute, and one at the end.
    #expect(events.notes.map(\.id.rawValue) == (note.map { [$0, $0] } ?? []))
    #expect(events.notes.map(\.time) == (note == nil ? [] : [0, 0]))
    #expect(events.notes.compactMap(\.measured) == (note == nil ? [] : [60, 100]))
    let words = "event track 1 has only empty samples (emeb)"
    #expect(events.notes.allSatisfy { $0.detail == words })
  }

  @Test("an event track whose only event is SCTE-35 is not reported as empty")
  func spliceTrack() throws {
    let splice = SpliceInfoSection(command: .insert(SpliceInsert(eventID: 1, isOut: true))).encoded
    var bytes = movie(schemes: nil)
    bytes += fragment(at: 0, event(splice, scheme: TimelineMarker.spliceScheme), seconds: 5)
    for index in 0..<10 { bytes += fragment(at: 5 + index * 10, none, seconds: 10) }
    #expect(try events(of: bytes).notes.isEmpty)
  }

  @Test("less than a minute without an event is not reported")
  func notEmpty() throws {
    var bytes = movie()
    for index in 0..<20 {
      let sample = index % 5 == 0 ? event(tag(index), id: UInt32(index)) : none
      bytes += fragment(at: index * 10, sample, seconds: 10)
    }
    let events = try events(of: bytes)
    #expect(events.tags.count == 4)
    #expect(events.notes.isEmpty)
  }
}
