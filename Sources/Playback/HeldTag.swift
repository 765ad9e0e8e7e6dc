import NielsenTag

/// What the player keeps of a tag until it is its turn.
struct HeldTag: Sendable, Equatable {
  /// Seconds on the presentation timeline, not below 0.
  var time: Double
  /// Unix seconds of the presentation time, when the stream tells them.
  var wallClock: Double?
  /// The owners to send, in the order of their frames.
  var owners: [String]

  /// The length from which an owner is no payload, whatever follows; in bytes.
  private static let ownerLimit = 1024

  /// Of an owner that is far too long only the beginning is kept, and something that keeps it from
  /// becoming a payload.
  init(time: Double, wallClock: Double?, owners: [String]) {
    self.time = time
    self.wallClock = wallClock.flatMap { $0.isFinite ? $0 : nil }
    self.owners = owners.map { owner in
      guard owner.utf8.count > Self.ownerLimit else { return owner }
      return String(decoding: owner.utf8.prefix(Self.ownerLimit), as: UTF8.self) + "~"
    }
  }

  /// The clear last tag time of the first owner that has one, in Unix seconds.
  var lastTagTime: Int64? {
    for var owner in owners {
      let time = owner.withUTF8 { bytes in
        NielsenPayload.lastTagTime(
          ofPayload: UnsafeBufferPointer(rebasing: bytes.prefix(NielsenPayload.byteCount))
        )
      }
      if let time, ClockStart.plausible.contains(time) { return time }
    }
    return nil
  }
}
