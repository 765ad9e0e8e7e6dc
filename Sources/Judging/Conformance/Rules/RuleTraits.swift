/// The default properties of a rule, which the user can change.
public struct RuleTraits: Sendable {
  /// The group it is listed under.
  public var group: RuleGroup
  /// How bad its worst finding is.
  public var severity: Severity
  /// The bound for `found`.
  public var bound: Bound
  /// Whether it rests on fields of the watermark blob that are not published.
  public var isHeuristic: Bool
  /// The required data; the first that is missing is the reason why the rule is not assessed.
  public var needs: [Requirement]
  /// Its thresholds beside the bound.
  public var thresholds: [Threshold]
  /// Whether each finding is listed, up to `FindingLog.maximumFindings`. Without it findings that
  /// differ in nothing but numbers are folded into the first of them.
  public var listsEach: Bool
  /// Who can usually repair it.
  public var repairer: Repairer
  /// The remedy for a finding: one sentence in the imperative.
  public var remedy: String
  /// The section of a standard, or another source.
  public var source: String

  /// Makes traits with the given parts.
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
  /// The bytes of one tag.
  case tag
  /// Tags in time.
  case cadence
  /// Time stamps against each other.
  case clock
  /// Transport stream, tables and PES.
  case transport
  /// Playlists and segments.
  case hls
  /// Event messages of fragmented MP4.
  case cmaf
  /// INFO tags.
  case info
  /// Facts that only the holder of Nielsen's key can verify.
  case key
  /// Tags that players would show.
  case player
  /// The template of the channel.
  case expect
}

/// Who can usually repair what a rule finds.
public enum Repairer: String, Sendable, CaseIterable {
  /// The inserter of the tags, the encoder and the multiplexer, with what feeds them.
  case encoder
  /// The packager, the ad inserter, and every other device that rewrites tags or streams after the encoder.
  case packager
  /// The origin, caches and the network.
  case server
  /// The app and its player.
  case app
  /// Nobody: the rule is listed and not judged.
  case nobody
}

extension RuleGroup {
  /// Who can repair what most rules of the group find.
  fileprivate var repairer: Repairer {
    switch self {
    case .tag, .cadence, .clock, .transport, .info, .expect: .encoder
    case .hls, .cmaf: .packager
    case .player: .app
    case .key: .nobody
    }
  }
}

/// How bad something is.
public enum Severity: String, Sendable, CaseIterable, Comparable, Codable {
  /// Worth knowing.
  case info
  /// Suspicious.
  case warning
  /// Measurement or playback loses tags, or a standard's "shall" is broken.
  case error

  /// From mild to bad.
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

/// The bound for the number of findings of a rule.
public enum Bound: Sendable, Equatable {
  /// At least this many.
  case minimum(Int)
  /// At most this many.
  case maximum(Int)
  /// At most this share, 0 to 1, of the items that the rule checked; rounded down.
  case share(Double)
  /// Nothing: the rule only informs.
  case none
}

/// A number that a rule decides by, which the user may change.
public struct Threshold: Sendable, Hashable {
  /// Its name after that of the rule: `limit` in `cadence-gap.limit`.
  public let name: String
  /// Its value unless the user says otherwise.
  public let value: Double
  /// The unit, for people: `s`, `tags`; empty for a share.
  public let unit: String

  init(_ name: String, _ value: Double, _ unit: String) {
    self.name = name
    self.value = value
    self.unit = unit
  }
}
