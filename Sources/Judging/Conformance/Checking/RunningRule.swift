import NielsenTag
import TimedMetadata

/// A rule while it judges one input.
struct RunningRule: Sendable {
  private let description: RuleDescription
  private let settings: RuleSettings
  /// Whether the rule receives events. False if it is off, or compares with a template that is not
  /// given.
  private let isListening: Bool
  private var rule: any Rule
  private(set) var log: FindingLog
  /// The result; nil while the rule runs.
  private var outcome: Outcome?

  /// Holds a result behind a reference: a running rule has none yet, and there are thousands of
  /// rules.
  private final class Outcome: Sendable {
    let result: RuleResult

    init(_ result: RuleResult) { self.result = result }
  }

  var traits: RuleTraits { description.traits }

  /// The result of the rule. Until the end it is `off` or `notAssessed`.
  private(set) var result: RuleResult {
    get {
      outcome?.result
        ?? RuleResult(rule: description.id, state: settings.isOff ? .off : .notAssessed)
    }
    set { outcome = Outcome(newValue) }
  }

  /// Creates a running rule. `description` must describe `type`; it is passed in so that names are
  /// not made again for each input. `marksFaults` keeps the times of all findings for the strips.
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

  /// Whether the rule also judges tags of other owners, whose findings are at most warnings.
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

  /// Ends an input of which nothing could be read.
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
    // Some requirements can only be judged after the rule has counted its findings.
    if let reason = missing(facts, { $0.canBeFound }) {
      result.notAssessed = reason
      return
    }
    judge(bound)
  }

  /// Returns the reason of the first unmet requirement that `isAsked` selects; nil if all are met.
  private func missing(
    _ facts: InputFacts,
    _ isAsked: (Requirement) -> Bool
  ) -> NotAssessed? {
    traits.needs.lazy.filter(isAsked)
      .compactMap { $0.missing(in: facts, found: log.found) }.first
  }

  /// Compares the number of findings with the bound.
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
      // Missed tags fail a player whose verdict was requested. Other rules without a bound only
      // inform.
      isWithin = traits.group != .player || settings.severity == nil || log.findings.isEmpty
    }
    // A player that drops a tag never passes.
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
