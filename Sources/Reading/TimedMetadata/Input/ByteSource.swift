import TransportStream

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

/// A part of the input that is known to be missing, such as a file among those that are joined.
struct MissingPart {
  /// A description of the missing part.
  var words: String
  /// Where it would be.
  var position: StreamPosition
  /// Seconds on the run's timeline at which the content before it ends.
  var start: Double?

  /// The note that it is missing; `end` is the time at which the content continues.
  func note(until end: Double?) -> ParsedEvent {
    let length = end.flatMap { end in start.map { end - $0 } } ?? 0
    let measured = length > 0 ? length : nil
    let note = StreamNote(id: .joinedHole, time: start, measured: measured, detail: words)
    return ParsedEvent(note, at: position)
  }
}

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
