import TransportStream

/// A source of bytes. Only one thread at a time may use it.
public protocol ByteSource: AnyObject {
  /// The input as the user named it, for diagnostics.
  var name: String { get }
  /// The size in bytes; nil if it is not known before reading.
  var size: Int64? { get }

  /// Reads up to `buffer.count` bytes, and returns the number read: 0 at the end of the input or of one of its parts.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(TimedMetadataError) -> Int

  /// Opens the next part of an input in several parts, such as the segments of a rendition. Called after the previous
  /// part has been read to its end. Returns false if there are no more parts.
  func openNextPart() throws(TimedMetadataError) -> Bool

  /// Skips up to `count` of the next bytes if skipping them means that they need not be fetched. `surplus` is the
  /// number of bytes directly before them that were read but not needed either. Returns the number of bytes skipped; if
  /// it is 0, the caller must read the bytes.
  func skip(_ count: Int64, surplus: Int64) -> Int64

  /// A description of the gap before the part that was opened last: one sentence without a full stop. Nil if
  /// nothing is known to be missing.
  var hole: String? { get }
}

extension ByteSource {
  /// By default no bytes are skipped.
  public func skip(_ count: Int64, surplus: Int64) -> Int64 { 0 }

  /// By default nothing is missing.
  public var hole: String? { nil }

  /// By default an input has only one part.
  public func openNextPart() throws(TimedMetadataError) -> Bool { false }
}

/// A part of the input that is known to be missing, such as one of several files that are joined.
struct MissingPart {
  var words: String
  /// The position at which the part is missing.
  var position: StreamPosition
  /// The time at which the content before the missing part ends, in seconds of the run.
  var start: Double?

  /// Makes the note on the missing part. `end` is the time at which the content continues, in seconds of the run.
  func note(until end: Double?) -> ParsedEvent {
    let length = end.flatMap { end in start.map { end - $0 } } ?? 0
    let measured = length > 0 ? length : nil
    let note = StreamNote(id: .joinedHole, time: start, measured: measured, detail: words)
    return ParsedEvent(note, at: position)
  }
}

/// Bytes in memory, returned in pieces of a given size.
public final class MemorySource: ByteSource {
  /// The input as the user named it.
  public let name: String
  /// The number of bytes.
  public var size: Int64? { Int64(bytes.count) }
  private let bytes: [UInt8]
  private let pieceSize: Int
  private var position = 0

  /// Makes a source that returns `bytes` in pieces of at most `pieceSize` bytes. A `pieceSize` below 1 counts as 1.
  public init(_ bytes: [UInt8], name: String = "memory", pieceSize: Int = .max) {
    self.bytes = bytes
    self.name = name
    self.pieceSize = max(1, pieceSize)
  }

  /// Reads up to `buffer.count` bytes, and returns the number read; 0 at the end.
  public func read(into buffer: UnsafeMutableRawBufferPointer) throws(TimedMetadataError) -> Int {
    let count = min(buffer.count, pieceSize, bytes.count - position)
    bytes.withUnsafeBytes {
      buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[position..<position + count]))
    }
    position += count
    return count
  }
}
