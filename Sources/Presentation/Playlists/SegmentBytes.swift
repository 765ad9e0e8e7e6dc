import TimedMetadata

/// The bytes of a segment that can be read: a failure is stored and ends them.
final class SegmentBytes: ByteSource {
  /// The reason why they ended; nil if there was no failure.
  private(set) var failure: TimedMetadataError?
  private let source: any ByteSource

  init(_ source: any ByteSource) { self.source = source }

  var name: String { source.name }

  var size: Int64? { source.size }

  /// Reads bytes; 0 at the end, or if reading failed.
  /// - Throws: `cancelled`.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(TimedMetadataError) -> Int {
    guard failure == nil else { return 0 }
    do {
      return try source.read(into: buffer)
    } catch {
      guard error.code != .cancelled else { throw error }
      failure = error
      return 0
    }
  }

  func skip(_ count: Int64, surplus: Int64) -> Int64 {
    failure == nil ? source.skip(count, surplus: surplus) : 0
  }

  /// The reader of the media failed.
  func fail(_ error: TimedMetadataError) { failure = failure ?? error }
}
