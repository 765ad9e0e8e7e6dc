import Conformance

/// When alarms are raised and cleared, and how patient a watch is. Times are seconds.
package struct WatchSettings: Sendable {
  /// Without a Nielsen tag for so long `missing-tags` is raised.
  package var alarmAfter = 30.0
  /// What is checked. `off` turns off a rule's alarm; `tag-present`, `tag-cid-change`,
  /// `hls-rendition-mismatch` and `hls-playlist-stale` represent the alarms of the watch itself.
  package var check = CheckOptions()

  /// A rule's alarm is cleared when nothing more was found for so long.
  package var ruleHold = 60.0
  /// The same for rules about INFO tags, which come every five minutes: two of them must be right.
  package var infoRuleHold = 660.0
  /// A feed that delivers nothing for so long is lost; never fewer than four target durations.
  package var lostAfter = 20.0
  /// A feed whose reading ended is lost when it does not deliver again within so long; one whose server
  /// refuses all playlists, when it has done so for so long.
  package var lossGrace = 8.0
  /// A playlist without anything new for longer, and for longer than three target durations, is frozen.
  package var frozenAfter = 10.0
  /// Rules are looked at so often.
  package var lookInterval = 5.0
  /// Rules that judge the state of a stream as a whole have nothing to say before so long.
  package var warmUp = 45.0
  /// After so long a feed's checker is replaced by a new one, so that nothing grows.
  package var generation = 3600.0
  /// The new checker reads along so long before: it has seen two INFO tags then.
  package var overlap = 720.0

  package init() {}

  /// The settings of a feed with this template.
  func expecting(_ template: ChannelTemplate?) -> WatchSettings {
    var settings = self
    settings.check = check.expecting(template)
    return settings
  }
}
