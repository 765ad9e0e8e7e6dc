/// Detects a continuity counter that does not count: packets with the same counter as the previous packet and
/// other content. One such packet can mean fifteen lost packets; two in a row mean a device that does not
/// count.
struct CounterStandstill {
  private var count = 0
  /// Whether the current packet has the counter of the previous packet.
  private(set) var isLast = false
  /// Whether a packet of the held unit has the counter of the packet before it.
  private(set) var isInUnit = false

  /// Moves to the next packet.
  mutating func next() { isLast = false }

  /// Records a packet with the counter of the previous packet and other content. Returns whether the counter
  /// does not count.
  mutating func add() -> Bool {
    count = min(count + 1, 2)
    isLast = true
    return count == 2
  }

  /// Records a packet whose counter changed.
  mutating func end() { count = 0 }

  /// Records that the packet starts a unit.
  mutating func begin() { isInUnit = isLast }

  /// Records that the packet continues the unit.
  mutating func join() { isInUnit = isInUnit || isLast }
}
