/// Bytes in memory, returned in pieces of a chosen size, for tests and fuzzers.
public final class MemorySource: ByteSource {
  /// The input as the user named it.
  public let name: String
  /// The number of bytes.
  public var size: Int64? { Int64(bytes.count) }
  private let bytes: [UInt8]
  private let pieceSize: Int
  private var position = 0

  /// Gives out `bytes` in pieces of at most `pieceSize` bytes, at least 1.
  public init(_ bytes: [UInt8], name: String = "memory", pieceSize: Int = .max) {
    self.bytes = bytes
    self.name = name
    self.pieceSize = max(1, pieceSize)
  }

  /// Reads up to `buffer.count` bytes. Returns how many; 0 at the end.
  public func read(
    into buffer: UnsafeMutableRawBufferPointer
  ) throws(TimedMetadataError) -> Int {
    let count = min(buffer.count, pieceSize, bytes.count - position)
    bytes.withUnsafeBytes {
      buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[position..<position + count]))
    }
    position += count
    return count
  }
}
