import Conformance

/// The rules of `check`, which judge a stream at its end, applied to a stream without an end.
///
/// The rules are evaluated every few seconds as if the stream ended now. Most findings are about one tag, note or
/// segment, and can raise the rule's alarm at the next evaluation. The reader repeats the report of a lasting fault,
/// such as a declaration in a PMT or a line of a playlist, until the fault is fixed. A finding about the state of a
/// stream applies as long as evaluations make it or, if it grows, as long as its message changes. Rules about the first
/// or last seconds of content, or about its total amount, do not apply to a live feed.
enum LiveRules {
  /// The rules of `check` that are turned off in a watch.
  ///
  /// `missing-tags` replaces `tag-present` and `tag-count`; `cadence-start` and `cadence-end` do not apply to a live
  /// feed; other built-in alarms replace the rest.
  static let replaced: [RuleID] = [
    "tag-present", "tag-count", "tag-cid-change", "cadence-start", "cadence-end",
    "hls-rendition-mismatch", "hls-playlist-stale",
  ]

  /// The interval, in seconds, at which the reader repeats the report of a lasting fault.
  static let reminder = 20.0

  private static let standing: Set<RuleID> = [
    "hls-rendition-missing-tags", "clock-tag-drift", "ad-break-no-return", "expect-renditions",
    "expect-ad-load",
  ]

  /// The rules whose findings grow while they apply, such as an open gap that gets longer. A gap that has ended is
  /// reported with an unchanged message.
  private static let growing: Set<RuleID> = [
    "cadence-gap", "cadence-info-interval", "cadence-info-presence", "tag-null-cids",
    "ad-break-tag-continuity", "expect-pc", "expect-fd", "expect-owners",
  ]

  /// How long a finding of a rule applies.
  enum Kind {
    /// The finding applies once, at the evaluation that finds it first.
    case event
    /// The finding applies as long as it is found.
    case standing
    /// The finding applies at each evaluation in which its message differs from the previous one.
    case growing
  }

  static func kind(of rule: RuleID) -> Kind {
    standing.contains(rule) ? .standing : growing.contains(rule) ? .growing : .event
  }

  /// Whether the rule is about INFO tags, which arrive every five minutes.
  static func isAboutInfo(_ rule: RuleID) -> Bool {
    rule.rawValue.hasPrefix("info-") || rule.rawValue.hasPrefix("cadence-info-")
  }

  /// The options of a checker that starts at `start`, in presentation seconds.
  static func options(_ options: CheckOptions, start: Double, now: Double) -> CheckOptions {
    var options = options
    for rule in replaced { options.rules[rule, default: RuleSettings()].isOff = true }
    // The length of a live feed is unknown, so no share of it can be calculated.
    options.rules["ts-sync", default: RuleSettings()].values["error"] = 1
    options.isLimited = true
    options.listsSegments = false
    options.drawsStrips = false
    options.start = start
    options.now = now
    return options
  }
}
