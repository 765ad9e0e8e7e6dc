import Conformance

/// The condition of a feed in one word, the most urgent first.
enum FeedCondition: Int, Sendable, Comparable, CaseIterable {
  /// It does not deliver.
  case lost
  /// An alarm with the severity `error` is raised.
  case alarm
  /// An alarm with the severity `warning` is raised.
  case warning
  /// No DATA tag has arrived yet.
  case waiting
  /// It delivers tags, and only notices are raised.
  case ok

  static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }

  /// The word, which is also its CSS class in a page.
  var word: String {
    switch self {
    case .lost: "lost"
    case .alarm: "alarm"
    case .warning: "warning"
    case .waiting: "waiting"
    case .ok: "ok"
    }
  }

  /// Whether the feed needs attention.
  var isTrouble: Bool { self <= .warning }

  /// The condition of a feed whose most severe alarm has this severity.
  init(_ severity: Severity) {
    switch severity {
    case .error: self = .alarm
    case .warning: self = .warning
    case .info: self = .ok
    }
  }
}

extension FeedSnapshot {
  /// The condition of the feed.
  var condition: FeedCondition {
    if status == .lost { return .lost }
    let worst = alarms.map(\.severity).max().map { FeedCondition($0) } ?? .ok
    return (status == .waiting || !hasTags) && worst == .ok ? .waiting : worst
  }

  /// Whether a DATA tag has arrived since the watch began.
  private var hasTags: Bool { counted.contains { $0.counters.tags.data > 0 } }

  /// The seconds since the condition began: the age of the oldest alarm of the severity that decides, or of
  /// the state of the connection.
  /// - Parameter date: Unix seconds.
  /// - Returns: Seconds, at least 0.
  func conditionAge(at date: Double) -> Double {
    let condition = condition
    guard condition == .alarm || condition == .warning else { return statusAge }
    let since = alarms.filter { FeedCondition($0.severity) == condition }.map(\.since).min()
    return since.map { max(0, date - $0) } ?? statusAge
  }
}
