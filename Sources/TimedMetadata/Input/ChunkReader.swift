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
  /// A large file, mapped.
  private let fileChunks: FileChunks?
  private var chunksTaken = 0
  /// The memory that holds the bytes in view: of the own buffer, or all of the mapped file.
  private var memory: UnsafeRawBufferPointer
  private var start = ChunkReader.carryCapacity
  private var end = ChunkReader.carryCapacity

  package init(_ source: any ByteSource, chunkSize: Int = ChunkReader.chunkSize) {
    self.source = source
    ownBuffer = ChunkBuffer(chunkSize: chunkSize)
    memory = UnsafeRawBufferPointer(ownBuffer.memory)
    fileChunks = (source as? FileSource).flatMap { FileChunks($0) }
    guard let fileChunks else { return }
    (memory, start, end) = (fileChunks.bytes, 0, 0)
  }

  deinit { fileChunks?.abandon() }

  /// The bytes read and not used.
  package var bytes: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: memory[start..<end])
  }

  /// The headers of packets that were collected of the bytes in view, counted from the first of them.
  var packetHeaders: PacketHeaders? {
    guard let fileChunks, chunksTaken > 0, memory.baseAddress == fileChunks.bytes.baseAddress else {
      return nil
    }
    return fileChunks.headers(of: chunksTaken - 1)?.counted(from: start)
  }

  /// Says that the bytes in view begin with a packet, and how many bytes there are from one to the next; nil:
  /// it is not known where packets begin.
  func expectPackets(every stride: Int?) { fileChunks?.expectPackets(at: start, every: stride) }

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
    guard isAtEnd, try source.openNextPart() else { return false }
    use(.max)
    isAtEnd = false
    return true
  }

  /// Takes the next chunk of a mapped file, which follows the bytes in view; nil when there is none.
  private func readAhead() throws(TimedMetadataError) -> Int? {
    guard let fileChunks else { return nil }
    guard fileChunks.take(chunksTaken) else { return nil }
    if fileChunks.isBroken { throw fileChunks.file.brokeOff() }
    chunksTaken += 1
    return FileChunks.chunkSize
  }

  private func readHere() throws(TimedMetadataError) -> Int {
    carryOver()
    guard let file = fileChunks?.file else { return try source.read(into: ownBuffer.chunk) }
    let count = try file.read(into: ownBuffer.chunk, at: byteCount)
    // The end of the last page of a file is zeros, however short it has become.
    if fileChunks?.isBroken == true
      || count == 0 && (byteCount < file.size ?? 0 || file.hasShrunk)
    {
      throw file.brokeOff()
    }
    return count
  }

  /// Moves what is left to the front of the next chunk. It is mostly less than a packet.
  private func carryOver() {
    let left = end - start
    let target = Self.carryCapacity - left
    UnsafeMutableRawBufferPointer(rebasing: ownBuffer.memory[target...]).copyMemory(from: bytes)
    memory = UnsafeRawBufferPointer(ownBuffer.memory)
    (start, end) = (target, Self.carryCapacity)
  }

  /// Reads until at least `count` bytes are in view or the source has ended.
  func fill(to count: Int) throws(TimedMetadataError) {
    while end - start < count, try readMore() {}
  }
}
