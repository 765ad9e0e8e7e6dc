import ReaderTestSupport
import TestSupport
import Testing
import TransportStream

@testable import TimedMetadata

@Suite("transport streams in segments")
struct SegmentBoundaryTests {
  /// The events of a run of segments.
  private func events(of parts: [[UInt8]]) throws -> [TimedMetadataEvent] {
    try allEvents(of: TransportStreamParser(name: "segments", options: ReaderOptions()), parts)
  }

  /// A stream with tables and a tag in each segment, and the start of each segment except the first.
  private func stream(
    _ count: Int,
    length: PESPacket.Length = .exact
  ) -> (bytes: [UInt8], starts: [Int], tags: [[UInt8]]) {
    var builder = StreamBuilder()
    var starts: [Int] = []
    for index in 0..<count {
      if index > 0 { starts.append(Int(builder.offset)) }
      let start = 900_000 + Int64(index) * 540_000
      builder.tables()
      builder.audio(pts: start)
      builder.id3(StreamBuilder.tag(index), pts: start, length: length)
      builder.audio(pts: start + 9000)
    }
    return (builder.bytes, starts, (0..<count).map { StreamBuilder.tag($0) })
  }

  private func cut(_ bytes: [UInt8], at places: [Int]) -> [[UInt8]] {
    zip([0] + places, places + [bytes.count]).map { Array(bytes[$0..<$1]) }
  }

  @Test("a stream in segments gives the same tags as the whole stream")
  func whole() throws {
    let stream = stream(5)
    let whole = try allEvents(of: TimedMetadataReader(MemorySource(stream.bytes)))
    let events = try events(of: cut(stream.bytes, at: stream.starts))
    #expect(events.tags.map(\.bytes) == stream.tags)
    #expect(events.tags.map(\.offset) == whole.tags.map(\.offset))
    #expect(events.tags.map(\.time) == whole.tags.map(\.time))
    #expect(events.tags.map(\.transport?.pesCount) == whole.tags.map(\.transport?.pesCount))
    #expect(events.notes.isEmpty, "\(events.notes)")
  }

  @Test("the tags in PES packets of unknown length are read from segments")
  func endsWithTag() throws {
    let stream = stream(3, length: .fixed(0))
    let events = try events(of: cut(stream.bytes, at: stream.starts))
    #expect(events.tags.map(\.bytes) == stream.tags)
  }

  @Test("a PES packet that continues in the next segment gives its whole tag")
  func continued() throws {
    var builder = StreamBuilder()
    builder.tables()
    builder.audio(pts: 900_000)
    builder.id3(StreamBuilder.tag(0), pts: 900_000)
    // The last transport packet of this PES packet is in the next segment.
    builder.id3(StreamBuilder.tag(1), pts: 990_000)
    let place = Int(builder.offset) - TransportPacket.byteCount
    builder.audio(pts: 1_080_000)
    builder.id3(StreamBuilder.tag(2), pts: 1_080_000)
    let events = try events(of: cut(builder.bytes, at: [place]))
    #expect(events.tags.map(\.bytes) == (0..<3).map { StreamBuilder.tag($0) })
    #expect(events.tags.map(\.time) == [0, 1, 2])
    #expect(events.tags.flatMap(\.notes).isEmpty)
  }

  @Test("a tag in two PES packets of two segments is joined")
  func joined() throws {
    var builder = StreamBuilder()
    builder.tables()
    builder.audio(pts: 900_000)
    builder.id3(Array(StreamBuilder.tag(0).prefix(150)), pts: 900_000)
    let place = Int(builder.offset)
    builder.tables()
    builder.id3(Array(StreamBuilder.tag(0).dropFirst(150)), pts: nil, isDataAligned: false)
    builder.audio(pts: 990_000)
    let events = try events(of: cut(builder.bytes, at: [place]))
    #expect(events.tags.map(\.bytes) == [StreamBuilder.tag(0)])
    #expect(events.tags.first?.notes == [.pesSplitTag])
  }

  @Test(
    "bytes after the declared length of a PES packet do not change the tags read from segments"
  )
  func surplus() throws {
    var builder = StreamBuilder()
    builder.tables()
    builder.audio(pts: 900_000)
    builder.id3(StreamBuilder.tag(0), pts: 900_000)
    // A transport packet without a unit start, after all declared bytes of the PES packet.
    builder.unit([UInt8](repeating: 0, count: 20), pid: StreamBuilder.id3PID) { packets in
      for index in packets.indices { packets[index].startsUnit = false }
    }
    let place = Int(builder.offset)
    builder.tables()
    builder.audio(pts: 990_000)
    builder.id3(StreamBuilder.tag(1), pts: 990_000)
    let whole = try allEvents(of: TimedMetadataReader(MemorySource(builder.bytes)))
    let events = try events(of: cut(builder.bytes, at: [place]))
    #expect(events.tags.map(\.bytes) == whole.tags.map(\.bytes))
    #expect(events.notes.map(\.id) == whole.notes.map(\.id))
  }

  @Test("the tags on a PID that the PMT of a later segment adds are delivered")
  func furtherPID() throws {
    var builder = StreamBuilder()
    builder.tables()
    builder.audio(pts: 900_000)
    builder.id3(StreamBuilder.tag(0), pts: 900_000)
    var places = [Int(builder.offset)]
    let both = [StreamBuilder.id3Stream(), StreamBuilder.id3Stream(pid: 0x110)]
    builder.tables(StreamBuilder.map(version: 1, id3: both))
    builder.audio(pts: 990_000)
    builder.id3(StreamBuilder.tag(1), pts: 990_000, pid: 0x110)
    places.append(Int(builder.offset))
    builder.tables(StreamBuilder.map(version: 1, id3: both))
    builder.audio(pts: 1_080_000)
    builder.id3(StreamBuilder.tag(2), pts: 1_080_000, pid: 0x110)
    builder.id3(StreamBuilder.tag(3), pts: 1_080_000)
    let events = try events(of: cut(builder.bytes, at: places))
    #expect(events.tags.map(\.bytes) == (0..<4).map { StreamBuilder.tag($0) })
    #expect(events.tags.map(\.pid) == [0x102, 0x110, 0x110, 0x102])
  }
}
