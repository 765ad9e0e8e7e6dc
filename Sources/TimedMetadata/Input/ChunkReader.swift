import TransportStream

/// Reads a source chunk by chunk, and keeps what the consumer has not used yet before the next
/// chunk.
package final class ChunkReader {
  /// 128 KiB: measured as fast as larger chunks or faster, since it stays in the processor's cache.
  static let chunkSize = 128 << 10
  /// 32 KiB, for segments: thousands of renditions of live feeds wait with a chunk each.
  package static let smallChunkSize = 32 << 10
  /// Bytes that may be left unused: 1 MiB, room for the largest tag before a stream.
  static let carryCapacity = ChunkBuffer.carryCapacity

  package let source: any ByteSource
  /// Bytes read from the source.
  private(set) var byteCount: Int64 = 0
  /// Whether the part has ended; the bytes in view are then its last.
  package private(set) var isAtEnd = false

  private let ownBuffer: ChunkBuffer
  /// A large file, which two threads read.
  private let fileChunks: FileChunks?
  private var chunksTaken = 0
  /// Whether the chunk taken last lacks bytes that the file had at the start.
  private var isCutShort = false
  /// The memory that holds the bytes in view.
  private var buffer: ChunkBuffer
  private var start = ChunkReader.carryCapacity
  private var end = ChunkReader.carryCapacity

  package init(_ source: any ByteSource, chunkSize: Int = ChunkReader.chunkSize) {
    self.source = source
    ownBuffer = ChunkBuffer(chunkSize: chunkSize)
    buffer = ownBuffer
    fileChunks = (source as? FileSource).flatMap { FileChunks($0) }
  }

  deinit { fileChunks?.abandon() }

  /// Whether the source is a large file: reading it waits for nobody.
  var isLargeFile: Bool { fileChunks != nil }

  /// The bytes read and not used.
  package var bytes: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: buffer.memory[start..<end])
  }

  /// The headers of packets that were collected of the bytes in view, counted from the first of them.
  var packetHeaders: PacketHeaders? {
    guard let fileChunks, chunksTaken > 0, buffer !== ownBuffer else { return nil }
    return fileChunks.headers(ofChunk: chunksTaken - 1)?.counted(from: start - Self.carryCapacity)
  }

  /// Says that the bytes in view begin with a packet, and how many bytes there are from one to the next; nil:
  /// it is not known where packets begin.
  func expectPackets(every stride: Int?) {
    fileChunks?.expectPackets(at: byteCount - Int64(end - start), every: stride)
  }

  /// Marks the first `count` bytes as used.
  package func use(_ count: Int) { start += min(count, end - start) }

  /// Reads once and adds the bytes after those in view. Returns false at the end of the part, or when
  /// more than 1 MiB of unused bytes is in view.
  @discardableResult
  package func readMore() throws(TimedMetadataError) -> Bool {
    guard !isAtEnd, end - start <= Self.carryCapacity else { return false }
    let count = if let ahead = try readAhead() { ahead } else { try readHere() }
    isAtEnd = count == 0
    end += count
    byteCount += Int64(count)
    return count > 0
  }

  /// Skips up to `count` bytes of the source where they need not be fetched; there must be no bytes in view.
  /// See ``ByteSource``. Returns how many.
  func skip(_ count: Int64, surplus: Int64) -> Int64 {
    guard start == end, !isAtEnd else { return 0 }
    return source.skip(count, surplus: surplus)
  }

  /// Continues with the next part of the source; what was not used of the part before is dropped: parts
  /// are independent. False: there is none.
  func beginNextPart() throws(TimedMetadataError) -> Bool {
    guard isAtEnd else { return false }
    // A live segment is waited for much longer than it is read.
    if start == end { ownBuffer.releasePages() }
    guard try source.openNextPart() else { return false }
    use(.max)
    isAtEnd = false
    return true
  }

  /// Takes the next chunk of a file that two threads read; nil when there is none.
  private func readAhead() throws(TimedMetadataError) -> Int? {
    guard let fileChunks, !isCutShort, let next = fileChunks.buffer(ofChunk: chunksTaken) else {
      return nil
    }
    carryOver(to: next)
    let count = try fileChunks.take(chunksTaken)
    chunksTaken += 1
    isCutShort = count < FileChunks.chunkSize
    return count > 0 ? count : nil
  }

  private func readHere() throws(TimedMetadataError) -> Int {
    carryOver(to: ownBuffer)
    guard let file = fileChunks?.file else { return try source.read(into: ownBuffer.chunk) }
    let count = try file.read(into: ownBuffer.chunk, at: byteCount)
    if count == 0, byteCount < file.size ?? 0 { throw file.brokeOff() }
    return count
  }

  /// Moves what is left before the next chunk. It is mostly less than a packet.
  private func carryOver(to next: ChunkBuffer) {
    let left = end - start
    let target = Self.carryCapacity - left
    UnsafeMutableRawBufferPointer(rebasing: next.memory[target...]).copyMemory(from: bytes)
    buffer = next
    (start, end) = (target, Self.carryCapacity)
  }

  /// Reads until at least `count` bytes are in view or the source has ended.
  func fill(to count: Int) throws(TimedMetadataError) {
    while end - start < count, try readMore() {}
  }
}
