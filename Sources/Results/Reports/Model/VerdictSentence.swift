import Conformance
import Records

/// The verdict on an input in one sentence.
struct VerdictSentence {
  let input: InputReport

  /// At most as many rules are named for each severity.
  private static let named = 3

  var words: String {
    switch input.status {
    case .unreadable: return "This input could not be read, or not to its end."
    case .waiting: return "Not read yet: run id3tap batch again to continue."
    case .notChecked:
      return "Not checked: \(amounts). Add the record of id3tap check for a verdict."
    case .absent:
      let others =
        input.tags.other > 0
        ? " \(Quantity.plural(input.tags.other, "ID3 tag")) of "
          + "other owners." : ""
      return "No Nielsen tag in \(Quantity.moment(input.duration))." + others
    case .notJudged:
      guard let reason = input.notJudged else { return "Not judged: \(amounts)." }
      return "N\(reason.hasPrefix("n") ? reason.dropFirst() : "ot judged: \(reason)")."
    case .pass: return "Nothing wrong found: \(amounts)."
    case .fail, .warn:
      let parts = [named(.error, "Failed"), named(.warning, "Warned")].compactMap { $0 }
      return parts.isEmpty ? "See the rules below: \(amounts)." : parts.joined(separator: " ")
    }
  }

  private var amounts: String {
    let counts = input.tags
    let tags =
      "\(Quantity.plural(counts.data, "DATA tag")) and "
      + Quantity.plural(counts.info, "INFO tag")
    return input.duration.map { "\(tags) in \(Quantity.moment($0))" } ?? tags
  }

  private func named(_ severity: Severity, _ heading: String) -> String? {
    let rules = FindingCause.byRule(input.findings).filter { $0.severity == severity }
    guard !rules.isEmpty else { return nil }
    let renditions = Set(input.streams.compactMap(\.rendition)).count
    let names = rules.prefix(Self.named).map { rule in
      let found = rule.findings.filter { $0.severity == severity }
      let count = Set(found.compactMap(\.place.rendition)).count
      let share = count > 0 && renditions > 1 ? " in \(count) of \(renditions) renditions" : ""
      let place = found.first?.place.time.map { " (\(Quantity.moment($0)))" } ?? ""
      return RuleTitle.words(rule.rule) + share + place
    }
    let rest = rules.count - names.count
    let more = rest > 0 ? [Quantity.plural(rest, "more rule")] : []
    return "\(heading): " + (names + more).joined(separator: ", ") + "."
  }
}
