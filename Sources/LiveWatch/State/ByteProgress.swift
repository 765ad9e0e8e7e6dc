/// The bytes that were read of a feed. Times are of the steady clock.
struct ByteProgress: Sendable {
  /// Bytes of a stream without segments that have come for this many seconds show that it delivers: those
  /// of an error page have not.
  private static let shortestDelivery = 3.0

  /// Bytes of this connection.
  private(set) var current: Int64 = 0
  /// Bytes of the connections before.
  private var earlier: Int64 = 0
  /// Since when bytes come on this connection; nil: none has come.
  private var since: Double?

  /// Bytes of all connections.
  var total: Int64 { earlier + current }

  /// The feed is opened.
  mutating func connect() {
    earlier += current
    current = 0
    since = nil
  }

  /// Takes how many bytes this connection has read.
  /// - Returns: Whether there are more than before.
  mutating func receive(_ bytes: Int64, now: Double) -> Bool {
    guard bytes > current else { return false }
    current = bytes
    since = since ?? now
    return true
  }

  /// Whether bytes have come for long enough to show that a stream without segments delivers.
  func showDelivery(now: Double) -> Bool {
    since.map { now - $0 >= Self.shortestDelivery } ?? false
  }
}
