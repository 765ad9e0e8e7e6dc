import NielsenTag
import TimedMetadata

/// A rule that is judging one input, with its settings, findings and result.
struct RunningRule: Sendable {
  private let description: RuleDescription
  private let settings: RuleSettings
  /// Whether the rule receives tags, notes and segments. False if the rule is off, or if it needs a template and has
  /// none.
  private let isListening: Bool
  private var rule: any Rule
  private(set) var log: FindingLog
  private var outcome: Outcome?

  /// Holds the result behind a reference to save memory: a rule has no result until the input ends.
  private final class Outcome: Sendable {
    let result: RuleResult

    init(_ result: RuleResult) { self.result = result }
  }

  var traits: RuleTraits { description.traits }

  /// The result of the rule; `off` or `notAssessed` until the input ends.
  private(set) var result: RuleResult {
    get {
      outcome?.result
        ?? RuleResult(rule: description.id, state: settings.isOff ? .off : .notAssessed)
    }
    set { outcome = Outcome(newValue) }
  }

  /// Creates a running rule. `description` is the shared description of `type`. With `marksFaults`,
  /// the log stores the time of every finding, for the timeline strips.
  init(
    _ type: any Rule.Type,
    _ description: RuleDescription,
    _ settings: RuleSettings,
    marksFaults: Bool
  ) {
    self.description = description
    self.settings = settings
    let (id, traits) = (description.id, description.traits)
    let hasTemplate = settings.sharedTemplate != nil
    isListening = !settings.isOff && (hasTemplate || !traits.needs.contains(.template))
    rule = type.init(settings)
    log = FindingLog(rule: id, traits: traits, settings: settings, marksFaults: marksFaults)
  }

  /// Whether the rule also judges non-Nielsen tags. Findings about them are at most warnings unless the user set the
  /// severity.
  private var judgesCarriage: Bool { traits.group == .clock || traits.group == .transport }

  mutating func receive(_ tag: CheckedTag) {
    guard isListening else { return }
    guard judgesCarriage, let owner = tag.otherOwner else { return rule.receive(tag, &log) }
    log.otherOwner = owner
    rule.receive(tag, &log)
    log.otherOwner = nil
  }

  mutating func receive(_ note: StreamNote) {
    guard isListening else { return }
    rule.receive(note, &log)
  }

  mutating func receive(_ segment: SegmentReport) {
    guard isListening else { return }
    rule.receive(segment, &log)
  }

  mutating func receive(_ marker: TimelineMarker) {
    guard !settings.isOff else { return }
    rule.receive(marker, &log)
  }

  /// Ends an input that could not be read at all.
  mutating func giveUp() {
    guard !settings.isOff else { return }
    result.notAssessed = .notRead
  }

  mutating func finish(_ facts: InputFacts) {
    guard !settings.isOff else { return }
    if let reason = missing(facts, { !$0.canBeFound }) {
      result.notAssessed = reason
      return
    }
    if traits.isHeuristic, facts.calibration.state == .refuted {
      result.notAssessed = .heuristicUnconfirmed
      return
    }
    log.settle(facts)
    var bound = traits.bound
    switch rule.finish(facts, &log) {
    case .assessed: break
    case .assessedShare(let population):
      if case .share(let share) = bound {
        let value = settings.values["share"] ?? share
        let maximum = (Double(population) * value).rounded(.down)
        bound = .maximum(Int(exactly: maximum) ?? .max)
      }
    case .assessedMinimum(let count): bound = .minimum(count)
    case .notAssessed(let reason):
      result.notAssessed = reason
      return
    }
    // A finding of the rule meets these requirements, too.
    if let reason = missing(facts, { $0.canBeFound }) {
      result.notAssessed = reason
      return
    }
    judge(bound)
  }

  /// Returns the reason for the first unmet requirement that `isAsked` selects; nil if all are met.
  private func missing(
    _ facts: InputFacts,
    _ isAsked: (Requirement) -> Bool
  ) -> NotAssessed? {
    traits.needs.lazy.filter(isAsked)
      .compactMap { $0.missing(in: facts, found: log.found) }.first
  }

  private mutating func judge(_ bound: Bound) {
    var result = result
    defer { self.result = result }
    result.found = log.found
    result.remark = log.remark
    var isWithin = true
    switch bound {
    case .minimum(let count):
      let minimum = settings.count("minimum") ?? count
      result.minimum = minimum
      isWithin = log.found >= minimum
    case .maximum(let count):
      let maximum = settings.count("maximum") ?? count
      result.maximum = maximum
      isWithin = log.found <= maximum
    case .share(let share):
      result.maximum = Int(exactly: (settings.values["share"] ?? share).rounded(.down)) ?? .max
      isWithin = log.found <= result.maximum ?? 0
    case .none:
      // Without a bound, a rule can fail only if it is about a player, has findings, and the user set its severity.
      isWithin = traits.group != .player || settings.severity == nil || log.findings.isEmpty
    }
    // A player's rule that counted dropped or moved tags gets the state `info` instead of `pass`.
    let within: RuleResult.State = traits.group == .player && log.found > 0 ? .info : .pass
    guard !isWithin else {
      result.state = within
      return
    }
    switch log.worst.values.max() ?? log.severity {
    case .error: result.state = .fail
    case .warning: result.state = .warn
    case .info: result.state = within
    }
  }
}

extension RuleSettings {
  /// Returns a bound set by the user, rounded down to a count.
  fileprivate func count(_ name: String) -> Int? {
    values[name].flatMap { Int(exactly: $0.rounded(.down)) }
  }
}
