import Formats
import HTTP
import TimedMetadata

/// A segment that is being read: its decrypted bytes and their kind of media.
final class SegmentPart {
  private(set) var segment: PlannedSegment
  /// The kind of its bytes, from the first of them.
  var kind: InputKind { known ?? .transportStream }
  private var known: InputKind?
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
  /// The reason why reading ended early; nil if it did not.
  private(set) var failure: TimedMetadataError?
  private var body: SegmentBody
  private var decryption: SegmentDecryption?
  /// The bytes that were read to detect the kind and have not been handed out.
  private var start: [UInt8] = []
  /// The bytes are all read, or no more are wanted.
  private var isOver = false
  /// Bytes that have been handed out or skipped.
  private var handedOut: Int64 = 0
  /// Where further parts of the segment begin.
  private var boundaries: [PartedSegment.Boundary] = []

  /// Waits for the first bytes.
  /// - Throws: The reason why the segment cannot be read; `cancelled`.
  init(_ opened: SegmentSchedule.Opened) async throws(TimedMetadataError) {
    segment = opened.segment
    let name = opened.segment.uri
    do throws(TimedMetadataError) {
      initialization = try await Self.initialization(of: opened)
      initializationFailure = nil
    } catch {
      if error.code == .cancelled { throw error }
      initialization = []
      initializationFailure = error
    }
    body = opened.body
    if case .aes128(_, let vector) = opened.segment.encryption {
      let key = try await Self.bytes(of: opened.key, "key", for: opened.segment)
      decryption = try SegmentDecryption(key: key, initializationVector: vector, name: name)
    }
    let isWhole = if case .whole = body { true } else { false }
    var detection = InputKind.Detection(comesInParts: !isWhole)
    repeat {
      while start.count < detection.needed, case let item = try await read(), item != .end {
        if case .bytes(let bytes) = item { start += bytes }
      }
      known = detection.kind(of: start)
    } while known == nil
    guard !start.isEmpty else {
      throw failure
        ?? TimedMetadataError(
          .empty,
          input: name,
          reason: "holds no bytes",
          remedy: "check the packager"
        )
    }
    if let initializationFailure, kind != .isoMedia { throw initializationFailure }
    nameReadAddresses(ofInitialization: opened.initialization)
  }

  /// Whether the bytes that were read to detect the kind have been handed out.
  var hasHandedOutStart: Bool { start.isEmpty }

  /// A parser for its kind of media, which reads a run that starts with it; `name` is that of the rendition.
  func makeParser(name: String, options: ReaderOptions) -> any MediaParser {
    switch kind {
    case .isoMedia:
      ISOMediaParser(options: options, messageShifts: segment.messageShifts)
    case .packedAudio, .leadingID3:
      PackedAudioParser(options: options, isRendition: true)
    case .transportStream, .text, .playlist, .manifest, .compressed:
      TransportStreamParser(name: name, options: options)
    }
  }

  /// The parser of the media failed: nothing more is read.
  func fail(_ error: TimedMetadataError) { end(error) }

  private func end(_ error: TimedMetadataError?) {
    isOver = true
    failure = failure ?? error
  }

  /// What comes next; the end also if reading failed.
  /// - Throws: `cancelled`.
  func next() async throws(TimedMetadataError) -> SegmentBody.Item {
    guard start.isEmpty else {
      let piece = Array(start.prefix(Self.pieceSize))
      start.removeFirst(piece.count)
      return handOut(.bytes(piece))
    }
    return handOut(try await read())
  }

  /// Bytes that are handed out at once of those that were read to detect the kind: 32 KiB.
  private static let pieceSize = 32 << 10

  private func handOut(_ item: SegmentBody.Item) -> SegmentBody.Item {
    guard case .bytes(let bytes) = item else { return item }
    handedOut += Int64(bytes.count)
    boundaries += segment.parts?.takeBoundaries().filter { $0.offset > 0 } ?? []
    return item
  }

  /// Reads what comes next, and decrypts it.
  private func read() async throws(TimedMetadataError) -> SegmentBody.Item {
    while !isOver {
      do throws(TimedMetadataError) {
        let item = try await receive()
        guard decryption != nil else {
          if item == .end { isOver = true }
          return item
        }
        let clear =
          if case .bytes(let bytes) = item { decryption?.feed(bytes) } else { try finish() }
        if let clear, !clear.isEmpty { return .bytes(clear) }
      } catch {
        guard error.code != .cancelled else { throw error }
        end(error)
      }
    }
    return .end
  }

  private func finish() throws(TimedMetadataError) -> [UInt8] {
    isOver = true
    return try decryption?.finish() ?? []
  }

  private func receive() async throws(TimedMetadataError) -> SegmentBody.Item {
    do throws(ResourceError) {
      return try await body.next()
    } catch {
      throw TimedMetadataError(error)
    }
  }

  /// The next part of the segment that begins in the last `count` bytes, and where in them.
  func takeBoundary(before count: Int) -> (PartedSegment.Boundary, distance: Int)? {
    guard let boundary = boundaries.first, boundary.offset < handedOut else { return nil }
    boundaries.removeFirst()
    return (boundary, distance: max(0, Int(boundary.offset - handedOut) + count))
  }

  /// Skips bytes that then need not be fetched; returns their number.
  func skip(_ count: Int64, surplus: Int64) -> Int64 {
    guard start.isEmpty, !isOver, decryption == nil else { return 0 }
    let skipped = body.skip(count, surplus: surplus)
    handedOut += skipped
    return skipped
  }

  private static func initialization(
    of opened: SegmentSchedule.Opened
  ) async throws(TimedMetadataError) -> [UInt8] {
    guard let section = opened.initialization else { return [] }
    let what = "initialization section (EXT-X-MAP)"
    let bytes = try await Self.bytes(of: section, what, for: opened.segment)
    guard case .aes128(_, let vector) = opened.segment.initialization?.encryption else {
      return bytes
    }
    let key = try await Self.bytes(
      of: opened.initializationKey,
      "key of the \(what)",
      for: opened.segment
    )
    do {
      return try SegmentDecryption.decrypt(bytes, key: key, initializationVector: vector)
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
  ) async throws(TimedMetadataError) -> [UInt8] {
    guard let resource else { return [] }
    do throws(ResourceError) {
      return try await resource.bytes()
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
      "its \(what), \(ShownURL.text(url)), cannot be read (\(error.reason))"
    return error
  }

  /// Sets the addresses that were read, if there were several.
  private func nameReadAddresses(ofInitialization initialization: SmallResource?) {
    if let read = body.readAddress { (segment.uri, segment.url) = (read.uri, read.url) }
    if let read = initialization?.readAddress {
      segment.initialization?.uri = read.uri
      segment.initialization?.url = read.url
    }
  }
}
