import ReaderTestSupport
import TestSupport
import Testing

@testable import TimedMetadata

@Suite("Incomplete tags, and bytes after tags")
struct TagRemainsTests {
  /// The events of a stream with audio frames at 900,000 and 990,000 ticks, and the packets that `add` adds.
  private func events(_ add: (inout StreamBuilder) -> Void) throws -> [TimedMetadataEvent] {
    var builder = StreamBuilder()
    builder.tables()
    builder.audio(pts: 900_000)
    builder.audio(pts: 990_000)
    add(&builder)
    return try allEvents(of: TimedMetadataReader(MemorySource(builder.bytes)))
  }

  @Test(
    "bytes after a tag are counted, and the first four are kept",
    arguments: [
      ([], nil), ([0, 0], nil),
      ([7], TrailingBytes([7])),
      ([0, 0x41, 0, 0x7f, 0x55, 0], TrailingBytes([0, 0x41, 0, 0x7f, 0x55, 0])),
    ] as [([UInt8], TrailingBytes?)]
  )
  func trailing(_ bytes: [UInt8], _ expected: TrailingBytes?) throws {
    let events = try events { $0.id3(StreamBuilder.tag(0) + bytes, pts: 990_000) }
    #expect(events.tags.map(\.trailing) == [expected])
    #expect(expected.map { $0.count == bytes.count && $0.first.count <= 4 } ?? true)
  }

  @Test("bytes between two tags count as bytes after the first tag")
  func between() throws {
    let events = try events {
      $0.id3(StreamBuilder.tag(0) + [1, 2, 3] + StreamBuilder.tag(1), pts: 990_000)
    }
    #expect(events.tags.map(\.trailing?.count) == [3, nil])
  }

  @Test(
    "the note on a tag with lost packets has the byte counts, the cause and the time",
    arguments: [
      (0, "tag declares 271 bytes, 170 arrived (second TS packet missing)"),
      (200, "tag declares 471 bytes, 354 arrived (TS packets missing)"),
    ]
  )
  func lostPacket(_ padding: Int, _ words: String) throws {
    var tag = StreamBuilder.tag(0) + [UInt8](repeating: 0, count: padding)
    (tag[8], tag[9]) = (UInt8((tag.count - 10) >> 7), UInt8((tag.count - 10) & 0x7f))
    let events = try events {
      $0.id3(tag, pts: 990_000) { $0.removeLast() }
      $0.id3(StreamBuilder.tag(1), pts: 1_080_000)
    }
    let note = try #require(events.notes.first { $0.id == .tagTruncated })
    #expect(note.detail == words)
    #expect(note.time == 1)
    #expect(note.pid == 0x102)
  }

  @Test(
    "a tag cut by the end of the input and a tag cut earlier give different notes",
    arguments: [
      (0, NoteID.tagAtInputEnd, "170 of 271 bytes of a tag arrived before the end of the input"),
      (1, .tagAtInputEnd, "170 of 271 bytes of a tag arrived before the end of the input"),
      (3, .tagTruncated, "tag declares 271 bytes, 170 arrived"),
    ]
  )
  func inputEnds(secondsLater: Int64, _ id: NoteID, _ words: String) throws {
    let events = try events {
      $0.id3(StreamBuilder.tag(0), pts: 990_000) { $0.removeLast() }
      for second in 0..<secondsLater { $0.audio(pts: 1_080_000 + second * 90_000) }
    }
    #expect(events.tags.isEmpty)
    #expect(events.notes.map(\.id) == [id])
    #expect(events.notes.map(\.detail) == [words])
    #expect(events.notes.map(\.time) == [1])
  }

  @Test(
    "a tag that declares more bytes than its complete PES packet has is reported as truncated"
  )
  func claimAtEnd() throws {
    let events = try events { $0.id3(Array(StreamBuilder.tag(0).prefix(170)), pts: 990_000) }
    #expect(events.notes.map(\.id) == [.tagTruncated])
  }

  @Test(
    "a tag that declares more bytes than its PES packet has is not reported as a loss of packets"
  )
  func claim() throws {
    let tag = Array(StreamBuilder.tag(0).prefix(170))
    let events = try events {
      $0.id3(tag, pts: 990_000)
      $0.id3(StreamBuilder.tag(1), pts: 1_080_000)
    }
    #expect(events.notes.map(\.detail) == ["tag declares 271 bytes, 170 arrived"])
    #expect(events.notes.first?.time == 1)
  }

  @Test(
    "a tag that declares too many bytes has the time of its PES packet, even if no tag follows soon"
  )
  func surroundings() throws {
    var tag = StreamBuilder.tag(0)
    tag[8] = 3
    let events = try events {
      $0.id3(tag, pts: 990_000)
      for second in 2..<6 { $0.audio(pts: 900_000 + Int64(second) * 90_000) }
      $0.id3(StreamBuilder.tag(1), pts: 1_350_000)
    }
    #expect(events.tags.map(\.time) == [1, 5])
    #expect(events.tags.map(\.audioDistance) == [0, 0])
    #expect(events.tags.first?.bytes == tag)
    #expect(events.notes.map(\.detail) == ["tag declares 399 bytes, 271 arrived"])
  }

  @Test("bytes after the tag in an event message are counted")
  func eventMessage() throws {
    let file =
      ISOMediaBuilder.fileType() + ISOMediaBuilder.movie(ISOMediaBuilder.Track())
      + ISOMediaBuilder.message(StreamBuilder.tag(0) + [1, 2, 3, 4, 5], at: 0)
      + ISOMediaBuilder.fragment(ISOMediaBuilder.Fragment(at: 0, duration: 90_000))
    let events = try allEvents(of: TimedMetadataReader(MemorySource(file)))
    #expect(events.tags.map(\.trailing) == [TrailingBytes([1, 2, 3, 4, 5])])
  }
}
