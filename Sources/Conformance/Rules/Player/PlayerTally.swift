import TimedMetadata

/// Counts the Nielsen tags that a player would not show, and why.
struct PlayerTally: Sendable {
  /// Why a tag is missed: words that stand in front of a count.
  typealias Reason = String

  /// What was counted of one stream.
  fileprivate struct Count: Sendable {
    var tags = 0
    var missed = 0
    var reasons: [(reason: Reason, count: Int)] = []

    mutating func add(_ reasons: [Reason]) {
      tags += 1
      if !reasons.isEmpty { missed += 1 }
      for reason in reasons { add(reason, count: 1) }
    }

    mutating func add(_ reason: Reason, count: Int) {
      if let index = reasons.firstIndex(where: { $0.reason == reason }) {
        reasons[index].count += count
      } else {
        reasons.append((reason, count))
      }
    }
  }

  private var streams = PerStream<Count>()

  /// Takes the next tag: the reasons why it is missed, none when it is shown. What players show is asked
  /// of Nielsen tags, and of what may be left of one.
  mutating func receive(_ tag: CheckedTag, missedFor reasons: [Reason]) {
    _ = streams.update(tag.stream, from: Count()) { $0.add(reasons) }
  }

  /// What a player makes of all streams.
  struct Outcome {
    var tags = 0
    var missed = 0
    var reasons: [(reason: Reason, count: Int)] = []
  }

  /// Ends the stream. `reasons` tells why all tags of a stream are missed. Of a presentation with
  /// variants the one counts that shows least: its viewers are the ones to know about.
  func outcome(
    in renditions: [RenditionSummary],
    _ reasons: (StreamKey) -> [Reason]
  ) -> Outcome {
    var total = Count()
    var parts: [String?: Count] = [:]
    for (key, count) in streams.all {
      var whole = count
      let further = reasons(key)
      if !further.isEmpty { whole.missed = count.tags }
      for reason in further { whole.add(reason, count: count.tags) }
      total.add(whole)
      parts[key.rendition, default: Count()].add(whole)
    }
    let most = parts.values.map(\.tags).max() ?? 0
    let played = renditions.played.map { choice -> Count in
      let best = choice.compactMap { parts[$0] }.max { $0.shown < $1.shown }
      return best ?? .none(of: most, in: choice.first.flatMap { $0 } ?? "a variant")
    }
    let worst = most > 0 ? played.min { $0.share < $1.share } : nil
    let count = worst ?? total
    return Outcome(tags: count.tags, missed: count.missed, reasons: count.reasons)
  }
}

extension PlayerTally.Count {
  var shown: Int { tags - missed }
  var share: Double { tags == 0 ? 0 : Double(shown) / Double(tags) }

  mutating func add(_ other: Self) {
    tags += other.tags
    missed += other.missed
    for reason in other.reasons { add(reason.reason, count: reason.count) }
  }

  /// Of a variant that comes without tags.
  static func none(of tags: Int, in name: String) -> Self {
    Self(tags: tags, missed: tags, reasons: [("no tag in \(Words.printable(name))", tags)])
  }
}

extension [RenditionSummary] {
  /// What a viewer plays together, by name: a variant, with one audio rendition where it has some.
  /// Nothing where renditions are not all known.
  var played: [[String?]] {
    filter { $0.role == .variant }.flatMap { variant -> [[String?]] in
      let groups = Set(variant.audioGroups)
      let audio = filter {
        $0.name != variant.name && !groups.isDisjoint(with: $0.audioMemberships)
      }
      return audio.isEmpty ? [[variant.name]] : audio.map { [variant.name, $0.name] }
    }
  }
}

/// A rule that tells how many of the tags one player would show. Derived from what the reader noted; it
/// only informs.
protocol PlayerRule: Rule {
  /// What the player is called in messages, `media3` or `AVPlayer`.
  static var player: String { get }
  /// What stands behind the number of tags, such as a remark about where the knowledge comes from.
  static var remark: String { get }
  /// Whether it takes the tag apart and hands on frames; else the bytes go on as they are.
  static var readsFrames: Bool { get }
  /// The reasons that lie in the player alone: it misses tags of a right stream, too.
  static var limitations: Set<PlayerTally.Reason> { get }

  var tally: PlayerTally { get set }
  var declarations: StreamDeclarations { get set }

  /// Why the player misses a tag; none when it shows it.
  mutating func reasons(_ tag: CheckedTag) -> [PlayerTally.Reason]
  /// Why the player misses all tags of a stream; none when it does not.
  func reasons(_ stream: StreamKey, _ facts: InputFacts) -> [PlayerTally.Reason]
}

extension PlayerRule {
  static var remark: String { "" }
  static var readsFrames: Bool { true }
  static var limitations: Set<PlayerTally.Reason> { [] }

  func reasons(_ stream: StreamKey, _ facts: InputFacts) -> [PlayerTally.Reason] { [] }

  mutating func receive(_ tag: CheckedTag, _ log: inout FindingLog) {
    guard tag.isJudged else { return }
    var reasons = reasons(tag)
    // Another reason often is the cause of this one.
    if reasons.isEmpty, Self.readsFrames, tag.isNielsen, !tag.hasNielsenOwner {
      reasons.append(MissedFor.noOwner)
    }
    tally.receive(tag, missedFor: reasons)
  }

  mutating func receive(_ note: StreamNote, _ log: inout FindingLog) { declarations.receive(note) }

  mutating func finish(_ facts: InputFacts, _ log: inout FindingLog) -> Assessment {
    let renditions = facts.isBrokenOff ? [] : facts.summary.renditions
    tell(tally.outcome(in: renditions) { reasons($0, facts) }, &log)
    return .assessed
  }

  /// Tells what the player shows. It is a finding where the stream gives a reason to miss tags.
  func tell(_ outcome: PlayerTally.Outcome, _ log: inout FindingLog) {
    let message = Self.shown(outcome)
    if outcome.tags > 0 { log.remark = message }
    if outcome.reasons.contains(where: { !Self.limitations.contains($0.reason) }) {
      let main = outcome.reasons.filter { !Self.limitations.contains($0.reason) }
        .max { $0.count < $1.count }?.reason
      log.add(
        message,
        at: Place(),
        remedy: main.flatMap { MissedFor.remedy(for: $0) },
        amount: outcome.missed
      )
    } else {
      log.count(outcome.missed)
    }
  }

  static func shown(_ outcome: PlayerTally.Outcome) -> String {
    let reasons = outcome.reasons.map { "\($0.reason) (\($0.count))" }.joined(separator: ", ")
    return "\(player) would show \(outcome.tags - outcome.missed) of "
      + "\(Words.count(outcome.tags, "tag"))\(remark)" + (reasons.isEmpty ? "" : ": \(reasons)")
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
