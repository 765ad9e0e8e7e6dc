/// The duration of a frame, from the steps between the time stamps of one stream in the order in which they
/// arrive.
///
/// Frames in presentation order last as long as the latest step. Video with B frames arrives in another
/// order: steps then span several frames, some go back, and the smallest is one frame.
struct FrameDuration: Sendable, Hashable {
  private struct Steps: Hashable {
    var count = 0
    var smallest = Int64.max
    var goesBack = false
  }

  /// The number of steps in a group: more than in any group of B frames. Two groups count, so that one wrong
  /// time stamp is forgotten.
  private static let groupSize = 16

  private var latest: Int64 = 0
  private var current = Steps()
  private var previous = Steps()

  /// Whether frames arrive in another order than that of presentation.
  var isReordered: Bool { current.goesBack || previous.goesBack }

  /// Ticks; 0 before the second frame.
  var ticks: Int64 {
    guard isReordered else { return latest }
    return min(current.smallest, previous.smallest)
  }

  /// Takes a step. A step of more than a second is a gap or a break, not the duration of a frame.
  mutating func receive(step: Int64) {
    guard step != 0, (-Timestamp.ticksPerSecond...Timestamp.ticksPerSecond).contains(step) else {
      return
    }
    if current.count == Self.groupSize {
      previous = current
      current = Steps()
    }
    current.count += 1
    current.smallest = min(current.smallest, abs(step))
    if step > 0 { latest = step } else { current.goesBack = true }
  }
}
