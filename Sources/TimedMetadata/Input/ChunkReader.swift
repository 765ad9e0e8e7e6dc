/// Reads a source chunk by chunk into one reused buffer, and keeps what the consumer has not used yet
/// in front of the next chunk.
///
/// Reading the next chunk on another thread gained nothing on a busy machine; see Benchmarks/README.md
/// for what was and was not measured.
final class ChunkReader {
  /// 128 KiB: measured as fast as larger chunks or faster, since it stays in the processor's cache.
  static let chunkSize = 128 << 10
  /// Bytes that may be left unused: 1 MiB, room for the largest tag in front of a stream.
  static let carryCapacity = 1 << 20

  let source: any ByteSource
  /// Bytes read from the source.
  private(set) var byteCount: Int64 = 0
  /// Whether the source has ended; the bytes in view are then the last.
  private(set) var isAtEnd = false

  /// Room for what is left over, then room for a chunk that starts on a page: the kernel copies
  /// faster to aligned memory.
  private let buffer: UnsafeMutableRawBufferPointer
  private var start = ChunkReader.carryCapacity
  private var end = ChunkReader.carryCapacity

  init(_ source: any ByteSource) {
    self.source = source
    buffer = .allocate(byteCount: Self.carryCapacity + Self.chunkSize, alignment: 4096)
  }

  deinit { buffer.deallocate() }

  /// The bytes read and not used.
  var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: buffer[start..<end]) }

  /// Marks the first `count` bytes as used.
  func use(_ count: Int) { start += min(count, end - start) }

  /// Reads once and puts the bytes behind those in view. Returns false at the end of the source, or
  /// when more than 1 MiB is in view that nobody used.
  @discardableResult
  func readMore() throws(TimedMetadataError) -> Bool {
    let left = end - start
    guard !isAtEnd, left <= Self.carryCapacity, let base = buffer.baseAddress else { return false }
    // What is left over is less than a few packets: moving it costs next to nothing.
    (base + Self.carryCapacity - left).copyMemory(from: base + start, byteCount: left)
    start = Self.carryCapacity - left
    end = Self.carryCapacity
    let count = try source.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[end...]))
    isAtEnd = count == 0
    end += count
    byteCount += Int64(count)
    return count > 0
  }

  /// Reads until at least `count` bytes are in view or the source has ended.
  func fill(to count: Int) throws(TimedMetadataError) {
    while end - start < count, try readMore() {}
  }
}
