/// Matches values with the patterns of the dictionary. Results are cached: most values
/// of a session are repeated in each of its pings.
final class RuleMatcher {
  /// Decisions that are remembered at most.
  private static let memory = 20_000
  /// Characters of a value that are matched; longer ones are only texts.
  private static let longest = 16 << 10

  private var patterns: [String: Regex<AnyRegexOutput>] = [:]
  private var decisions: [Question: Bool] = [:]

  private struct Question: Hashable {
    var pattern: String
    var value: String
  }

  /// Whether a value that is not blank follows the rule.
  func allows(_ value: String, by rule: FieldDictionary.Rule) -> Bool {
    guard rule.pattern != "^(?:.*)$", rule.pattern != "^(?:.+)$" else { return true }
    guard value.utf8.count <= Self.longest else { return rule.kind == "text" }
    let question = Question(pattern: rule.pattern, value: value)
    if let known = decisions[question] { return known }
    if decisions.count >= Self.memory { decisions = [:] }
    let answer = matches(question)
    decisions[question] = answer
    return answer
  }

  private func matches(_ question: Question) -> Bool {
    do {
      let regex = try regex(question.pattern)
      return try regex.wholeMatch(in: question.value) != nil
    } catch {
      preconditionFailure("the patterns of the dictionary can be matched: \(error)")
    }
  }

  private func regex(_ pattern: String) throws -> Regex<AnyRegexOutput> {
    if let known = patterns[pattern] { return known }
    let regex = try Regex(pattern).matchingSemantics(.unicodeScalar)
    patterns[pattern] = regex
    return regex
  }
}
