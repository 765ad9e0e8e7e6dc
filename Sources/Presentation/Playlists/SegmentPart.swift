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
  /// Bytes of the file before those that are passed to the reader.
  private(set) var leadingByteCount: Int64
  /// Bytes of ID3 tags before a transport stream.
  let leadingTagByteCount: Int64
  /// These tags.
  let leadingTags: [TimedMetadataEvent]
  private let bytes: SegmentBytes
  /// The source of the bytes of a segment that is still being made.
  private let parts: PartedByteSource?
  private let chunks: ChunkReader

  /// Waits for the first bytes.
  /// - Throws: The reason why the segment cannot be read; `cancelled`.
  init(_ opened: SegmentSchedule.Opened, options: ReaderOptions) throws(TimedMetadataError) {
    segment = opened.segment
    leadingByteCount = opened.segment.byteRange?.lowerBound ?? 0
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
    let kind = try InputKind.detect(in: chunks, comesInParts: comesInParts)
    guard !chunks.bytes.isEmpty else {
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
    var tags: [TimedMetadataEvent] = []
    var tagByteCount: Int64 = 0
    if kind == .transportStream {
      var leading = LeadingTags(options: options)
      while let event = try leading.next(from: chunks) { tags.append(event) }
      tagByteCount = Int64(leading.byteCount)
    }
    leadingByteCount += tagByteCount
    leadingTagByteCount = tagByteCount
    leadingTags = tags
  }

  /// The reason why reading ended early; nil if it did not.
  var failure: TimedMetadataError? { bytes.failure }

  /// Calls `body` whenever a part of a segment that is still being made has been read.
  func atEndOfPart(_ body: @escaping () -> Void) { parts?.didEndPart = body }

  /// Whether the bytes that were read to detect the kind have been passed to the reader.
  var hasHandedOn: Bool { chunks.bytes.isEmpty }

  /// The reader of the media failed.
  func fail(_ error: TimedMetadataError) { bytes.fail(error) }

  /// Reads bytes; 0 at the end, or if reading failed.
  /// - Throws: `cancelled`.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(TimedMetadataError) -> Int {
    let waiting = chunks.bytes.prefix(buffer.count)
    if !waiting.isEmpty {
      buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: waiting))
      chunks.use(waiting.count)
      return waiting.count
    }
    return chunks.isAtEnd ? 0 : try bytes.read(into: buffer)
  }

  /// Skips bytes that then need not be fetched; returns their number.
  func skip(_ count: Int64, surplus: Int64) -> Int64 {
    guard chunks.bytes.isEmpty, !chunks.isAtEnd else { return 0 }
    return bytes.skip(count, surplus: surplus)
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
