import Conformance

/// How many tags a player would show to the viewers of the worst rendition.
package struct PlayerLine: Sendable, Equatable {
  package var name: String
  /// Tags that it would show.
  package var shown: Int
  package var tags: Int
  /// Why it misses the others, or shows tags at another time; empty when it does not.
  package var reasons: String
  /// The remedy; nil if the player is the only reason.
  package var remedy: String?

  /// The line of a rule about a player, `hls.js would show 3 of 30 tags: reason (27)` or
  /// `AVPlayer: 27 of 30 tags not as Apple's documents ask: reason (27)`, without a remedy; nil for others.
  init?(_ result: RuleResult) {
    guard result.rule.rawValue.hasPrefix("player-"), let remark = result.remark,
      let line = Self.parts(of: remark[...])
    else { return nil }
    (name, shown, tags, reasons) = line
  }

  /// The line with the remedy of what was found by `rule`.
  fileprivate func remedied(by rule: RuleID, _ findings: [Finding]) -> PlayerLine {
    var line = self
    line.remedy = findings.first { $0.rule == rule }.flatMap { finding in
      finding.remedy ?? RuleDescription.named(finding.rule)?.traits.remedy
    }
    return line
  }

  /// Parsed without a regular expression: thousands of inputs have several such lines each, and one takes
  /// seconds.
  private static func parts(of remark: Substring) -> (String, Int, Int, String)? {
    let words = remark.utf8
    let verb = words.firstRange(of: " would show ".utf8) ?? words.firstRange(of: ": ".utf8)
    guard let verb, verb.lowerBound > words.startIndex else { return nil }
    let rest = words[verb.upperBound...]
    let colon = rest.firstRange(of: ": ".utf8)
    let counted = rest[..<(colon?.lowerBound ?? rest.endIndex)]
    let numbers = counted.split(separator: UInt8(ascii: " "))
    guard numbers.count >= 4, numbers[1].elementsEqual("of".utf8),
      numbers[3].starts(with: "tag".utf8),
      let count = Int(Substring(numbers[0])), let tags = Int(Substring(numbers[2]))
    else { return nil }
    // "27 of 30 tags not as Apple's documents ask" counts those that are not shown.
    let isOfMissed = counted.firstRange(of: " not as ".utf8) != nil
    let reasons = colon.map { String(Substring(rest[$0.upperBound...])) } ?? ""
    return (
      String(Substring(words[..<verb.lowerBound])), isOfMissed ? tags - count : count, tags, reasons
    )
  }

  /// Whether it shows all, in time.
  package var isWhole: Bool { shown == tags && reasons.isEmpty }
}

extension Report {
  func players(of input: InputReport) -> [PlayerLine] {
    input.outcomes.compactMap { index in
      outcomes.playerLine(index)?.remedied(by: outcomes[index].rule, input.findings)
    }
  }
}
