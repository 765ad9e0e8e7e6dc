import ID3
import ReaderTestSupport
import TestSupport
import Testing

@testable import TimedMetadata

@Suite("Markers from Yospace tags")
struct YospaceMarkTests {
  private static func tag(_ values: KeyValuePairs<String, String>) throws -> [UInt8] {
    let frames = values.map { id, value in
      ID3Frame(id: id, content: .text(encoding: .utf8, values: [value]))
    }
    return try ID3Tag(frames: frames).encoded()
  }

  private static let tags: [[UInt8]] = {
    let types = ["S", "M", "E", "X"]
    return types.compactMap { try? tag(["YMID": "101987", "YTYP": $0, "YSEQ": "1:1"]) }
  }()

  @Test(
    "Yospace tags at the start and end of an ad in a transport stream also give markers"
  )
  func transportStream() throws {
    try #require(Self.tags.count == 4)
    var builder = StreamBuilder()
    builder.tables(StreamBuilder.map(id3: [StreamBuilder.id3Stream()]))
    for (index, tag) in Self.tags.enumerated() {
      let pts = 900_000 + Int64(index) * 90_000
      builder.audio(pts: pts)
      builder.id3(tag, pts: pts)
    }
    builder.audio(pts: 1_350_000)
    let events = try allEvents(of: TimedMetadataReader(MemorySource(builder.bytes)))
    #expect(events.tags.count == 4)
    #expect(events.markers.map(\.kind) == [.yospace, .yospace])
    #expect(events.markers.map(\.isOut) == [true, false])
    #expect(events.markers.map(\.time) == [0, 2])
    #expect(events.markers.map(\.id) == ["101987", "101987"])
    #expect(events.markers.allSatisfy { $0.pid != nil && $0.program == 1 && $0.offset != nil })
  }

  @Test("Yospace tags at the start and end of an ad in packed audio give markers")
  func packedAudio() throws {
    try #require(Self.tags.count == 4)
    let bytes = Self.tags[0] + SampleAudio.adts() + Self.tags[2] + SampleAudio.adts()
    let events = try allEvents(
      of: PackedAudioParser(options: ReaderOptions()),
      [bytes],
      pieceSize: .max
    )
    #expect(events.markers.map(\.isOut) == [true, false])
  }

  @Test("a tag without the Yospace frame YTYP gives no marker")
  func others() throws {
    for tag in [try Self.tag(["YMID": "1"]), try Self.tag(["TIT2": "S"])] {
      let bytes = tag + SampleAudio.adts() + SampleAudio.adts()
      let events = try allEvents(
        of: PackedAudioParser(options: ReaderOptions()),
        [bytes],
        pieceSize: .max
      )
      #expect(events.tags.count == 1 && events.markers.isEmpty)
    }
  }
}
