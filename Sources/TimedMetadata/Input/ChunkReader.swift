/// Reads a source into one reused buffer and keeps what the consumer has not used yet in front of
/// the next chunk.
final class ChunkReader {
  /// 256 KiB: measured as fast as `cat`, and small enough to stay in the processor's cache.
  static let chunkSize = 256 << 10

  let source: any ByteSource
  /// Bytes read from the source.
  private(set) var byteCount: Int64 = 0
  /// Whether the source has ended; the bytes in view are then the last.
  private(set) var isAtEnd = false

  private let buffer: UnsafeMutableRawBufferPointer
  private var start = 0
  private var end = 0

  init(_ source: any ByteSource) {
    self.source = source
    // 64 bytes: a cache line, so that no packet's header is split for want of alignment.
    buffer = .allocate(byteCount: Self.chunkSize * 2, alignment: 64)
  }

  deinit { buffer.deallocate() }

  /// The bytes read and not used.
  var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: buffer[start..<end]) }

  /// Marks the first `count` bytes as used.
  func use(_ count: Int) { start += min(count, end - start) }

  /// Reads once and appends to the bytes in view. Returns false at the end of the source, or when
  /// the buffer is full of bytes that nobody used.
  @discardableResult
  func readMore() throws(TimedMetadataError) -> Bool {
    guard !isAtEnd else { return false }
    if start > 0 {
      // What is left over is less than a few packets: moving it costs next to nothing.
      if end > start, let base = buffer.baseAddress {
        base.copyMemory(from: base + start, byteCount: end - start)
      }
      end -= start
      start = 0
    }
    let room = min(Self.chunkSize, buffer.count - end)
    guard room > 0 else { return false }
    let count = try source.read(
      into: UnsafeMutableRawBufferPointer(rebasing: buffer[end..<end + room])
    )
    guard count > 0 else {
      isAtEnd = true
      return false
    }
    end += count
    byteCount += Int64(count)
    return true
  }

  /// Reads until at least `count` bytes are in view or the source has ended.
  func fill(to count: Int) throws(TimedMetadataError) {
    while end - start < count, try readMore() {}
  }
}
