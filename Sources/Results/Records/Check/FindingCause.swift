import Conformance

/// The findings of one rule, with the findings of other rules that are their consequences. ``causes(of:)`` leaves out
/// findings with severity `info`.
package struct FindingCause: Sendable {
  /// The findings of the rule that is nearest to the cause. The first finding represents all of them.
  package private(set) var findings: [Finding]
  /// The findings of rules that a fault of this rule can break.
  package private(set) var consequences: [Finding] = []

  package let rule: RuleID
  package let severity: Severity

  private init(_ rule: RuleID, _ findings: [Finding]) {
    (self.rule, self.findings) = (rule, findings)
    severity = findings.map(\.severity).max() ?? .info
  }

  /// The number of findings of the rule. One `Finding` may represent several.
  package var count: Int { findings.reduce(0) { $0 + $1.count } }

  /// The rules whose findings follow from this cause, without repetition.
  package var consequentRules: [RuleID] {
    var seen: Set<RuleID> = []
    return consequences.map(\.rule).filter { seen.insert($0).inserted }
  }

  /// The times of the first and the last finding, including consequences, in seconds on the presentation timeline. Nil
  /// if no time is known.
  package var times: ClosedRange<Double>? {
    let times = (findings + consequences).flatMap { [$0.place.time, $0.lastTime] }
      .compactMap { $0 }.filter(\.isFinite)
    guard let first = times.min(), let last = times.max() else { return nil }
    return first...last
  }

  package var remedy: String? { findings.first?.advice }

  /// Groups findings by rule, in the order of the first finding of each rule. Findings with severity `info` are
  /// included, and causes are not searched for.
  package static func byRule(_ findings: [Finding]) -> [FindingCause] {
    var order: [RuleID] = []
    for finding in findings where !order.contains(finding.rule) { order.append(finding.rule) }
    let byRule = Dictionary(grouping: findings, by: \.rule)
    return order.map { FindingCause($0, byRule[$0] ?? []) }
  }

  /// Groups errors and warnings by cause. Causes with errors come first. Apart from that, the order of the findings is
  /// kept.
  package static func causes(of findings: [Finding]) -> [FindingCause] {
    let rules = byRule(findings.filter { $0.severity != .info })
    let order = rules.map(\.rule)
    var causes = Dictionary(uniqueKeysWithValues: rules.map { ($0.rule, $0) })
    for rule in order {
      guard let own = causes[rule],
        let root = root(of: rule, order, causes: { causes[$0] })
      else { continue }
      causes[root]?.consequences += own.findings
      causes[root]?.consequences += own.consequences
      causes[rule] = nil
    }
    let left = order.compactMap { causes[$0] }
    return left.filter { $0.severity == .error } + left.filter { $0.severity != .error }
  }

  /// Whether every finding in `others` that has a time is within a minute of a finding of this rule. Also true for a
  /// lasting fault, whose consequences may be anywhere in the input, and if this rule's findings have no times.
  private func isNear(_ others: [Finding]) -> Bool {
    if Self.lasting.contains(rule.rawValue) { return true }
    let ranges = findings.compactMap(Self.range)
    guard !ranges.isEmpty else { return true }
    return others.compactMap(Self.range).allSatisfy { other in
      ranges.contains {
        other.lowerBound <= $0.upperBound + Self.near
          && other.upperBound >= $0.lowerBound - Self.near
      }
    }
  }

  /// The maximum time between a consequence and its cause, in seconds.
  private static let near = 60.0
  private static let lasting: Set<String> = [
    "tag-present", "cadence-gap", "hls-rendition-missing-tags",
  ]

  private static func range(of finding: Finding) -> ClosedRange<Double>? {
    guard let first = finding.place.time, first.isFinite else { return nil }
    let last = finding.lastTime.flatMap { $0.isFinite ? $0 : nil }
    return first...max(first, last ?? first)
  }

  /// The rule whose fault causes the fault of `rule`, if any. An error is never a consequence of a warning.
  private static func root(
    of rule: RuleID,
    _ order: [RuleID],
    causes: (RuleID) -> FindingCause?
  ) -> RuleID? {
    guard let own = causes(rule) else { return nil }
    return order.first { other in
      guard other != rule, let cause = causes(other),
        consequences[other.rawValue]?.contains(rule.rawValue) == true
      else { return false }
      guard cause.isNear(own.findings) else { return false }
      return cause.severity == .error || own.severity != .error
    }
  }

  /// Whether the fault of a rule, or an alarm of `watch`, is a direct or indirect consequence of another fault or
  /// alarm.
  package static func follows(_ rule: RuleID, from cause: RuleID) -> Bool {
    all[cause.rawValue]?.contains(rule.rawValue) == true
  }

  /// All consequences of each rule, direct and indirect.
  private static let all: [String: Set<String>] = consequences.mapValues { direct in
    var found: Set<String> = []
    var open = direct
    while let rule = open.popLast() {
      if found.insert(rule).inserted { open += consequences[rule] ?? [] }
    }
    return found
  }

  /// For each rule, the other rules that its fault can break. `missing-tags` and some others are not rules but alarms
  /// of `watch`.
  private static let consequences: [String: [String]] = [
    "ts-sync": ["ts-continuity", "psi-crc", "tag-truncated", "tag-sequence"] + lostTags,
    "ts-continuity": ["psi-crc", "pes-length", "tag-truncated", "tag-layout", "tag-encoding"]
      + ["tag-checksum", "tag-trailer", "tag-sequence"] + lostTags,
    "ts-scrambled": ["tag-present"] + lostTags,
    "psi-missing": ["pmt-undeclared", "pmt-unstable"],
    "pmt-undeclared": ["pmt-unstable"],
    "pmt-stream-type": ["pmt-metadata-descriptor", "pmt-metadata-pointer"],
    "pes-mau-header": ["pes-payload-start"],
    "ffmpeg-stripped-header": ["pes-payload-start", "tag-header"],
    "hls-segment-missing": [
      "hls-segment-cut", "ts-sync", "hls-segment-psi", "hls-packed-audio-timestamp",
      "hls-rendition-mismatch",
    ]
      + lostMedia + lostTags,
    "hls-segment-cut": ["tag-truncated", "pes-length", "ts-continuity", "hls-segment-duration"]
      + ["hls-rendition-mismatch"] + lostMedia + lostTags,
    "hls-window-missed": ["tag-duplicate", "cadence-overlap", "clock-offset-backward"]
      + ["clock-tag-drift"] + lostMedia + lostTags,
    "hls-playlist-invalid": ["hls-window-missed", "rendition-disagreement", "missing-tags"],
    "playlist-unreachable": ["hls-playlist-invalid", "hls-window-missed"] + lostMedia + lostTags,
    "playlist-frozen": ["hls-window-missed"] + lostMedia + lostTags,
    "missing-tags": ["pmt-declared-empty", "rendition-disagreement", "tag-sequence"] + lostTags,
    "hls-rendition-missing-tags": ["hls-rendition-mismatch", "hls-segment-undeclared"],
    "hls-discontinuity-undeclared": ["clock-pts-jump", "clock-pts-backward", "clock-tag-rate"],
    "emsg-malformed": ["emsg-message-data"],
    "mpd-event-period": ["tag-present", "clock-tag-rate", "clock-tag-drift"] + lostTags,
    "tag-present": ["pmt-declared-empty"] + lostTags,
    "tag-truncated": ["pes-length", "tag-sequence"] + lostTags,
    "tag-layout": ["tag-encoding", "tag-checksum"],
    "tag-encoding": ["tag-checksum"],
    "tag-extra-frames": ["tag-header"],
    "tag-duplicate": ["cadence-overlap", "tag-sequence"],
    "cadence-gap": ["cadence-tag-time-gap", "tag-count", "tag-sequence"],
    "cadence-start": ["tag-count"],
    "cadence-end": ["tag-count"],
    "clock-pts-backward": ["clock-tag-rate", "clock-tag-drift"],
    "clock-pts-jump": ["clock-tag-rate", "clock-tag-drift"],
    "clock-offset-backward": ["clock-offset-rate"],
  ]

  /// The rules and alarms that react to missing media.
  private static let lostMedia = [
    "tag-sequence", "clock-pts-jump", "clock-pts-backward", "clock-tag-rate",
    "hls-discontinuity-undeclared", "rendition-disagreement", "missing-tags",
  ]

  /// The rules that react to missing tags.
  private static let lostTags = [
    "cadence-gap", "cadence-tag-time-gap", "cadence-start", "cadence-end", "tag-count",
    "cadence-info-presence", "cadence-info-interval",
  ]
}
