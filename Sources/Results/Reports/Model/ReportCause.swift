import Conformance
import Records

/// A cause of problems with inputs: findings of one cause over all of them, inputs that could not be read, or
/// inputs without required data.
struct ReportCause: Sendable {
  /// The common property of the inputs.
  enum Kind: Sendable, Hashable {
    /// Findings of this rule and of those that follow from it.
    case rule(RuleID)
    /// `--require` names what they lack.
    case required
    /// They could not be read.
    case unreadable

    var title: String {
      switch self {
      case .rule(let rule): RuleTitle.words(rule)
      case .required: "Required, but missing"
      case .unreadable: "Could not be read"
      }
    }
  }

  /// An input, and when it begins there.
  struct Occurrence: Sendable, Equatable {
    /// The index in the report.
    var input: Int
    /// Presentation seconds from the first to the last place; nil without a time.
    var times: ClosedRange<Double>?
  }

  let kind: Kind
  private(set) var severity: Severity
  private(set) var occurrences: [Occurrence] = []
  /// The message for the first of them.
  let message: String
  let remedy: String?
  /// The seconds that it costs, over all inputs.
  private(set) var lostSeconds = 0.0
  private(set) var longestGap = 0.0
  /// The renditions in which it was found.
  private(set) var renditions: [String] = []
  private(set) var players = PlayerLosses()

  init(_ problem: InputProblem) {
    (kind, severity) = (problem.kind, problem.cause?.severity ?? .error)
    (message, remedy) = (problem.message, problem.remedy)
  }

  /// The key in addresses and filters: the rule, `required` or `unreadable`.
  var key: String {
    switch kind {
    case .rule(let rule): rule.rawValue
    case .required: "required"
    case .unreadable: "unreadable"
    }
  }

  /// The title.
  var title: String { kind.title }

  /// Adds an input. `harm` is that of the whole input.
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

  /// The more severe cause comes first: nothing is measured, errors by seconds, the rest, warnings.
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

/// How many tags players would miss, where the stream is the reason.
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

  /// `media3 and hls.js show 0 of 38 tags`; nil where no tag is lost.
  var words: String? {
    guard let worst = lines.min(by: { ratio($0) < ratio($1) }) else { return nil }
    let alike = lines.filter { $0.shown == worst.shown && $0.tags == worst.tags }.map(\.name)
    let others = lines.count - alike.count
    let verb = alike.count == 1 ? "shows" : "show"
    let more = others > 0 ? "; \(Quantity.plural(others, "more player")) lose some" : ""
    return "\(WordList.text(alike)) \(verb) \(Quantity.count(worst.shown)) of "
      + "\(Quantity.plural(worst.tags, "tag"))\(more)"
  }

  private func ratio(_ line: (name: String, shown: Int, tags: Int)) -> Double {
    Double(line.shown) / Double(max(1, line.tags))
  }
}

/// Lists in a sentence.
enum WordList {
  /// `a`, `a and b`, `a, b and c`.
  static func text(_ words: [String]) -> String {
    guard let last = words.last, words.count > 1 else { return words.first ?? "" }
    return words.dropLast().joined(separator: ", ") + " and " + last
  }

  /// The first of them, and how many more there are.
  static func text(_ words: [String], upTo count: Int, noun: String) -> String {
    guard words.count > count else { return text(words) }
    let rest = words.count - count
    return words.prefix(count).joined(separator: ", ") + " and \(Quantity.plural(rest, noun))"
  }
}
