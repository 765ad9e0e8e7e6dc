import Conformance
import Records

/// A cause of problems in one or more inputs: findings with a common cause, inputs that could not be read, or inputs
/// that lack tags that `--require` requires.
struct ReportCause: Sendable {
  enum Kind: Sendable, Hashable {
    /// The inputs have findings of this rule, or of rules that follow from it.
    case rule(RuleID)
    /// The inputs lack tags that `--require` requires.
    case required
    case unreadable

    var title: String {
      switch self {
      case .rule(let rule): RuleTitle.words(rule)
      case .required: "Required, but missing"
      case .unreadable: "Could not be read"
      }
    }
  }

  /// An input with the problem, and the times between which it occurs.
  struct Occurrence: Sendable, Equatable {
    /// The index of the input in the report.
    var input: Int
    /// The times of the first and the last finding, in seconds on the presentation timeline. Nil if no finding has a
    /// time.
    var times: ClosedRange<Double>?
  }

  let kind: Kind
  private(set) var severity: Severity
  private(set) var occurrences: [Occurrence] = []
  /// The message of the problem in the first input.
  let message: String
  let remedy: String?
  /// The approximate number of seconds without credit, in all inputs.
  private(set) var lostSeconds = 0.0
  private(set) var longestGap = 0.0
  /// The renditions in which the problem was found, at most 50.
  private(set) var renditions: [String] = []
  private(set) var players = PlayerLosses()

  init(_ problem: InputProblem) {
    (kind, severity) = (problem.kind, problem.cause?.severity ?? .error)
    (message, remedy) = (problem.message, problem.remedy)
  }

  /// The key of the cause in addresses and filters: the id of the rule, `required` or `unreadable`.
  var key: String {
    switch kind {
    case .rule(let rule): rule.rawValue
    case .required: "required"
    case .unreadable: "unreadable"
    }
  }

  var title: String { kind.title }

  /// Adds an input with the problem. `harm` is the harm of the whole input.
  mutating func add(
    _ input: InputReport,
    at index: Int,
    findings: FindingCause?,
    harm: InputHarm,
    players lines: [PlayerLine]
  ) {
    occurrences.append(Occurrence(input: index, times: findings?.times))
    severity = max(severity, findings?.severity ?? .error)
    lostSeconds += harm.lostSeconds
    longestGap = max(longestGap, input.longestGap ?? 0)
    for rendition in (findings?.findings ?? []).compactMap(\.place.rendition)
    where renditions.count < 50 && !renditions.contains(rendition) {
      renditions.append(rendition)
    }
    players.add(lines)
  }

  /// Whether this cause is more serious than `other`: first inputs without tags, then errors, missing requirements,
  /// unreadable inputs and warnings. Causes of the same kind are compared by lost seconds, then by number of inputs.
  func hurtsMore(than other: ReportCause) -> Bool {
    let ranks = (rank, other.rank)
    guard ranks.0 == ranks.1 else { return ranks.0 < ranks.1 }
    guard lostSeconds == other.lostSeconds else { return lostSeconds > other.lostSeconds }
    return occurrences.count > other.occurrences.count
  }

  private var rank: Int {
    switch kind {
    case .rule(let rule) where rule.rawValue == "tag-present": 0
    case .rule where severity == .error: 1
    case .rule: 4
    case .required: 2
    case .unreadable: 3
    }
  }
}

/// The number of tags that players would show, for players that would not show all tags on time because of the stream.
struct PlayerLosses: Sendable {
  private var lines: [(name: String, shown: Int, tags: Int)] = []

  mutating func add(_ players: [PlayerLine]) {
    for player in players where !player.isWhole && player.remedy != nil {
      if let index = lines.firstIndex(where: { $0.name == player.name }) {
        lines[index].shown += player.shown
        lines[index].tags += player.tags
      } else {
        lines.append((player.name, player.shown, player.tags))
      }
    }
  }

  /// The losses as text, such as `media3 and hls.js show 0 of 38 tags`. Nil if there are none.
  var words: String? {
    guard let worst = lines.min(by: { ratio($0) < ratio($1) }) else { return nil }
    let alike = lines.filter { $0.shown == worst.shown && $0.tags == worst.tags }.map(\.name)
    let others = lines.count - alike.count
    let verb = alike.count == 1 ? "shows" : "show"
    let more =
      others > 0
      ? "; \(Quantity.plural(others, "more player")) \(others == 1 ? "loses" : "lose") some" : ""
    return "\(WordList.text(alike)) \(verb) \(Quantity.count(worst.shown)) of "
      + "\(Quantity.plural(worst.tags, "tag"))\(more)"
  }

  private func ratio(_ line: (name: String, shown: Int, tags: Int)) -> Double {
    Double(line.shown) / Double(max(1, line.tags))
  }
}

/// Lists of words in sentences.
enum WordList {
  /// A list as text, such as `a, b and c`.
  static func text(_ words: [String]) -> String {
    guard let last = words.last, words.count > 1 else { return words.first ?? "" }
    return words.dropLast().joined(separator: ", ") + " and " + last
  }

  /// The first `count` words as a list, and the number of the others.
  static func text(_ words: [String], upTo count: Int, noun: String) -> String {
    guard words.count > count else { return text(words) }
    let rest = words.count - count
    return words.prefix(count).joined(separator: ", ") + " and \(Quantity.plural(rest, noun))"
  }
}
