import Conformance
import Records
import Trace

/// The name of the loss of a feed, or of an alarm: an alarm of a rule of `check`, a built-in alarm of the watch, an
/// alarm about a hop, or an alarm of `--require`.
package struct AlarmName: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
  package var rawValue: String

  package init(rawValue: String) { self.rawValue = rawValue }

  init(_ rule: RuleID) { rawValue = rule.rawValue }

  package static let missingTags = AlarmName(rawValue: "missing-tags")
  package static let cidChange = AlarmName(rawValue: "cid-change")
  package static let renditionDisagreement = AlarmName(rawValue: "rendition-disagreement")
  /// A live playlist can be loaded but does not advance.
  package static let playlistFrozen = AlarmName(rawValue: "playlist-frozen")
  /// A playlist cannot be loaded, while other playlists of the feed can be loaded.
  package static let playlistUnreachable = AlarmName(rawValue: "playlist-unreachable")
  /// A feed delivers nothing. It has its own events, `stream-lost` and `stream-back`.
  package static let streamLost = AlarmName(rawValue: "stream-lost")

  package var description: String { rawValue }

  /// The title of the alarm, as in reports: `Gap in the tags`.
  var words: String { RuleTitle.words(RuleID(rawValue: rawValue)) }

  /// What to do about the alarm: the remedy of its rule. Nil if there is none, or if the alarm's message contains it.
  var remedy: String? {
    guard self != .playlistUnreachable else { return nil }
    let rule = Self.own.first { $0.name == self }?.rule ?? RuleID(rawValue: rawValue)
    return RuleDescription.named(rule).flatMap { $0.traits.remedy.isEmpty ? nil : $0.traits.remedy }
  }
}

extension AlarmName {
  /// Whether the condition of this alarm can be a consequence of the condition of `cause`.
  func follows(from cause: AlarmName) -> Bool {
    FindingCause.follows(RuleID(rawValue: rawValue), from: RuleID(rawValue: cause.rawValue))
  }

  /// The built-in alarms of the watch, each with the rule whose settings it uses.
  static let own: [(name: AlarmName, rule: RuleID, severity: Severity)] = [
    (missingTags, "tag-present", .error),
    (cidChange, "tag-cid-change", .info),
    (renditionDisagreement, "hls-rendition-mismatch", .warning),
    (playlistFrozen, "hls-playlist-stale", .error),
    (playlistUnreachable, "hls-playlist-invalid", .error),
  ]

  /// The alarm of a tap whose content differs from that of the taps before it.
  static let otherContent = AlarmName(rawValue: "hop-other-content")

  init(_ fault: TagFault) { rawValue = "hop-\(fault.rawValue)" }

  static let ofHops: [AlarmName] =
    TagFault.allCases.filter(\.raisesAlarm).map { AlarmName($0) } + [otherContent]

  /// The alarm that is raised if the feed lacks what `--require` asks for.
  init(_ presence: RequiredPresence) { rawValue = "required-\(presence.rawValue)" }

  /// Every name that an alarm or a loss can have. `--stop-on` accepts these names.
  package static let all: [AlarmName] =
    own.map(\.name) + [streamLost] + ofHops
    + RequiredPresence.allCases.map { AlarmName($0) }
    + RuleDescription.all.map { AlarmName($0.id) }
    .filter { name in !LiveRules.replaced.contains(where: { $0.rawValue == name.rawValue }) }
}
