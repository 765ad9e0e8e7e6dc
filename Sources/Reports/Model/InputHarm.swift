import Conformance

/// How much an input hurts: those without tags first, then those that fail by the seconds that earn no
/// credit, then those that could not be read, and so on to those that passed.
struct InputHarm: Sendable, Equatable, Comparable {
  /// The status of the input.
  let status: InputStatus
  /// About as many seconds of the worst rendition earn no credit.
  let lostSeconds: Double

  private static let order: [InputStatus] = [
    .absent, .fail, .unreadable, .warn, .notJudged, .waiting, .notChecked, .pass,
  ]

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
  var isProblem: Bool { rank <= 2 }

  private var rank: Int { Self.order.firstIndex(of: status) ?? Self.order.count }

  static func < (one: InputHarm, other: InputHarm) -> Bool {
    one.rank == other.rank ? one.lostSeconds > other.lostSeconds : one.rank < other.rank
  }
}
