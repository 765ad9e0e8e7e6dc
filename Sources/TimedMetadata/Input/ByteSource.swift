/// Where bytes come from. A source is used by one thread at a time.
public protocol ByteSource: AnyObject {
  /// The input as the user named it, for diagnostics.
  var name: String { get }
  /// The size in bytes where it is known beforehand.
  var size: Int64? { get }

  /// Reads up to `buffer.count` bytes. Returns how many; 0 at the end of the input.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(TimedMetadataError) -> Int
}
