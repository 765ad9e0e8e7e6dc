import Conformance

/// How much an input hurts: those without tags first, then those that fail by the seconds that earn no
/// credit, then those that could not be read, and so on to those that passed.
struct InputHarm: Sendable, Equatable, Comparable {
  /// The status of the input.
  let status: InputStatus
  /// About as many seconds of the worst rendition earn no credit.
  let lostSeconds: Double

  init(_ input: InputReport, strips: [MiniStrip]) {
    status = input.status
    switch status {
    case .absent: lostSeconds = input.duration ?? 0
    case .fail, .warn:
      let gap = input.longestGap.flatMap { $0 > RuleDescription.cadenceGapLimit ? $0 : nil } ?? 0
      lostSeconds = max(gap, strips.map(\.lostSeconds).max() ?? 0)
    default: lostSeconds = 0
    }
  }

  /// Whether it is more than a warning.
  var isProblem: Bool { [.absent, .fail, .unreadable].contains(status) }

  static func < (one: InputHarm, other: InputHarm) -> Bool {
    let ranks = (one.status.rank, other.status.rank)
    return ranks.0 == ranks.1 ? one.lostSeconds > other.lostSeconds : ranks.0 < ranks.1
  }
}
