import TimedMetadata

/// A rule that reports how many of the tags one player would show, by its policy.
protocol PlayerRule: Rule {
  /// The policy of the player.
  static var policy: PlayerPolicy { get }

  var judge: PlayerJudge { get set }
}

extension PlayerRule {
  mutating func receive(_ tag: CheckedTag, _ log: inout FindingLog) { judge.receive(tag) }

  mutating func receive(_ note: StreamNote, _ log: inout FindingLog) { judge.receive(note) }

  mutating func finish(_ facts: InputFacts, _ log: inout FindingLog) -> Assessment {
    let outcome = judge.outcome(facts)
    guard !outcome.isUnplayed, outcome.tally.tags > 0 || !judge.skipsTags else {
      return .notAssessed(.carriage)
    }
    let message = Self.message(outcome)
    let affected = outcome.tally.missed + outcome.tally.moved
    if outcome.tally.tags > 0 { log.remark = message }
    // It is a finding where the stream gives a reason to miss or move tags.
    let isOfStream = (outcome.tally.reasons.all + outcome.tally.moves.all)
      .contains { !outcome.limitations.contains($0.reason) }
    if isOfStream {
      log.add(message, at: Place(), remedy: outcome.remedy, amount: affected)
    } else {
      log.count(affected)
    }
    return .assessed
  }

  static func message(_ outcome: PlayerJudge.Outcome) -> String {
    let reasons = outcome.tally.reasonTexts.joined(separator: ", ")
    var message: String
    if policy.basis == .documents {
      let count = outcome.tally.missed > 0 ? outcome.tally.missed : outcome.tally.tags
      message =
        "\(policy.name): \(count) of \(Words.count(outcome.tally.tags, "tag")) "
        + (outcome.tally.missed > 0 ? "not as Apple's documents ask" : "as Apple's documents ask")
    } else {
      message =
        "\(policy.name) would show \(outcome.tally.tags - outcome.tally.missed) of "
        + "\(Words.count(outcome.tally.tags, "tag"))"
    }
    if outcome.tally.moved > 0 {
      let seconds = Words.seconds(abs(outcome.tally.longestMove))
      let side = outcome.tally.longestMove < 0 ? "early" : "late"
      message += ", \(outcome.tally.moved) of them up to \(seconds) \(side)"
    }
    return message + (reasons.isEmpty ? "" : ": \(reasons)")
  }
}

extension PlayerJudge.Outcome {
  /// The remedy for the most frequent reason that is in the stream.
  fileprivate var remedy: String? {
    tally.reasons.all.filter { !limitations.contains($0.reason) }
      .max { $0.count < $1.count }
      .flatMap { MissedFor.remedy(for: $0.reason) }
  }
}

extension RuleTraits {
  /// The traits of a rule about a player.
  static func player(remedy: String, source: String, needs: [Requirement] = []) -> RuleTraits {
    RuleTraits(
      .player,
      .info,
      bound: .none,
      needs: [.media] + needs + [.tags],
      remedy: remedy,
      source: source
    )
  }
}
