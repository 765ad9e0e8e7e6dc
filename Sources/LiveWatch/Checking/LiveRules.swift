import Conformance

/// How the rules of `check`, which judge a stream at its end, judge one that has none.
///
/// Most rules find something in a tag, a note or a segment: such a finding raises the rule's alarm
/// when it comes, if the rule's bound is broken. What is wrong for as long as it stands, a
/// declaration in a PMT or a line of a playlist, is reported by the reader again and again, so that
/// it goes on being found until it is mended. Rules that judge the state of a stream are asked
/// every few seconds as if it ended now; what they find then holds as long as they find it. Rules
/// about the first and last seconds of a content, or about its amount as a whole, have nothing to
/// say here.
enum LiveRules {
  /// Rules that are not asked: others, or alarms of the watch itself, replace them.
  ///
  /// `tag-present` and `tag-count` are `missing-tags`; `cadence-start` and `cadence-end` are about a
  /// beginning and an end; the others are judged as they happen.
  static let replaced: [RuleID] = [
    "tag-present", "tag-count", "tag-cid-change", "cadence-start", "cadence-end",
    "hls-rendition-mismatch", "hls-playlist-stale",
  ].map { RuleID(rawValue: $0) }

  /// The reader tells what is wrong for as long as it stands again after this many seconds.
  static let reminder = 20.0

  /// Rules whose findings at the end hold as long as they are found.
  private static let standing: Set<RuleID> = [
    RuleID(rawValue: "hls-rendition-missing-tags"), RuleID(rawValue: "clock-tag-drift"),
    RuleID(rawValue: "ad-break-no-return"), RuleID(rawValue: "expect-renditions"),
    RuleID(rawValue: "expect-ad-load"),
  ]

  /// Rules whose findings at the end grow while they hold: a gap that is open gets longer. One that
  /// has ended is reported with the same words from then on.
  private static let growing: Set<RuleID> = [
    RuleID(rawValue: "cadence-gap"), RuleID(rawValue: "cadence-info-interval"),
    RuleID(rawValue: "cadence-info-presence"), RuleID(rawValue: "tag-null-cids"),
    RuleID(rawValue: "ad-break-tag-continuity"), RuleID(rawValue: "expect-pc"),
    RuleID(rawValue: "expect-fd"), RuleID(rawValue: "expect-owners"),
  ]

  /// How a finding of a rule is taken.
  enum Kind {
    /// It counts when it comes.
    case event
    /// It holds while it is found.
    case standing
    /// It holds while its words change.
    case growing
  }

  /// How findings of a rule are taken.
  static func kind(of rule: RuleID) -> Kind {
    standing.contains(rule) ? .standing : growing.contains(rule) ? .growing : .event
  }

  /// Whether the rule is about INFO tags, which come every five minutes.
  static func isAboutInfo(_ rule: RuleID) -> Bool {
    rule.rawValue.hasPrefix("info-") || rule.rawValue.hasPrefix("cadence-info-")
  }

  /// The options of a checker that begins at `start`, in presentation seconds.
  static func options(_ options: CheckOptions, start: Double, now: Double) -> CheckOptions {
    var options = options
    for rule in replaced { options.rules[rule, default: RuleSettings()].isOff = true }
    // Of a feed that goes on it is not known how much there will be to take a share of.
    options.rules[RuleID(rawValue: "ts-sync"), default: RuleSettings()].values["error"] = 1
    options.isLimited = true
    options.listsSegments = false
    options.drawsStrips = false
    options.start = start
    options.now = now
    return options
  }
}
