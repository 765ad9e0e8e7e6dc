import Conformance
import TimedMetadata

/// One checker of a feed. It remembers the findings of earlier evaluations.
struct CheckerGeneration: Sendable {
  /// Findings of the same rule about the same track are one condition.
  struct Key: Hashable, Sendable {
    var rule: RuleID
    var track: TrackKey
  }

  /// When the checker began to read, on the steady clock.
  let started: Double
  private var checker: Checker
  private var counts: [Key: Int] = [:]
  private var found: [RuleID: Int] = [:]
  private var words: [Key: String] = [:]

  /// Makes a checker that starts at `start`, in presentation seconds.
  init(input: String, _ settings: WatchSettings, start: Double, at moment: FeedState.Moment) {
    started = moment.now
    let options = LiveRules.options(settings.check, start: start, now: moment.date)
    checker = Checker(input: input, options: options)
  }

  /// A finding of the kind `event` in a segment raises no alarm if it is more than 60 s behind the latest position.
  private static let history = 60.0

  mutating func receive(_ event: TimedMetadataEvent) { checker.receive(event) }

  /// Evaluates the rules as if the feed ended with `summary`. Returns the conditions that are new or still apply.
  ///
  /// If `reportsStates` is false, the next evaluation reports findings of the kind `growing` even if their messages
  /// have not changed.
  mutating func look(
    _ summary: InputSummary,
    reportsStates: Bool = true,
    track: (Place) -> TrackKey
  ) -> [RuleCondition] {
    // The rules are evaluated on a copy: the checker itself continues.
    var copy = checker
    copy.receive(.end(summary))
    let report = copy.report()
    var latest: [Key: (finding: Finding, count: Int)] = [:]
    for finding in report.findings where finding.severity != .info {
      let key = Key(rule: finding.rule, track: track(finding.place))
      let known = latest[key]
      let isLater = known.map { $0.finding.number <= finding.number } ?? true
      latest[key] = (
        isLater ? finding.asLatest : known?.finding ?? finding, (known?.count ?? 0) + finding.count
      )
    }
    var conditions = conditions(of: latest, states: report.rules, reached: summary.duration ?? 0)
    conditions += uncounted(report.rules, latest)
    // A finding that a rule withdraws and later makes again is not new.
    counts.merge(latest.mapValues(\.count), uniquingKeysWith: max)
    if reportsStates { words = latest.mapValues(\.finding.message) }
    found = report.rules.reduce(into: [:]) { $0[$1.rule] = $1.found }
    return conditions
      + report.missing.map { RuleCondition(missing: $0) }
  }

  private func conditions(
    of latest: [Key: (finding: Finding, count: Int)],
    states: [RuleResult],
    reached: Double
  ) -> [RuleCondition] {
    let broken = Set(states.filter { $0.state == .fail || $0.state == .warn }.map(\.rule))
    return latest.compactMap { key, last in
      guard broken.contains(key.rule) else { return nil }
      let new = last.count - (counts[key] ?? 0)
      let holds =
        switch LiveRules.kind(of: key.rule) {
        // This fault is far behind the position that has been read.
        case .event where last.finding.isAboutSegment(before: reached - Self.history): nil as Bool?
        case .event: false
        case .standing: true
        case .growing: words[key] != last.finding.message
        }
      guard let holds, new > 0 || holds else { return nil }
      return RuleCondition(
        name: AlarmName(key.rule),
        rule: key.rule,
        track: key.track,
        isStanding: LiveRules.kind(of: key.rule) != .event,
        condition: AlarmBoard.Condition(
          severity: last.finding.severity,
          message: last.finding.message,
          place: last.finding.place,
          count: max(0, new)
        )
      )
    }
    .sorted { ($0.name.rawValue, $0.track.name ?? "") < ($1.name.rawValue, $1.track.name ?? "") }
  }

  /// The conditions of rules of the kind `event` that have new findings but list none of them. The positions of these
  /// findings are unknown.
  private func uncounted(
    _ states: [RuleResult],
    _ latest: [Key: (finding: Finding, count: Int)]
  ) -> [RuleCondition] {
    states.compactMap { result in
      guard result.state == .fail || result.state == .warn, let total = result.found,
        let before = found[result.rule], total > before,
        LiveRules.kind(of: result.rule) == .event
      else { return nil }
      let keys = latest.keys.filter { $0.rule == result.rule }
      let isListed = keys.contains { (latest[$0]?.count ?? 0) > (counts[$0] ?? 0) }
      guard !isListed, let last = keys.first.flatMap({ latest[$0] })?.finding else { return nil }
      return RuleCondition(
        name: AlarmName(result.rule),
        rule: result.rule,
        track: .feed,
        isStanding: false,
        condition: AlarmBoard.Condition(
          severity: last.severity,
          message: last.message,
          count: total - before
        )
      )
    }
  }
}

extension Finding {
  /// Whether the finding names a segment and has a position before `time`, in presentation seconds.
  fileprivate func isAboutSegment(before time: Double) -> Bool {
    place.segment != nil && place.time.map { $0 < time } ?? false
  }

  /// The number of findings that the rule had made when this finding last occurred.
  fileprivate var number: Int { latest?.number ?? 0 }

  /// This finding with the message and position of its latest occurrence.
  fileprivate var asLatest: Finding {
    guard let latest else { return self }
    var finding = self
    (finding.message, finding.place) = (latest.message, latest.place)
    return finding
  }
}

/// A condition that a rule or `--require` reports about a feed.
struct RuleCondition: Sendable {
  var name: AlarmName
  /// The rule; nil for an alarm of `--require`.
  var rule: RuleID?
  var track: TrackKey
  /// Whether the condition describes the state of the feed. A state raises no alarm before `ConnectionAge.isWarm` is
  /// true.
  var isStanding: Bool
  var condition: AlarmBoard.Condition
}

extension RuleCondition {
  init(missing presence: RequiredPresence) {
    self.init(
      name: AlarmName(presence),
      rule: nil,
      track: .feed,
      isStanding: true,
      condition: AlarmBoard.Condition(
        severity: .error,
        message: "'--require \(presence.rawValue)' is not met"
      )
    )
  }
}
