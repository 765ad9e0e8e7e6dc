import Formats
import TimedMetadata

/// A rule that reports how many tags a player would show. It judges the newest version, and names
/// an earlier version that shows a smaller share.
protocol PlayerRule: Rule {
  static var policy: PlayerPolicy { get }

  var judges: PlayerJudges { get set }
}

/// The judges of the newest version and of earlier versions of a player.
struct PlayerJudges: Sendable {
  fileprivate var newest: PlayerJudge
  /// The judges of the last version before each version in which a behaviour ends, latest first.
  fileprivate var earlier: [(end: PlayerVersion, judge: PlayerJudge)]

  init(_ policy: PlayerPolicy) {
    newest = PlayerJudge(policy)
    earlier = policy.ends.map { ($0, PlayerJudge(policy, facts: policy.facts(before: $0))) }
  }

  /// Describes the latest earlier version that shows a smaller share of the tags than the newest, such as `media3
  /// before 1.10 shows 0 of 7: tags in an audio rendition`. Nil if no earlier version does.
  fileprivate func earlierLoss(than newest: PlayerJudge.Outcome, _ facts: InputFacts) -> String? {
    for (end, judge) in earlier {
      let tally = judge.outcome(facts).tally
      guard tally.shares.shown < newest.tally.shares.shown else { continue }
      let shared = newest.tally.reasons.all.map(\.reason)
      let own = tally.reasons.all.map(\.reason).filter { !shared.contains($0) }
      return "\(judge.policy.numbering.label) before \(end) shows \(tally.tags - tally.missed) of "
        + "\(tally.tags)" + (own.isEmpty ? "" : ": \(own.joined(separator: ", "))")
    }
    return nil
  }
}

extension PlayerRule {
  mutating func receive(_ tag: CheckedTag, _ log: inout FindingLog) {
    judges.newest.receive(tag)
    for index in judges.earlier.indices { judges.earlier[index].judge.receive(tag) }
  }

  mutating func receive(_ note: StreamNote, _ log: inout FindingLog) {
    judges.newest.receive(note)
    for index in judges.earlier.indices { judges.earlier[index].judge.receive(note) }
  }

  mutating func finish(_ facts: InputFacts, _ log: inout FindingLog) -> Assessment {
    let outcome = judges.newest.outcome(facts)
    guard !outcome.isUnplayed, outcome.tally.tags > 0 || judges.newest.unexamined.isEmpty else {
      return .notAssessed(.carriage)
    }
    let message = Self.message(outcome)
    let affected = outcome.tally.missed + outcome.tally.moved
    if outcome.tally.tags > 0 {
      let earlier = judges.earlierLoss(than: outcome, facts)
      log.remark = [message, earlier].compactMap(\.self).joined(separator: "; ")
    }
    // A finding is logged only if a fault of the stream drops or moves tags.
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
        "\(policy.name): \(count) of \(Decimals.counted(outcome.tally.tags, "tag")) "
        + (outcome.tally.missed > 0
          ? "not as Apple's documents require" : "as Apple's documents require")
    } else {
      message =
        "\(policy.name) would show \(outcome.tally.tags - outcome.tally.missed) of "
        + "\(Decimals.counted(outcome.tally.tags, "tag"))"
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
  /// The remedy for the most frequent reason for dropped tags that is a fault of the stream.
  fileprivate var remedy: String? {
    tally.reasons.all.filter { !limitations.contains($0.reason) }
      .max { $0.count < $1.count }
      .flatMap { MissedFor.remedy(for: $0.reason) }
  }
}

extension RuleTraits {
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

/// The faults in the declarations of ID3 PIDs, from the reader's notes about transport stream tables.
struct StreamDeclarations: Sendable {
  private struct PID: Hashable, Sendable {
    var rendition: String?
    var pid: Int?
  }

  private var faults: [PID: Set<String>] = [:]

  private static let maximumCount = 4096
  /// The rules about declarations whose notes are stored.
  private static let rules: Set<String> = [
    "pmt-stream-type", "pmt-metadata-descriptor", "pmt-metadata-pointer", "pmt-same-program",
  ]

  mutating func receive(_ note: StreamNote) {
    let rule = note.id.rawValue
    guard Self.rules.contains(rule) else { return }
    let pid = PID(rendition: note.rendition, pid: note.pid)
    guard faults[pid] != nil || faults.count < Self.maximumCount else { return }
    faults[pid, default: []].insert(rule)
  }

  /// Whether the reader noted `rule` for the PID of a stream, or for its rendition without naming a PID.
  func hasFault(_ rule: String, _ stream: StreamKey) -> Bool {
    let own = PID(rendition: stream.rendition, pid: stream.pid)
    let program = PID(rendition: stream.rendition, pid: nil)
    return faults[own]?.contains(rule) == true || faults[program]?.contains(rule) == true
  }
}

extension CheckedTag {
  var isInTransportStream: Bool { tag.carriage == .tsPES }

  /// Whether another tag precedes this one in its PES packet.
  var isAfterAnotherTag: Bool { (tag.transport?.tagsInFront ?? 0) > 0 }

  /// Whether the PMT in force lists another ID3 PID before the PID of the tag.
  var isAfterOtherPID: Bool { tag.transport?.isAfterOtherPID ?? false }

  /// Whether other bytes precede the tag in its PES packet or event message.
  var isAfterOtherBytes: Bool {
    has(.pesMauHeader) || has("pes-payload-start") || tag.eventMessage?.isAfterOtherBytes == true
  }

  /// Whether the PMT in force does not declare the PID of the tag as ID3.
  var isUndeclared: Bool { has(.pmtUndeclared) }
}
