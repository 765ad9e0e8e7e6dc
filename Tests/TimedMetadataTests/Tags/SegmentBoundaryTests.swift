import ReaderTestSupport
import TestSupport
import Testing
import TransportStream

@testable import TimedMetadata

/// A transport stream in segments. Notes whether libavformat was open when each segment but the first was asked
/// for.
private final class Segments: ByteSource {
  let name = "segments"
  let size: Int64? = nil
  weak var reader: TransportStreamReader?
  private(set) var wasOpen: [Bool] = []
  private var parts: [[UInt8]]
  private var position = 0

  init(_ parts: [[UInt8]]) { self.parts = parts }

  func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    guard let part = parts.first else { return 0 }
    let count = min(buffer.count, part.count - position)
    buffer.copyBytes(from: part[position..<position + count])
    position += count
    return count
  }

  func openNextPart() -> Bool {
    wasOpen.append(reader?.isDemuxerOpen == true)
    guard parts.count > 1 else { return false }
    parts.removeFirst()
    position = 0
    return true
  }
}

@Suite("libavformat between segments")
struct SegmentBoundaryTests {
  /// Reads segments. Returns the events, and whether libavformat was open at the end of each segment.
  private func read(
    _ parts: [[UInt8]]
  ) throws -> (events: [TimedMetadataEvent], wasOpen: [Bool]) {
    let source = Segments(parts)
    let reader = TransportStreamReader(
      ChunkReader(source),
      options: ReaderOptions(),
      startOffset: 0
    )
    source.reader = reader
    var events: [TimedMetadataEvent] = []
    while let event = try reader.next() { events.append(event) }
    return (events, source.wasOpen)
  }

  /// A stream with tables and a tag in each segment, and where each segment but the first starts.
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

  @Test("it is closed after a segment whose PES packets have ended, and the output stays the same")
  func closed() throws {
    let stream = stream(5)
    let whole = try allEvents(of: TimedMetadataReader(MemorySource(stream.bytes)))
    let (events, wasOpen) = try read(cut(stream.bytes, at: stream.starts))
    #expect(wasOpen == [false, false, false, false, false])
    #expect(events.tags.map(\.bytes) == stream.tags)
    #expect(events.tags.map(\.offset) == whole.tags.map(\.offset))
    #expect(events.tags.map(\.time) == whole.tags.map(\.time))
    #expect(events.tags.map(\.transport?.pesCount) == whole.tags.map(\.transport?.pesCount))
    #expect(events.notes.isEmpty, "\(events.notes)")
  }

  @Test("it is closed after a PES packet of unknown length that ends with its tag")
  func closedByTag() throws {
    let stream = stream(3, length: .fixed(0))
    let (events, wasOpen) = try read(cut(stream.bytes, at: stream.starts))
    #expect(wasOpen == [false, false, false])
    #expect(events.tags.map(\.bytes) == stream.tags)
  }

  @Test("a PES packet that continues in the next segment keeps it open, and gives its tag whole")
  func continued() throws {
    var builder = StreamBuilder()
    builder.tables()
    builder.audio(pts: 900_000)
    builder.id3(StreamBuilder.tag(0), pts: 900_000)
    // Its last packet is in the next segment.
    builder.id3(StreamBuilder.tag(1), pts: 990_000)
    let place = Int(builder.offset) - TransportPacket.byteCount
    builder.audio(pts: 1_080_000)
    builder.id3(StreamBuilder.tag(2), pts: 1_080_000)
    let (events, wasOpen) = try read(cut(builder.bytes, at: [place]))
    #expect(wasOpen == [true, false])
    #expect(events.tags.map(\.bytes) == (0..<3).map { StreamBuilder.tag($0) })
    #expect(events.tags.map(\.time) == [0, 1, 2])
    #expect(events.tags.flatMap(\.notes).isEmpty)
  }

  @Test("a tag over two PES packets in two segments is joined")
  func joined() throws {
    var builder = StreamBuilder()
    builder.tables()
    builder.audio(pts: 900_000)
    builder.id3(Array(StreamBuilder.tag(0).prefix(150)), pts: 900_000)
    let place = Int(builder.offset)
    builder.tables()
    builder.id3(Array(StreamBuilder.tag(0).dropFirst(150)), pts: nil, isDataAligned: false)
    builder.audio(pts: 990_000)
    let (events, wasOpen) = try read(cut(builder.bytes, at: [place]))
    #expect(wasOpen == [false, false])
    #expect(events.tags.map(\.bytes) == [StreamBuilder.tag(0)])
    #expect(events.tags.first?.notes == [.pesSplitTag])
  }

  @Test("bytes after the declared length of a PES packet keep it open: it may hold them")
  func surplus() throws {
    var builder = StreamBuilder()
    builder.tables()
    builder.audio(pts: 900_000)
    builder.id3(StreamBuilder.tag(0), pts: 900_000)
    // A packet of the PID that starts nothing, after all bytes that the PES packet declares.
    builder.unit([UInt8](repeating: 0, count: 20), pid: StreamBuilder.id3PID) { packets in
      for index in packets.indices { packets[index].startsUnit = false }
    }
    let place = Int(builder.offset)
    builder.tables()
    builder.audio(pts: 990_000)
    builder.id3(StreamBuilder.tag(1), pts: 990_000)
    let whole = try allEvents(of: TimedMetadataReader(MemorySource(builder.bytes)))
    let (events, wasOpen) = try read(cut(builder.bytes, at: [place]))
    #expect(wasOpen == [true, false])
    #expect(events.tags.map(\.bytes) == whole.tags.map(\.bytes))
    #expect(events.notes.map(\.id) == whole.notes.map(\.id))
  }

  @Test("PIDs that are found later are known to it when it is opened again")
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
    let (events, wasOpen) = try read(cut(builder.bytes, at: places))
    #expect(wasOpen == [false, false, false])
    #expect(events.tags.map(\.bytes) == (0..<4).map { StreamBuilder.tag($0) })
    #expect(events.tags.map(\.pid) == [0x102, 0x110, 0x110, 0x102])
  }
}
