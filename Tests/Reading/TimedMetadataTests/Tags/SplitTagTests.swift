import ReaderTestSupport
import TestSupport
import Testing
import TransportStream

@testable import TimedMetadata

@Suite("Tags in several PES packets, and PES packets without a tag")
struct SplitTagTests {
  private static let tag = StreamBuilder.tag(0)

  /// The events of a stream with audio frames at 900,000 and 990,000 ticks, the packets that `add` adds, and a whole
  /// tag one second later.
  private func events(_ add: (inout StreamBuilder) -> Void) throws -> [TimedMetadataEvent] {
    var builder = StreamBuilder()
    builder.tables()
    builder.audio(pts: 900_000)
    builder.audio(pts: 990_000)
    add(&builder)
    builder.audio(pts: 1_080_000)
    builder.id3(StreamBuilder.tag(1), pts: 1_080_000)
    return try allEvents(of: TimedMetadataReader(MemorySource(builder.bytes)))
  }

  /// The sizes of the parts into which a tag of 271 bytes is split.
  static let splits: [[Int]] =
    (Array(1...36) + [150, 270]).map { [$0, 271 - $0] }
    + [[7, 143, 121], [1, 1, 269], [2, 1, 268], [5, 4, 1, 261], [9, 1, 261], [3, 266, 2]]

  @Test(
    "a tag split at any byte is joined, with the time and position of its first part",
    arguments: splits,
    [true, false]
  )
  func joins(_ sizes: [Int], hasFurtherPTS: Bool) throws {
    var offset: Int64 = 0
    let events = try events { builder in
      offset = builder.offset
      var rest = Self.tag[...]
      for (index, size) in sizes.enumerated() {
        builder.id3(
          Array(rest.prefix(size)),
          pts: index == 0 || hasFurtherPTS ? 990_000 + Int64(index) * 9000 : nil,
          isDataAligned: index == 0
        )
        rest = rest.dropFirst(size)
      }
    }
    #expect(events.tags.map(\.bytes) == [Self.tag, StreamBuilder.tag(1)])
    let tag = try #require(events.tags.first)
    #expect(tag.notes == [.pesSplitTag])
    #expect(tag.transport?.pesCount == sizes.count)
    #expect(tag.transport?.restoredBytes == 0)
    #expect(tag.pts == 990_000)
    #expect(tag.time == 1)
    #expect(tag.offset == offset)
    #expect(events.notes.isEmpty, "\(events.notes)")
  }

  @Test("a split tag is found on a PID that no PMT declares", arguments: [3, 5, 9, 10])
  func undeclared(_ size: Int) throws {
    let events = try events {
      $0.id3(Array(Self.tag.prefix(size)), pts: 990_000, pid: 0x1F0)
      $0.id3(Array(Self.tag.dropFirst(size)), pts: nil, pid: 0x1F0, isDataAligned: false)
    }
    #expect(events.tags.filter { $0.pid == 0x1F0 }.map(\.bytes) == [Self.tag])
  }

  @Test(
    "a split tag that follows another tag in one PES packet is joined",
    arguments: [1, 2, 5, 9, 10, 270]
  )
  func joinsSecond(_ size: Int) throws {
    let events = try events {
      $0.id3(StreamBuilder.tag(2) + Self.tag.prefix(size), pts: 990_000)
      $0.id3(Array(Self.tag.dropFirst(size)), pts: nil, isDataAligned: false)
    }
    #expect(
      events.tags.map(\.bytes) == [StreamBuilder.tag(2), Self.tag, StreamBuilder.tag(1)]
    )
    #expect(events.tags.map(\.trailing) == [nil, nil, nil])
    #expect(events.notes.isEmpty)
  }

  @Test(
    "an incomplete tag header without a continuation is reported",
    arguments: [
      (1, NoteID.otherData, "PES with 1 byte but no ID3 tag"),
      (2, .otherData, "PES with 2 bytes but no ID3 tag"),
      (3, .otherData, "PES with only the letters \"ID3\""),
      (4, .tagTruncated, "tag ends within its header, 4 bytes arrived"),
      (9, .tagTruncated, "tag ends within its header, 9 bytes arrived"),
    ]
  )
  func head(_ size: Int, _ id: NoteID, _ words: String) throws {
    let events = try events { $0.id3(Array(Self.tag.prefix(size)), pts: 990_000) }
    #expect(events.tags.map(\.bytes) == [StreamBuilder.tag(1)])
    #expect(events.tags.map(\.time) == [2])
    #expect(events.notes.map(\.id) == [id])
    #expect(events.notes.map(\.detail) == [words])
    #expect(events.notes.map(\.time) == [1])
  }

  @Test(
    "a PES packet with only the letters ID3 does not change the following tag or its PTS",
    arguments: [true, false]
  )
  func strayLetters(hasPTS: Bool) throws {
    let events = try events {
      $0.id3(Array("ID3".utf8), pts: 990_000)
      $0.id3(Self.tag, pts: hasPTS ? 999_000 : nil)
    }
    #expect(events.tags.map(\.bytes) == [Self.tag, StreamBuilder.tag(1)])
    #expect(events.tags.first?.pts == (hasPTS ? 999_000 : nil))
    #expect(events.tags.first?.notes.contains(.tagTruncated) == false)
    #expect(events.tags.first?.notes.contains(.pesSplitTag) == false)
    #expect(events.notes.map(\.id) == [.otherData])
  }

  @Test("an incomplete tag header whose rest is lost does not damage the next tag")
  func twoHeads() throws {
    let events = try events {
      $0.id3(Array(Self.tag.prefix(5)), pts: 990_000)
      $0.id3(Array(Self.tag.prefix(7)), pts: 999_000)
      $0.id3(Array(Self.tag.dropFirst(7)), pts: nil, isDataAligned: false)
    }
    #expect(events.tags.map(\.bytes) == [Self.tag, StreamBuilder.tag(1)])
    #expect(events.tags.first?.pts == 999_000)
    #expect(events.notes.map(\.id) == [.tagTruncated])
  }

  @Test("a PES packet without a tag is reported", arguments: [1, 2, 40, 400])
  func otherData(_ count: Int) throws {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ 0x81) }
    let events = try events { $0.id3(bytes, pts: 990_000) }
    #expect(events.tags.map(\.bytes) == [StreamBuilder.tag(1)])
    #expect(events.notes.map(\.id) == [.otherData])
    #expect(events.notes.first?.time == 1)
    #expect(events.notes.first?.pid == 0x102)
  }

  @Test(
    "a tag that PES_header_data_length wrongly includes is read whole, and the length is reported",
    arguments: [6, 7, 8, 10, 15, 60, 255]
  )
  func coveredTag(_ length: UInt8) throws {
    let events = try events {
      var unit = PESPacket(pts: 990_000, isDataAligned: true, payload: Self.tag).encoded
      unit[8] = length
      $0.unit(unit, pid: StreamBuilder.id3PID)
    }
    #expect(events.tags.map(\.bytes) == [Self.tag, StreamBuilder.tag(1)])
    #expect(events.tags.first?.notes == [.pesPayloadStart])
    #expect(events.tags.first?.transport?.restoredBytes == 0)
    #expect(
      events.notes.map(\.detail) == [
        "PES_header_data_length is \(length), expected 5: players skip the first "
          + "\(length - 5) byte\(length == 6 ? "" : "s") of the tag"
      ]
    )
  }

  /// The tag with plain sizes instead of synchsafe sizes.
  private static let plain: [UInt8] =
    Array(tag.prefix(6)) + [0, 0, 1, 5] + tag[10..<14] + [0, 0, 0, 251] + tag.dropFirst(18)

  @Test("a Nielsen payload is found in a tag with plain sizes")
  func plainSizes() throws {
    let events = try events { $0.id3(Self.plain, pts: 990_000) }
    #expect(events.tags.map(\.bytes) == [Self.plain, StreamBuilder.tag(1)])
    #expect(events.tags.first?.nielsen?.text == events.tags.first?.nielsenOwners.first)
    #expect(events.tags.first?.nielsen != nil)
    #expect(events.tags.first?.notes.contains(.tagHeader) == true)
    #expect(events.tags.first?.trailing == nil)
  }

  @Test(
    "a Nielsen payload is found in a tag whose size ends within the payload",
    arguments: [30, 200, 258]
  )
  func smallSize(_ size: Int) throws {
    var bytes = Self.tag
    (bytes[8], bytes[9]) = (UInt8(size >> 7), UInt8(size & 0x7F))
    let events = try events { $0.id3(bytes, pts: 990_000) }
    #expect(events.tags.map(\.bytes) == [bytes, StreamBuilder.tag(1)])
    #expect(events.tags.first?.nielsen != nil)
  }

  @Test("a bare Nielsen payload before or after a tag in the same PES packet is delivered")
  func payloadBesideTag() throws {
    let text = StreamBuilder.payload(3)
    let behind = try events { $0.id3(StreamBuilder.tag(2) + [1, 2] + text, pts: 990_000) }
    #expect(behind.tags.map(\.bytes) == [StreamBuilder.tag(2), text, StreamBuilder.tag(1)])
    #expect(behind.tags.first?.trailing?.count == 251)
    let before = try events { $0.id3([7] + text + StreamBuilder.tag(2), pts: 990_000) }
    #expect(before.tags.map(\.bytes) == [text, StreamBuilder.tag(2), StreamBuilder.tag(1)])
  }
}
