/// Reads a source chunk by chunk, and keeps what the consumer has not used yet in front of the next
/// chunk.
final class ChunkReader {
  /// 128 KiB: measured as fast as larger chunks or faster, since it stays in the processor's cache.
  static let chunkSize = 128 << 10
  /// 32 KiB, for segments: thousands of renditions of live feeds wait with a chunk each.
  static let smallChunkSize = 32 << 10
  /// Bytes that may be left unused: 1 MiB, room for the largest tag in front of a stream.
  static let carryCapacity = ChunkBuffer.carryCapacity

  let source: any ByteSource
  /// Bytes read from the source.
  private(set) var byteCount: Int64 = 0
  /// Whether the part has ended; the bytes in view are then its last.
  private(set) var isAtEnd = false

  private let ownBuffer: ChunkBuffer
  private let fileChunks: FileChunks?
  private var chunksTaken = 0
  /// Holds the bytes in view.
  private var buffer: ChunkBuffer
  private var start = ChunkReader.carryCapacity
  private var end = ChunkReader.carryCapacity

  init(_ source: any ByteSource, chunkSize: Int = ChunkReader.chunkSize) {
    self.source = source
    ownBuffer = ChunkBuffer(chunkSize: chunkSize)
    buffer = ownBuffer
    fileChunks = (source as? FileSource).flatMap { FileChunks($0) }
  }

  deinit { fileChunks?.abandon() }

  /// The bytes read and not used.
  var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: buffer.memory[start..<end]) }

  /// Marks the first `count` bytes as used.
  func use(_ count: Int) { start += min(count, end - start) }

  /// Reads once and puts the bytes behind those in view. Returns false at the end of the part, or when
  /// more than 1 MiB is in view that nobody used.
  @discardableResult
  func readMore() throws(TimedMetadataError) -> Bool {
    guard !isAtEnd, end - start <= Self.carryCapacity else { return false }
    let count = if let ahead = try readAhead() { ahead } else { try readHere() }
    isAtEnd = count == 0
    end += count
    byteCount += Int64(count)
    return count > 0
  }

  /// Goes on with the next part of the source; what was not used of the part before is dropped: no
  /// part borrows from the next. False: there is none.
  func beginNextPart() throws(TimedMetadataError) -> Bool {
    guard isAtEnd, try source.openNextPart() else { return false }
    use(.max)
    isAtEnd = false
    return true
  }

  /// Takes the next chunk that was read ahead; nil when none is.
  private func readAhead() throws(TimedMetadataError) -> Int? {
    guard let fileChunks, let next = fileChunks.buffer(ofChunk: chunksTaken) else { return nil }
    carryOver(to: next)
    defer { chunksTaken += 1 }
    return try fileChunks.take(chunksTaken)
  }

  private func readHere() throws(TimedMetadataError) -> Int {
    carryOver(to: ownBuffer)
    guard let file = fileChunks?.file else { return try source.read(into: ownBuffer.chunk) }
    return try file.read(into: ownBuffer.chunk, at: byteCount)
  }

  /// Moves what is left to the front of the next chunk. It is mostly less than a packet.
  private func carryOver(to next: ChunkBuffer) {
    let left = end - start
    next.memory.baseAddress.map { target in
      buffer.memory.baseAddress.map { source in
        (target + Self.carryCapacity - left).copyMemory(from: source + start, byteCount: left)
      }
    }
    buffer = next
    start = Self.carryCapacity - left
    end = Self.carryCapacity
  }

  /// Reads until at least `count` bytes are in view or the source has ended.
  func fill(to count: Int) throws(TimedMetadataError) {
    while end - start < count, try readMore() {}
  }
}
