/// The programs, by index, that the frames or the clock of a PID belong to. Usually there is one.
struct PIDOwners {
  /// The first program by PID, up to the highest PID with one; -1: none. Thousands of streams are watched at
  /// a time, and their PIDs are usually low.
  private var first: [Int32] = []
  /// Programs that share a PID with an earlier one.
  private var further: [UInt16: [Int]] = [:]

  /// Whether a PID belongs to several programs.
  var hasShared: Bool { !further.isEmpty }

  /// The first program of a PID.
  func first(of pid: UInt16) -> Int? {
    guard Int(pid) < first.count else { return nil }
    let index = Int(first[Int(pid)])
    return index < 0 ? nil : index
  }

  /// The programs of a PID after its first.
  func further(of pid: UInt16) -> [Int] { further[pid] ?? [] }

  /// Adds a program to those of a PID.
  mutating func assign(_ pid: UInt16, to index: Int) {
    let missing = Int(pid) + 1 - first.count
    if missing > 0 { first.append(contentsOf: repeatElement(-1, count: missing)) }
    let known = first[Int(pid)]
    if known < 0 {
      first[Int(pid)] = Int32(index)
    } else if known != Int32(index), further[pid]?.contains(index) != true {
      further[pid, default: []].append(index)
    }
  }

  /// Removes all programs. `body` is called with each PID that had one.
  mutating func removeAll(_ body: (UInt16) -> Void) {
    for pid in first.indices where first[pid] >= 0 { body(UInt16(pid)) }
    first.removeAll()
    further.removeAll()
  }
}
