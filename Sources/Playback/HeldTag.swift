import NielsenTag

/// The data of a tag that the player keeps until the tag is due.
package struct HeldTag: Sendable, Equatable {
  /// When to send the tag: seconds on the presentation timeline, not below 0.
  package var time: Double
  /// The tag's own time on the presentation timeline in seconds, which may be before 0; nil when it
  /// has none that can be right.
  var streamTime: Double?
  /// Unix seconds of the presentation time, when the stream has them.
  var wallClock: Double?
  /// The owners to send, in the order of their frames.
  package var owners: [String]

  /// The length in bytes from which an owner cannot be a payload.
  private static let ownerLimit = 1024

  /// The padding after an owner, which means nothing, is not kept. Of an owner that is far too long
  /// only the beginning is kept, and something that keeps it from becoming a payload.
  init(time: Double, streamTime: Double?, wallClock: Double?, owners: [String]) {
    self.time = time
    self.streamTime = streamTime
    self.wallClock = wallClock.flatMap { $0.isFinite ? $0 : nil }
    self.owners = owners.map { owner in
      guard owner.utf8.count > Self.ownerLimit else { return owner }
      let end = owner.utf8.lastIndex { !Self.isPadding($0) }
      let bytes = end.map { owner.utf8[...$0] } ?? owner.utf8.prefix(0)
      let start = String(decoding: bytes.prefix(Self.ownerLimit), as: UTF8.self)
      return bytes.count > Self.ownerLimit ? start + "~" : start
    }
  }

  /// NUL, CR, LF and space.
  private static func isPadding(_ byte: UInt8) -> Bool {
    byte == 0 || byte == 0x0A || byte == 0x0D || byte == 0x20
  }

  /// The clear last tag time of the first owner that has one, in Unix seconds.
  var lastTagTime: Int64? {
    for var owner in owners {
      let time = owner.withUTF8 { bytes in
        NielsenPayload.lastTagTime(
          ofPayload: UnsafeBufferPointer(rebasing: bytes.prefix(NielsenPayload.byteCount))
        )
      }
      if let time, NielsenPayload.plausibleTagTimes.contains(time) { return time }
    }
    return nil
  }
}
