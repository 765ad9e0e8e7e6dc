import Conformance

/// How many tags a player would show to the viewers of the worst rendition.
package struct PlayerLine: Sendable, Equatable {
  /// The player.
  package var name: String
  /// Tags that it would show.
  package var shown: Int
  /// Tags that there are.
  package var tags: Int
  /// Why it misses the others, or shows tags at another time; empty when it does not.
  package var reasons: String
  /// What to do; nil where the player alone is the reason.
  package var remedy: String?

  /// The line of a rule about a player, `hls.js would show 3 of 30 tags: reason (27)` or
  /// `AVPlayer: 27 of 30 tags not as Apple's documents ask: reason (27)`; nil for others.
  package init?(_ result: RuleResult, findings: [Finding]) {
    guard let remark = result.remark, result.rule.rawValue.hasPrefix("player-"),
      let match = remark.firstMatch(
        of: /^(.+?)(?: would show|:) (\d+) of (\d+) tags?( not as)?(?:[^:]*)(?:: (.*))?$/
      ),
      let count = Int(match.2), let tags = Int(match.3)
    else { return nil }
    name = String(match.1)
    (shown, self.tags) = (match.4 == nil ? count : tags - count, tags)
    reasons = match.5.map(String.init) ?? ""
    remedy = findings.first { $0.rule == result.rule }.flatMap { finding in
      finding.remedy ?? RuleDescription.named(finding.rule)?.traits.remedy
    }
  }

  /// Whether it shows all, in time.
  package var isWhole: Bool { shown == tags && reasons.isEmpty }
}

extension Report {
  /// The players of an input.
  func players(of input: InputReport) -> [PlayerLine] {
    results(of: input).compactMap { PlayerLine($0, findings: input.findings) }
  }
}
