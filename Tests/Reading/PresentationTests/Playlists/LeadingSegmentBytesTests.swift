import ID3
import ReaderTestSupport
import TestSupport
import Testing
import TimedMetadata
import TransportStream

@testable import Presentation

@Suite("data before the packets of a segment")
struct LeadingSegmentBytesTests {
  private typealias Sample = SamplePresentation

  @Test("ID3 tags before the first packet of a segment get the time at which the segment starts")
  func leading() async throws {
    let leading = ID3Tag(frames: [.priv(owner: "com.example.leading", data: [1, 2, 3])])
    let bytes = try leading.encoded()
    let segments = Sample.segments(3).map { bytes + bytes + $0 }
    let events = try await Sample.events(Sample.playlist(Sample.names(3)), Sample.files(segments))
    let found = events.tags.filter { $0.carriage == .packedAudio }
    #expect(found.map(\.segment) == ["s0.ts", "s0.ts", "s1.ts", "s1.ts", "s2.ts", "s2.ts"])
    #expect(found.map { rounded($0.time) } == [0, 0, 2, 2, 4, 4])
    #expect(found.map(\.offset) == [0, 1, 2, 3, 4, 5].map { Int64($0 % 2 * bytes.count) })
    let others = events.tags.filter { $0.carriage == .tsPES }
    #expect(Sample.indices(others) == Array(0..<6))
    #expect(others.map(\.offset)[0] == others.map(\.offset)[2])
    let plain = try await Sample.events(
      Sample.playlist(Sample.names(3)),
      Sample.files(Sample.segments(3))
    )
    #expect(
      others.compactMap(\.offset)
        == plain.tags.compactMap(\.offset).map { $0 + Int64(2 * bytes.count) }
    )
  }

  @Test("tags in byte ranges of one file have offsets within the file")
  func ranges() async throws {
    let segments = Sample.segments(3)
    var lines: [Int: [String]] = [:]
    var start = 0
    for (index, segment) in segments.enumerated() {
      lines[index] = ["#EXT-X-BYTERANGE:\(segment.count)@\(start)"]
      start += segment.count
    }
    let events = try await Sample.events(
      Sample.playlist(["all.ts", "all.ts", "all.ts"], lines: lines),
      ["https://test/all.ts": segments.flatMap { $0 }]
    )
    #expect(Sample.indices(events.tags) == Array(0..<6))
    let file = try allEvents(of: TimedMetadataReader(MemorySource(segments.flatMap { $0 })))
    #expect(events.tags.map(\.offset) == file.tags.map(\.offset))
  }

  @Test("a segment with EXT-X-GAP is noted and not requested")
  func gaps() async throws {
    let loader = MemoryLoader(Sample.files(Sample.segments(3)))
    let reader = try Sample.reader(
      Sample.playlist(Sample.names(3), lines: [1: ["#EXT-X-GAP"]]),
      loader
    )
    let events = try await allEvents(of: reader)
    #expect(Sample.indices(events.tags) == [0, 1, 4, 5])
    #expect(events.notes.map(\.id) == ["hls-segment-gap"])
    #expect(loader.requestedNames == ["s0.ts", "s2.ts"])
    #expect(events.summary?.renditions.map(\.segmentsMissing) == [0])
  }

  @Test(
    "fragmented MP4 is read without its missing initialization section, with a note",
    arguments: [0, 1]
  )
  func missingInitialization(version: Int) async throws {
    var files: [String: [UInt8]] = [:]
    for index in 0..<3 {
      let start = index * 180_000
      let message =
        version == 1
        ? ISOMediaBuilder.message(StreamBuilder.tag(index), at: start + 90_000, id: index)
        : ISOMediaBuilder.message(StreamBuilder.tag(index), after: 90_000, id: index)
      files["https://test/f\(index).m4s"] =
        message
        + ISOMediaBuilder.fragment(
          ISOMediaBuilder.Fragment(at: start, duration: 180_000)
        )
    }
    let playlist = Sample.playlist(
      ["f0.m4s", "f1.m4s", "f2.m4s"],
      lines: [0: ["#EXT-X-MAP:URI=\"init.mp4\""]]
    )
    let events = try await Sample.events(playlist, files)
    #expect(Sample.indices(events.tags) == [0, 1, 2])
    #expect(events.tags.map { rounded($0.time) } == [1, 3, 5])
    #expect(events.notes.map(\.id) == [.initializationMissing])
    #expect(
      events.notes.first?.detail.hasPrefix(
        "its initialization section, https://test/init.mp4, cannot be read"
      ) == true
    )
    #expect(events.summary?.renditions.map(\.segmentsMissing) == [0])
  }

  @Test("initialization sections of a transport stream after fragmented MP4 are ignored")
  func strayInitialization() async throws {
    let movie = ISOMediaBuilder.fileType() + ISOMediaBuilder.movie(ISOMediaBuilder.Track())
    var files = Sample.files(Sample.segments(2))
    files["https://test/init.mp4"] = movie
    files["https://test/other.mp4"] = movie + [0]
    files["https://test/f.m4s"] = ISOMediaBuilder.fragment(
      ISOMediaBuilder.Fragment(at: 0, duration: 180_000)
    )
    let events = try await Sample.events(
      Sample.playlist(
        ["f.m4s", "s0.ts", "s1.ts"],
        lines: [
          0: ["#EXT-X-MAP:URI=\"init.mp4\""], 1: ["#EXT-X-DISCONTINUITY"],
          2: ["#EXT-X-MAP:URI=\"other.mp4\""],
        ]
      ),
      files
    )
    #expect(Sample.indices(events.tags) == [0, 1, 2, 3])
    #expect(events.tags.map { rounded($0.time) } == [2.9, 3.9, 4.9, 5.9])
    #expect(events.summary?.renditions.map(\.segmentsRead) == [3])
  }
}
