import Formats
import TimedMetadata

/// A segment that is being read: its decrypted bytes and their kind of media.
final class SegmentPart {
  private(set) var segment: PlannedSegment
  /// The kind of its bytes.
  let kind: InputKind
  /// The decrypted initialization section, for fragmented MP4.
  let initialization: [UInt8]
  /// The reason why it is empty although the playlist names one. Fragmented MP4 is read without it: event messages of
  /// version 1 contain their times.
  let initializationFailure: TimedMetadataError?
  /// Its location in the playlist.
  var initializationPlace: InitializationPlace? {
    segment.initialization.map {
      InitializationPlace(uri: $0.uri, offset: $0.byteRange?.lowerBound ?? 0)
    }
  }
  private let bytes: SegmentBytes
  /// The source of the bytes of a segment that is still being made.
  private let parts: PartedByteSource?
  private let chunks: ChunkReader
  /// Bytes that have been handed out or skipped.
  private var handedOut: Int64 = 0
  /// Where further parts of the segment begin.
  private var boundaries: [PartedResource.Boundary] = []

  /// Waits for the first bytes.
  /// - Throws: The reason why the segment cannot be read; `cancelled`.
  init(_ opened: SegmentSchedule.Opened, options: ReaderOptions) throws(TimedMetadataError) {
    segment = opened.segment
    do {
      initialization = try Self.initialization(of: opened)
      initializationFailure = nil
    } catch {
      if error.code == .cancelled { throw error }
      initialization = []
      initializationFailure = error
    }
    let name = opened.segment.uri
    parts = opened.segment.parts.map {
      PartedByteSource($0, name: name, isCancelled: options.isCancelled)
    }
    let carried: any ByteSource =
      parts
      ?? ResourceByteSource(opened.resource, name: name, isCancelled: options.isCancelled)
    if case .aes128(_, let vector) = opened.segment.encryption {
      let key = try Self.bytes(of: opened.key, "key", for: opened.segment)
      bytes = SegmentBytes(DecryptingByteSource(carried, key: key, initializationVector: vector))
    } else {
      bytes = SegmentBytes(carried)
    }
    chunks = ChunkReader(bytes, chunkSize: ChunkReader.smallChunkSize)
    let comesInParts = opened.segment.parts != nil || opened.resource is RangedResource
    let (kind, start) = try InputKind.detect(in: chunks, comesInParts: comesInParts)
    guard !start.isEmpty else {
      throw bytes.failure
        ?? TimedMetadataError(
          .empty,
          input: opened.segment.uri,
          reason: "holds no bytes",
          remedy: "check the packager"
        )
    }
    if let initializationFailure, kind != .isoMedia { throw initializationFailure }
    segment.nameReadAddresses(of: opened)
    self.kind = kind
  }

  /// The reason why reading ended early; nil if it did not.
  var failure: TimedMetadataError? { bytes.failure }

  /// Calls `body` whenever a part of a segment that is still being made has been read.
  func atEndOfPart(_ body: @escaping () -> Void) { parts?.didEndPart = body }

  /// Whether the bytes that were read to detect the kind have been handed out.
  var hasHandedOutStart: Bool { chunks.hasHandedOutStart }

  /// The reader of the media failed.
  func fail(_ error: TimedMetadataError) { bytes.fail(error) }

  /// The next bytes, valid until the next call; empty at the end, or if reading failed.
  /// - Throws: `cancelled`.
  func next() throws(TimedMetadataError) -> UnsafeRawBufferPointer {
    let bytes = try chunks.next()
    handedOut += Int64(bytes.count)
    boundaries += segment.parts?.takeBoundaries().filter { $0.offset > 0 } ?? []
    return bytes
  }

  /// The next part of the segment that begins in the last `count` bytes, and where in them.
  func takeBoundary(before count: Int) -> (PartedResource.Boundary, distance: Int)? {
    guard let boundary = boundaries.first, boundary.offset < handedOut else { return nil }
    boundaries.removeFirst()
    return (boundary, distance: max(0, Int(boundary.offset - handedOut) + count))
  }

  /// Skips bytes that then need not be fetched; returns their number.
  func skip(_ count: Int64, surplus: Int64) -> Int64 {
    let skipped = chunks.skip(count, surplus: surplus)
    handedOut += skipped
    return skipped
  }

  private static func initialization(
    of opened: SegmentSchedule.Opened
  ) throws(TimedMetadataError) -> [UInt8] {
    guard let section = opened.initialization else { return [] }
    let what = "initialization section (EXT-X-MAP)"
    let bytes = try Self.bytes(of: section, what, for: opened.segment)
    guard case .aes128(_, let vector) = opened.segment.initialization?.encryption else {
      return bytes
    }
    let key = try Self.bytes(
      of: opened.initializationKey,
      "key of the \(what)",
      for: opened.segment
    )
    do {
      return try DecryptingByteSource.decrypt(bytes, key: key, initializationVector: vector)
    } catch {
      throw Self.missing(what, section.request.url, for: opened.segment, because: error)
    }
  }

  /// Reads a resource without which the segment cannot be read.
  /// - Throws: An error that names both.
  private static func bytes(
    of resource: SmallResource?,
    _ what: String,
    for segment: PlannedSegment
  ) throws(TimedMetadataError) -> [UInt8] {
    guard let resource else { return [] }
    do throws(ResourceError) {
      return try resource.bytes()
    } catch {
      throw missing(what, error.url, for: segment, because: TimedMetadataError(error))
    }
  }

  private static func missing(
    _ what: String,
    _ url: String,
    for segment: PlannedSegment,
    because error: TimedMetadataError
  ) -> TimedMetadataError {
    var error = error
    error.input = segment.uri
    error.reason =
      "its \(what), \(URLAuthority.withoutUser(url)), cannot be read (\(error.reason))"
    return error
  }
}

extension PlannedSegment {
  /// Sets the addresses that were read, if there were several.
  fileprivate mutating func nameReadAddresses(of opened: SegmentSchedule.Opened) {
    if let read = opened.alternatives?.readAddress { (uri, url) = (read.uri, read.url) }
    if let read = opened.initialization?.readAddress {
      initialization?.uri = read.uri
      initialization?.url = read.url
    }
  }
}
