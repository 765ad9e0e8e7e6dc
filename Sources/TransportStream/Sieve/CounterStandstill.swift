/// Watches for a continuity counter that does not count: packets with the counter of the one before and other
/// content. One of them may be fifteen lost packets; two in a row are a device that does not count.
struct CounterStandstill {
  private var count = 0
  /// Whether the packet in hand has the counter of the one before.
  private(set) var isLast = false
  /// Whether a packet of the unit that is held has.
  private(set) var isInUnit = false

  /// Goes on to the next packet.
  mutating func next() { isLast = false }

  /// The packet has the counter of the one before and other content. Gives whether the counter stands still.
  mutating func add() -> Bool {
    count = min(count + 1, 2)
    isLast = true
    return count == 2
  }

  /// The counter of the packet went on.
  mutating func end() { count = 0 }

  /// The packet starts a unit.
  mutating func begin() { isInUnit = isLast }

  /// The packet goes on with the unit.
  mutating func join() { isInUnit = isInUnit || isLast }
}
