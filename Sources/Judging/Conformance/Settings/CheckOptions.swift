/// The rules to check, and their strictness.
public struct CheckOptions: Sendable {
  /// Changes of single rules.
  public var rules: [RuleID: RuleSettings] = [:]
  /// Warnings fail.
  public var isStrict = false
  /// The data that must be present beside a Nielsen tag.
  public var required: Set<RequiredPresence> = []
  /// The players whose verdicts were asked for: what they miss or move fails.
  public var players: [PlayerChoice] = []
  /// Unix seconds that represent now.
  public var now: Double = 0
  /// The events that the MPD of the input declares; nil when no MPD was given.
  public var declaredEvents: Set<DeclaredEvent>?
  /// Presentation seconds at which checking begins, where no segment says it: the user may begin later, and
  /// a feed that runs for weeks is checked from a place within it.
  public var start = 0.0
  /// The program that was asked for, by `program_number`: others are not reported. Nil: all.
  public var program: Int?
  /// The PID that was asked for: others are not reported. Nil: all.
  public var pid: Int?
  /// Whether reports list segments and marks of playlists: of a feed without an end they would be many.
  public var listsSegments = true
  /// Whether a report draws its streams in time. Without it nothing is kept that grows with their length.
  public var drawsStrips = true
  /// The template with the expected content of the channel; nil: none was given. Set by `expect(_:)`.
  package internal(set) var template: ChannelTemplate?
  /// The user asked for a part of the input only.
  public var isLimited = false

  /// Every rule as it comes.
  public init() {}
}

/// The values of `--require`.
public enum RequiredPresence: String, Sendable, CaseIterable {
  /// A DATA tag.
  case data
  /// An INFO tag.
  case info
  /// Tags in an audio rendition.
  case audioRendition = "audio-rendition"
  /// Tags in every variant and rendition with media of its own.
  case allRenditions = "all-renditions"
  /// Tags in every program with audio or video.
  case allPrograms = "all-programs"
}
