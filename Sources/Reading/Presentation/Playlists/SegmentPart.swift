import Formats
import HTTP
import System
import TimedMetadata

/// A segment that is being read: its decrypted bytes, and their kind of media.
final class SegmentPart {
  private(set) var segment: PlannedSegment
  /// The kind of media, detected from the first bytes.
  var kind: InputKind { known ?? .transportStream }
  private var known: InputKind?
  /// The decrypted initialization section; empty if there is none, or if it could not be read.
  let initialization: [UInt8]
  /// The reason why the initialization section could not be read; nil if it was read, or if there is none. Fragmented
  /// MP4 can be read without this section, because event messages of version 1 contain their times.
  let initializationFailure: TimedMetadataError?
  /// The reason why reading ended before the end of the segment; nil if there was no failure.
  private(set) var failure: TimedMetadataError?
  private var body: SegmentBody
  private var decryption: SegmentDecryption?
  /// Bytes that were read to detect the kind and have not been returned yet.
  private var start = Fifo<SegmentBody.Item>()
  /// Whether reading has ended: all bytes have been read, or reading failed.
  private var isOver = false

  /// Waits for the first bytes, and detects their kind.
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
    var head: [UInt8] = []
    repeat {
      while head.count < detection.needed, case let item = try await read(), item != .end {
        guard case .bytes(let bytes, var part) = item else { continue }
        head += bytes
        for index in stride(from: 0, to: bytes.count, by: Self.pieceSize) {
          start.append(.bytes(Array(bytes[index...].prefix(Self.pieceSize)), part.take()))
        }
      }
      known = detection.kind(of: head)
    } while known == nil
    guard !start.isEmpty else {
      throw failure
        ?? TimedMetadataError(
          .empty,
          input: name,
          reason: "is empty",
          remedy: "check the packager"
        )
    }
    if let initializationFailure, kind != .isoMedia { throw initializationFailure }
    nameReadAddresses(ofInitialization: opened.initialization)
  }

  var hasHandedOutStart: Bool { start.isEmpty }

  /// Makes a parser for the kind of media. The parser reads the run that starts with this segment. `name` is the name
  /// of the rendition.
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

  func fail(_ error: TimedMetadataError) {
    isOver = true
    failure = failure ?? error
  }

  /// Waits for the next bytes, or for the end of a part or of the segment. A failure also ends the
  /// segment: `failure` has the reason.
  /// - Throws: `cancelled`.
  func next() async throws(TimedMetadataError) -> SegmentBody.Item {
    if let item = start.popFirst() { return item }
    return try await read()
  }

  /// The bytes that were read to detect the kind are returned in pieces of at most this size: 32 KiB.
  private static let pieceSize = 32 << 10

  private func read() async throws(TimedMetadataError) -> SegmentBody.Item {
    while !isOver {
      do throws(TimedMetadataError) {
        let item = try await receive()
        guard decryption != nil else {
          if item == .end { isOver = true }
          return item
        }
        let clear =
          if case .bytes(let bytes, _) = item { decryption?.feed(bytes) } else { try finish() }
        if let clear, !clear.isEmpty { return .bytes(clear) }
      } catch {
        guard error.code != .cancelled else { throw error }
        fail(error)
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

  func skip(_ count: Int64, surplus: Int64) -> Int64 {
    guard start.isEmpty, !isOver, decryption == nil else { return 0 }
    return body.skip(count, surplus: surplus)
  }

  private static func initialization(
    of opened: SegmentSchedule.Opened
  ) async throws(TimedMetadataError) -> [UInt8] {
    guard let section = opened.initialization else { return [] }
    let what = "initialization section"
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

  /// Reads a segment's key or initialization section. Returns no bytes if `resource` is nil.
  /// - Throws: An error that names the segment and the resource.
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

  /// Sets the URIs and URLs of the segment and its initialization section to the addresses that were read, if there
  /// were several.
  private func nameReadAddresses(ofInitialization initialization: SmallResource?) {
    if let read = body.readAddress { (segment.uri, segment.url) = (read.uri, read.url) }
    if let read = initialization?.readAddress {
      segment.initialization?.uri = read.uri
      segment.initialization?.url = read.url
    }
  }
}

/// The source of a segment's bytes.
enum SegmentBody: Sendable {
  case whole(ResourceBody)
  /// A resource that is fetched in ranges, so that bytes can be skipped.
  case ranged(RangedBody)
  /// The parts of a segment that is still being produced.
  case parts(PartedSegment)

  /// The start of a part or of the rest of a segment: its URI, and the position of its first byte in the resource.
  struct PartStart: Equatable, Sendable {
    var uri: String
    var offset: Int64
  }

  enum Item: Equatable {
    /// Bytes. They have a `PartStart` if they are the first bytes of a later part, or of the rest of the segment.
    case bytes([UInt8], PartStart? = nil)
    /// The end of a part; the next part may take a long time to arrive.
    case endOfPart
    case end
  }

  mutating func next() async throws(ResourceError) -> Item {
    switch self {
    case .whole(var body):
      defer { self = .whole(body) }
      return Self.item(try await body.next())
    case .ranged(var body):
      defer { self = .ranged(body) }
      return Self.item(try await body.next())
    case .parts(let segment):
      return try await segment.next()
    }
  }

  mutating func skip(_ count: Int64, surplus: Int64) -> Int64 {
    guard case .ranged(var body) = self else { return 0 }
    defer { self = .ranged(body) }
    return body.skip(count, surplus: surplus)
  }

  /// The address from which bytes have been read, if the resource has several addresses; nil for parts, and before the
  /// first bytes.
  var readAddress: BaseAddress? {
    switch self {
    case .whole(let body): body.readAddress
    case .ranged(let body): body.readAddress
    case .parts: nil
    }
  }

  func cancel() {
    switch self {
    case .whole(let body): body.cancel()
    case .ranged(let body): body.cancel()
    case .parts(let segment): segment.cancel()
    }
  }

  private static func item(_ bytes: [UInt8]) -> Item { bytes.isEmpty ? .end : .bytes(bytes) }
}
