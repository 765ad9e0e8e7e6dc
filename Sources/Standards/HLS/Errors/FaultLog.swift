/// Collects faults, up to a limit for each kind.
struct FaultLog {
  private(set) var faults: [PlaylistFault] = []
  /// How many were not kept.
  private(set) var omittedCount = 0
  private var counts: [PlaylistFaultKind: Int] = [:]
  private let limit: Int

  init(limit: Int) {
    self.limit = limit
  }

  /// Adds a fault. The sentence is only made when the fault is kept.
  mutating func add(_ kind: PlaylistFaultKind, line: Int, _ message: @autoclosure () -> String) {
    guard counts[kind, default: 0] < limit else {
      omittedCount += 1
      return
    }
    counts[kind, default: 0] += 1
    faults.append(PlaylistFault(kind, line: line, message()))
  }
}
