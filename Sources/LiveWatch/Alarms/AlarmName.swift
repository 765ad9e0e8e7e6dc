import Conformance

/// The name of an alarm: one of the watch itself, or the rule of `check` that raises it.
package struct AlarmName: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
  /// The name in kebab case.
  package var rawValue: String

  /// Makes a name from its text.
  package init(rawValue: String) { self.rawValue = rawValue }

  /// The alarm of a rule.
  init(_ rule: RuleID) { rawValue = rule.rawValue }

  /// No Nielsen tag arrives.
  package static let missingTags = AlarmName(rawValue: "missing-tags")
  /// A CID changed.
  package static let cidChange = AlarmName(rawValue: "cid-change")
  /// Renditions carry different tags.
  package static let renditionDisagreement = AlarmName(rawValue: "rendition-disagreement")
  /// A live playlist is served and does not advance.
  package static let playlistFrozen = AlarmName(rawValue: "playlist-frozen")
  /// A feed delivers nothing. It has its own events, `stream-lost` and `stream-back`.
  package static let streamLost = AlarmName(rawValue: "stream-lost")

  package var description: String { rawValue }
}

extension AlarmName {
  /// The alarms of the watch itself, with the rules whose settings they use.
  static let own: [(name: AlarmName, rule: RuleID, severity: Severity)] = [
    (missingTags, RuleID(rawValue: "tag-present"), .error),
    (cidChange, RuleID(rawValue: "tag-cid-change"), .info),
    (renditionDisagreement, RuleID(rawValue: "hls-rendition-mismatch"), .warning),
    (playlistFrozen, RuleID(rawValue: "hls-playlist-stale"), .error),
  ]

  /// The alarm that `--require` raises.
  init(_ presence: RequiredPresence) { rawValue = "required-\(presence.rawValue)" }

  /// Every name that an event may have, for `--stop-on`.
  package static let all: [AlarmName] =
    own.map(\.name) + [streamLost]
    + RequiredPresence.allCases.map { AlarmName($0) }
    + RuleDescription.all.map { AlarmName($0.id) }
    .filter { name in !LiveRules.replaced.contains(where: { $0.rawValue == name.rawValue }) }
}
