import Conformance
import Presentation

/// When alarms are raised and cleared, and the timeouts of a watch. Times are seconds.
package struct WatchSettings: Sendable {
  /// `missing-tags` is raised after this time without a Nielsen tag.
  package var alarmAfter = 30.0
  /// The options of the rules. `off` turns off a rule's alarm; `tag-present`, `tag-cid-change`,
  /// `hls-rendition-mismatch` and `hls-playlist-stale` represent the alarms of the watch itself.
  package var check = CheckOptions()

  /// A rule's alarm is cleared after this time without a finding.
  package var ruleHold = 60.0
  /// The same for rules about INFO tags, which arrive every five minutes: two of them must be right.
  package var infoRuleHold = 660.0
  /// A feed is lost after this time without data; never fewer than four target durations.
  package var lostAfter = LiveLimits.shortestLoss
  /// A feed whose reading ended is lost if it does not deliver again within this time; a feed whose server
  /// refuses all playlists is lost after this time.
  package var lossGrace = 8.0
  /// A playlist is frozen if it lists nothing new for longer than this and than three target durations.
  package var frozenAfter = 10.0
  /// The interval between two evaluations of the rules.
  package var lookInterval = 5.0
  /// Rules that judge the state of a whole stream raise no alarm before this age of a connection.
  package var warmUp = 45.0
  /// The time after which a new checker replaces a feed's checker, so that memory does not grow; the first ones of many
  /// feeds are replaced earlier.
  package var generation = 3600.0
  /// The time for which both checkers read: the new one has seen two INFO tags then.
  package var overlap = 720.0

  package init() {}

  /// These settings for a feed with this template.
  func expecting(_ template: ChannelTemplate?) -> WatchSettings {
    var settings = self
    settings.check = check.expecting(template)
    return settings
  }
}
