import NielsenTag
import TimedMetadata

/// A running rule on one input.
struct RunningRule: Sendable {
  private let description: RuleDescription
  private let settings: RuleSettings
  /// Whether it receives events: not when it is off, or lacks the template that it compares with.
  private let isListening: Bool
  private var rule: any Rule
  private(set) var log: FindingLog
  /// The result; nil before the end.
  private var outcome: Outcome?

  /// A result. Rules that run have none, and there are thousands of them.
  private final class Outcome: Sendable {
    let result: RuleResult

    init(_ result: RuleResult) { self.result = result }
  }

  var traits: RuleTraits { description.traits }

  /// The result; before the end nothing is assessed.
  private(set) var result: RuleResult {
    get {
      outcome?.result
        ?? RuleResult(rule: description.id, state: settings.isOff ? .off : .notAssessed)
    }
    set { outcome = Outcome(newValue) }
  }

  /// `description` is that of `type`: names are not made again for each of thousands of inputs.
  /// With `marksFaults` the places of all findings are kept.
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

  /// Whether tags of all owners are judged alike, but for the severity.
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
    // Some findings of a rule are only known now.
    if let reason = missing(facts, { $0.canBeFound }) {
      result.notAssessed = reason
      return
    }
    judge(bound)
  }

  /// The first reason among the requirements that `isAsked` chooses.
  private func missing(
    _ facts: InputFacts,
    _ isAsked: (Requirement) -> Bool
  ) -> NotAssessed? {
    traits.needs.lazy.filter(isAsked)
      .compactMap { $0.missing(in: facts, found: log.found) }.first
  }

  /// Holds what was found against the bound (conformance.md, section 1).
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
      // Tags that a player misses count if its verdict was requested; other rules without a bound only
      // inform.
      isWithin = traits.group != .player || settings.severity == nil || log.findings.isEmpty
    }
    // A player that does not show all tags never passes.
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
  /// A bound set by the user, as a count.
  fileprivate func count(_ name: String) -> Int? {
    values[name].flatMap { Int(exactly: $0.rounded(.down)) }
  }
}
