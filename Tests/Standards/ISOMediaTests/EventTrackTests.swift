import Testing

@testable import ISOMedia

private func words(_ numbers: UInt32...) -> [UInt8] {
  numbers.flatMap { BoxBytes.bigEndian($0) }
}

@Suite("event tracks")
struct EventTrackTests {
  private static func instance(delta: Int64 = -5) -> EventInstanceBox {
    EventInstanceBox(
      delta: delta,
      duration: .max,
      id: 7,
      scheme: "https://aomedia.org/emsg/ID3",
      value: "a",
      data: [0x49, 0x44, 0x33]
    )
  }

  private static func elements(_ sample: [UInt8]) -> [(EventTrackSample.Element, Int)] {
    var elements: [(EventTrackSample.Element, Int)] = []
    EventTrackSample.forEachElement(of: sample[...]) { elements.append(($0, $1)) }
    return elements
  }

  @Test(
    "a written event instance box is read back unchanged",
    arguments: [0, -1, 1 << 40, .min, .max]
  )
  func instances(delta: Int64) throws {
    let bytes = Self.instance(delta: delta).bytes
    #expect(try EventInstanceBox(parsing: bytes[8...]) == Self.instance(delta: delta))
  }

  @Test("an event instance box cut at any byte is refused or has less message_data")
  func cuts() {
    let bytes = Self.instance().bytes
    for end in 8..<bytes.count {
      do throws(EventInstanceBox.Fault) {
        let read = try EventInstanceBox(parsing: bytes[8..<end])
        #expect(end >= bytes.count - 3)
        #expect(read.data.count == 3 - (bytes.count - end))
      } catch {
        if case .version = error { Issue.record("\(error)") }
      }
    }
  }

  @Test("each box in a sample of an event track is returned with its byte offset")
  func samples() {
    let event = Self.instance().bytes
    let empty = BoxBytes.box("emeb", [])
    let found = Self.elements(event + empty)
    #expect(found.map(\.0) == [.event(Self.instance()), .noEvent])
    #expect(found.map(\.1) == [0, event.count])
    #expect(Self.elements([]).isEmpty)
  }

  @Test(
    "unreadable and foreign boxes in a sample are reported, and complete boxes after them are read"
  )
  func faults() {
    let newer = BoxBytes.box("emib", [1, 0, 0, 0])
    let other = BoxBytes.box("free", [1])
    let cut = Array(Self.instance().bytes.dropLast())
    let found = Self.elements(newer + other + BoxBytes.box("emeb", []) + cut)
    #expect(
      found.map(\.0) == [
        .fault("emib version 1, expected 0"), .fault("box free in a sample, expected emib or emeb"),
        .noEvent,
        .fault("box emib declares \(cut.count - 7) content bytes, \(cut.count - 8) are left"),
      ]
    )
    #expect(found.map(\.1) == [0, 12, 21, 29])
  }

  private static func track(_ entry: [UInt8]) -> [UInt8] {
    let table = BoxBytes.box("minf", BoxBytes.box("stbl", entry))
    let header = BoxBytes.box("tkhd", [UInt8](repeating: 0, count: 15) + [3])
    return BoxBytes.box("trak", header + BoxBytes.box("mdia", table))
  }

  @Test("the sample entry of an event track is read with and without a list of schemes")
  func entries() throws {
    let listed = EventTrackEntry(schemes: [.init(uri: "a", value: "b"), .init(uri: "c", value: "")])
    let none = EventTrackEntry(schemes: [], hasOthers: true)
    for entry in [listed, none, EventTrackEntry(schemes: nil)] {
      let movie = try Movie(parsing: Self.track(entry.sampleDescription)[...])
      #expect(movie.tracks[3]?.events == entry)
    }
    var cut = Array(listed.sampleDescription)
    cut[47] = 9  // more schemes than there are
    #expect(try Movie(parsing: Self.track(cut)[...]).tracks[3]?.events?.schemes == nil)
    let other = BoxBytes.box("stsd", [0, 0, 0, 0, 0, 0, 0, 1] + BoxBytes.box("mett", []))
    #expect(try Movie(parsing: Self.track(other)[...]).tracks[3]?.events == nil)
    // Errors in another track's table are ignored.
    let broken = BoxBytes.box("stsd", [1])
    #expect(try Movie(parsing: Self.track(broken)[...]).tracks[3]?.events == nil)
  }

  private static func fragment(header: [UInt8], run: [UInt8]) -> [UInt8] {
    BoxBytes.box("traf", BoxBytes.box("tfhd", header) + BoxBytes.box("trun", run))
  }

  @Test(
    "offsets, times and sizes of event samples are read from three forms of track fragments",
    arguments: [
      // Duration, size and flags of each; the offset counts from the fragment.
      (words(0x02_0000, 1), words(0x0701, 2, 100, 10, 4, 0, 20, 6, 0), 100, 0),
      // Sizes of each, durations by default.
      (words(0x02_0008, 1, 10), words(0x0201, 2, 100, 4, 6), 100, 0),
      // A base in the file.
      (words(0x01, 1, 0, 5000), words(0x0301, 2, 7, 10, 4, 20, 6), 5007, 1),
    ] as [([UInt8], [UInt8], Int64, Int)]
  )
  func fragments(header: [UInt8], run: [UInt8], offset: Int64, isInFile: Int) throws {
    var track = Movie.Track()
    track.events = EventTrackEntry(schemes: nil)
    let bytes = Self.fragment(header: header, run: run)
    let samples = try #require(
      try TrackFragment.fragments(parsing: bytes[...], track: { _ in track }).first?.samples
    )
    #expect(samples.list.map(\.offset) == [offset, offset + 4])
    #expect(samples.list.map(\.size) == [4, 6])
    #expect(samples.list.map(\.time) == [0, 10])
    #expect(samples.isInFile == (isInFile == 1))
    #expect(samples.unlistedCount == 0)
    // No samples of other tracks are listed.
    let other = try TrackFragment.fragments(parsing: bytes[...], track: { _ in Movie.Track() })
    #expect(other.first?.samples.list.isEmpty == true)
  }

  @Test("event track samples above the maximum number are counted but not listed")
  func manySamples() throws {
    var track = Movie.Track()
    track.events = EventTrackEntry(schemes: nil)
    let bytes = Self.fragment(header: words(0x02_0000, 1), run: words(0, .max))
    let samples = try #require(
      try TrackFragment.fragments(parsing: bytes[...], track: { _ in track }).first?.samples
    )
    #expect(samples.list.count == FragmentSamples.maximumCount)
    #expect(samples.unlistedCount == Int(UInt32.max) - FragmentSamples.maximumCount)
  }

  @Test("samples in a later track fragment without a base are counted but not listed")
  func unknownPlace() throws {
    var track = Movie.Track()
    track.events = EventTrackEntry(schemes: nil)
    let one = Self.fragment(header: words(0, 1), run: words(0x0201, 1, 8, 4))
    let samples = try TrackFragment.fragments(parsing: (one + one)[...], track: { _ in track })
      .map(\.samples)
    #expect(samples.map(\.list.count) == [1, 0])
    #expect(samples.map(\.unlistedCount) == [0, 1])
  }
}
