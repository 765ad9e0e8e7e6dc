/// Where bytes come from. A source is used by one thread at a time.
public protocol ByteSource: AnyObject {
  /// The input as the user named it, for diagnostics.
  var name: String { get }
  /// The size in bytes where it is known beforehand.
  var size: Int64? { get }

  /// Reads up to `buffer.count` bytes. Returns how many; 0 at the end of the input, and at the end of
  /// a part of it.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(TimedMetadataError) -> Int

  /// Opens the next part of an input that comes in parts, such as the segments of a rendition; called
  /// when the part before has been read to its end. False: there is none.
  func openNextPart() throws(TimedMetadataError) -> Bool

  /// Skips up to `count` of the next bytes where they need not be fetched then. Of the bytes that were read
  /// last, `surplus` were not needed either. Returns how many bytes were skipped; 0: the caller must read them.
  func skip(_ count: Int64, surplus: Int64) -> Int64

  /// A description of the missing part of the input before the part that was opened last, in one sentence
  /// without a full stop; nil: no part is known to be missing.
  var hole: String? { get }
}

extension ByteSource {
  /// All bytes are to be read.
  public func skip(_ count: Int64, surplus: Int64) -> Int64 { 0 }

  /// Nothing is missing.
  public var hole: String? { nil }

  /// An input in one part.
  public func openNextPart() throws(TimedMetadataError) -> Bool { false }
}
