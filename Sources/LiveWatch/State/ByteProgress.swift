/// The number of bytes that were read of a feed. Times are of the steady clock.
struct ByteProgress: Sendable {
  /// A stream without segments delivers if its media has arrived for at least this many seconds.
  private static let shortestDelivery = 3.0

  /// Bytes of this connection.
  private(set) var current: Int64 = 0
  /// Bytes of earlier connections.
  private var earlier: Int64 = 0
  /// When bytes of this connection last arrived; nil: none has arrived.
  private(set) var latest: Double?
  /// Of the bytes of this connection those up to the latest in which media was found.
  private var media: Int64 = 0
  /// When the first media of this connection arrived; nil: none has arrived.
  private var since: Double?

  /// Bytes of all connections.
  var total: Int64 { earlier + current }

  /// Begins a connection.
  mutating func connect() {
    earlier += current
    current = 0
    media = 0
    (since, latest) = (nil, nil)
  }

  /// Records the number of bytes that this connection has read.
  /// - Returns: Whether there are more than before.
  mutating func receive(_ bytes: Int64, now: Double) -> Bool {
    guard bytes > current else { return false }
    current = bytes
    latest = now
    return true
  }

  /// Records the number of bytes up to the latest in which media was found.
  /// - Returns: Whether there are more than before.
  mutating func receive(media bytes: Int64, now: Double) -> Bool {
    guard bytes > media else { return false }
    media = bytes
    since = since ?? now
    return true
  }

  /// Whether media has arrived for long enough to show that a stream without segments delivers.
  func showDelivery(now: Double) -> Bool {
    since.map { now - $0 >= Self.shortestDelivery } ?? false
  }
}
