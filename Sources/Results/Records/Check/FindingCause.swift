import Conformance

/// Findings that belong together: those of one rule, and those of other rules that are known to follow
/// from it. Information is not a problem and belongs to none.
package struct FindingCause: Sendable {
  /// The findings of the rule that is nearest to the cause; the first represents all.
  package private(set) var findings: [Finding]
  /// The findings of rules that cannot hold where this one is broken.
  package private(set) var consequences: [Finding] = []

  /// The rule that is nearest to the cause.
  package let rule: RuleID
  /// Of the worst of its findings.
  package let severity: Severity

  private init(_ rule: RuleID, _ findings: [Finding]) {
    self.rule = rule
    self.findings = findings
    severity = findings.map(\.severity).max() ?? .info
  }

  /// How many findings of its rule there are.
  package var count: Int { findings.reduce(0) { $0 + $1.count } }

  /// The rules that follow from it, each once.
  package var consequentRules: [RuleID] {
    var seen: Set<RuleID> = []
    return consequences.map(\.rule).filter { seen.insert($0).inserted }
  }

  /// From its first to its last place, in presentation seconds; nil without a time.
  package var times: ClosedRange<Double>? {
    let times = (findings + consequences).flatMap { [$0.place.time, $0.lastTime] }
      .compactMap { $0 }.filter(\.isFinite)
    guard let first = times.min(), let last = times.max() else { return nil }
    return first...last
  }

  /// The remedy; nil when it is unknown.
  package var remedy: String? { findings.first?.advice }

  /// The findings of each rule, also information, in their order: what follows from another rule is not told apart.
  package static func byRule(_ findings: [Finding]) -> [FindingCause] {
    var order: [RuleID] = []
    for finding in findings where !order.contains(finding.rule) { order.append(finding.rule) }
    let byRule = Dictionary(grouping: findings, by: \.rule)
    return order.map { FindingCause($0, byRule[$0] ?? []) }
  }

  /// The causes of findings: errors first, otherwise in the order of the findings.
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

  /// Whether all of these are at its place. A lasting fault has its consequences at its end, or anywhere.
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

  /// Largest distance of a consequence from its cause, in seconds.
  private static let near = 60.0
  private static let lasting: Set<String> = [
    "tag-present", "cadence-gap", "hls-rendition-missing-tags",
  ]

  private static func range(of finding: Finding) -> ClosedRange<Double>? {
    guard let first = finding.place.time, first.isFinite else { return nil }
    let last = finding.lastTime.flatMap { $0.isFinite ? $0 : nil }
    return first...max(first, last ?? first)
  }

  /// The rule among those with findings that another one follows from. An error follows from no warning.
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

  /// Whether a rule cannot pass where another one is broken, or the alarm of a watch cannot end.
  package static func follows(_ rule: RuleID, from cause: RuleID) -> Bool {
    all[cause.rawValue]?.contains(rule.rawValue) == true
  }

  /// The rules that follow from a rule, also by way of others.
  private static let all: [String: Set<String>] = consequences.mapValues { direct in
    var found: Set<String> = []
    var open = direct
    while let rule = open.popLast() {
      if found.insert(rule).inserted { open += consequences[rule] ?? [] }
    }
    return found
  }

  /// Rules that cannot pass where another rule is broken, by the rule nearer to the cause. `missing-tags` and others are
  /// alarms of a watch.
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

  /// The rules and alarms that ask for media without a hole.
  private static let lostMedia = [
    "tag-sequence", "clock-pts-jump", "clock-pts-backward", "clock-tag-rate",
    "hls-discontinuity-undeclared", "rendition-disagreement", "missing-tags",
  ]

  /// The rules that ask for tags.
  private static let lostTags = [
    "cadence-gap", "cadence-tag-time-gap", "cadence-start", "cadence-end", "tag-count",
    "cadence-info-presence", "cadence-info-interval",
  ]
}
