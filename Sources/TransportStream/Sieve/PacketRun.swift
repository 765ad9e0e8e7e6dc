/// Counts packets of one PID that could not be used, so that a run of them makes one note.
struct PacketRun {
  private var count = 0
  private var firstPosition: StreamPosition = .start
  private var firstTime: Int64?

  /// Counts a packet.
  mutating func add(position: StreamPosition, time: Int64?) {
    if count == 0 { (firstPosition, firstTime) = (position, time) }
    count += 1
  }

  /// Ends the run, and returns its length and first position; nil when it was empty.
  mutating func end() -> (count: Int, firstPosition: StreamPosition, firstTime: Int64?)? {
    guard count > 0 else { return nil }
    defer { count = 0 }
    return (count, firstPosition, firstTime)
  }
}
