/// The properties of a rule. The user can change its severity, bound and thresholds.
public struct RuleTraits: Sendable {
  /// The group in which reports list the rule.
  public var group: RuleGroup
  /// The default severity of a finding.
  public var severity: Severity
  /// The bound that the rule's count is compared with.
  public var bound: Bound
  /// Whether the rule uses fields of the watermark blob that are not published.
  public var isHeuristic: Bool
  /// The requirements on an input. If one is not met, the rule is not assessed.
  public var needs: [Requirement]
  /// The thresholds of the rule, without its bound.
  public var thresholds: [Threshold]
  /// Whether each finding is listed, up to `FindingLog.maximumFindings`. If not, findings that
  /// differ only in numbers are merged.
  public var listsEach: Bool
  /// The party that can usually repair the fault.
  public var repairer: Repairer
  /// The remedy for a finding.
  public var remedy: String
  /// The section of a standard, or another source of the rule.
  public var source: String

  init(
    _ group: RuleGroup,
    _ severity: Severity,
    bound: Bound = .maximum(0),
    isHeuristic: Bool = false,
    needs: [Requirement] = [],
    thresholds: [Threshold] = [],
    listsEach: Bool = false,
    repairedBy repairer: Repairer? = nil,
    remedy: String,
    source: String
  ) {
    self.group = group
    self.severity = severity
    self.bound = bound
    self.isHeuristic = isHeuristic
    self.needs = needs
    self.thresholds = thresholds
    self.listsEach = listsEach
    self.repairer = repairer ?? group.repairer
    self.remedy = remedy
    self.source = source
  }
}

/// The groups of rules.
public enum RuleGroup: String, Sendable, CaseIterable {
  /// The form and the contents of Nielsen tags.
  case tag
  /// The distances between tags, and the tags around ad breaks.
  case cadence
  /// The time stamps of tags, audio and playlists, compared with each other.
  case clock
  /// The packets, tables and PES headers of transport streams.
  case transport
  /// The playlists, renditions and segments of HLS; some of these rules also judge DASH.
  case hls
  /// The event messages of fragmented MP4, and the events of DASH manifests.
  case cmaf
  /// The contents of INFO tags.
  case info
  /// Properties that only Nielsen's key or a watermark decoder can verify.
  case key
  /// The tags that players show.
  case player
  /// Comparisons with the template of the channel.
  case expect
}

/// The party that can usually repair the findings of a rule.
public enum Repairer: String, Sendable, CaseIterable {
  /// The inserter of the tags, the encoder and the multiplexer, and the devices that feed them.
  case encoder
  /// The packager, the ad inserter, and any other device after the encoder that rewrites tags or streams.
  case packager
  /// The origin, caches and the network.
  case server
  /// The app and its player.
  case app
  /// Nobody: the rule is listed but never judged.
  case nobody
}

extension RuleGroup {
  /// The party that can repair the findings of most rules in the group.
  fileprivate var repairer: Repairer {
    switch self {
    case .tag, .cadence, .clock, .transport, .info, .expect: .encoder
    case .hls, .cmaf: .packager
    case .player: .app
    case .key: .nobody
    }
  }
}

/// The severity of a finding.
public enum Severity: String, Sendable, CaseIterable, Comparable, Codable {
  /// Information that needs no action.
  case info
  /// A sign of a fault, which may be harmless.
  case warning
  /// A fault that makes measurement or playback lose tags, or that violates a "shall" of a standard.
  case error

  /// Orders severities from mild to severe.
  public static func < (left: Self, right: Self) -> Bool {
    order(left) < order(right)
  }

  private static func order(_ severity: Self) -> Int {
    switch severity {
    case .info: 0
    case .warning: 1
    case .error: 2
    }
  }
}

/// The bound for the count of a rule: the number of findings or, for a minimum, the number of tags.
public enum Bound: Sendable, Equatable {
  /// At least this number of tags; 0 if the rule computes the number from the input.
  case minimum(Int)
  /// At most this number of findings.
  case maximum(Int)
  /// At most this share (0 to 1) of the items that the rule checked, rounded down.
  case share(Double)
  /// No bound: the findings do not decide the result, unless the user sets the severity of a player's rule.
  case none
}

/// A limit of a rule, which the user can change.
public struct Threshold: Sendable, Hashable {
  /// The name after the dot, such as `limit` in `cadence-gap.limit`.
  public let name: String
  /// The default value.
  public let value: Double
  /// The unit for messages, such as `s`; empty for a number without a unit.
  public let unit: String

  init(_ name: String, _ value: Double, _ unit: String) {
    self.name = name
    self.value = value
    self.unit = unit
  }
}
