import HTTP

/// The bytes of a segment, as its reader takes them.
enum SegmentBody: Sendable {
  /// All of it.
  case whole(ResourceBody)
  /// Only what its reader needs.
  case ranged(RangedBody)
  /// Part by part, while it is still being made.
  case parts(PartedSegment)

  /// What comes next of a segment.
  enum Item: Equatable {
    case bytes([UInt8])
    /// The part has been read; the next one may take long.
    case endOfPart
    case end
  }

  /// Waits for what comes next.
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

  /// Skips up to `count` of the next bytes if they then need not be fetched; returns their number. Of the bytes that
  /// were read last, `surplus` were not needed either.
  mutating func skip(_ count: Int64, surplus: Int64) -> Int64 {
    guard case .ranged(var body) = self else { return 0 }
    defer { self = .ranged(body) }
    return body.skip(count, surplus: surplus)
  }

  /// The address that was read, if there are several; nil before the first bytes.
  var readAddress: BaseAddress? {
    switch self {
    case .whole(let body): body.readAddress
    case .ranged(let body): body.readAddress
    case .parts: nil
    }
  }

  /// Ends the request; a task that waits for it gets `cancelled`.
  func cancel() {
    switch self {
    case .whole(let body): body.cancel()
    case .ranged(let body): body.cancel()
    case .parts(let segment): segment.cancel()
    }
  }

  private static func item(_ bytes: [UInt8]) -> Item { bytes.isEmpty ? .end : .bytes(bytes) }
}
