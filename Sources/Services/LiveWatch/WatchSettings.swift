import Conformance
import Presentation

/// The settings for raising and clearing alarms, and the timeouts of a watch. Times are in seconds.
package struct WatchSettings: Sendable {
  /// The time without a Nielsen tag after which the condition of `missing-tags` begins.
  package var alarmAfter = 30.0
  /// The options of the rules. `off` turns off a rule's alarm. `tag-present`, `tag-cid-change`,
  /// `hls-rendition-mismatch`, `hls-playlist-stale` and `hls-playlist-invalid` control built-in alarms of the watch.
  package var check = CheckOptions()

  /// The minimum time without a finding after which a rule's alarm is cleared.
  package var ruleHold = 60.0
  /// The minimum time without a finding after which the alarm of a rule about INFO tags is cleared: long enough for two
  /// INFO tags, which arrive every five minutes.
  package var infoRuleHold = 660.0
  /// The time without data after which a feed is lost, or four target durations if they are longer.
  package var lostAfter = LiveLimits.shortestLoss
  /// The time after which a feed is lost if its reading has ended or its server refuses all playlists, and after which
  /// `playlist-unreachable` begins if the server refuses some of the playlists.
  package var lossGrace = 8.0
  /// The time without new content after which a playlist is frozen, or three target durations if they are longer.
  package var frozenAfter = 10.0
  /// The usual interval between two evaluations of the rules.
  package var lookInterval = 5.0
  /// The minimum age of a connection, or `alarmAfter` if that is longer, before findings about the state of a whole
  /// stream, and `--require`, can raise alarms.
  package var warmUp = 45.0
  /// The time after which a new checker replaces a feed's checker, so that memory does not grow. The first checker of a
  /// connection can be replaced earlier.
  package var generation = 3600.0
  /// The time for which both checkers read: long enough for the new checker to receive two INFO tags.
  package var overlap = 720.0

  package init() {}

  /// The rules that control the alarms about the playlists of a tap.
  private static let rulesOfTaps: Set<RuleID> = ["hls-playlist-stale", "hls-playlist-invalid"]

  /// The settings of a tap of a chain. Only alarms about playlists remain, and `missing-tags` at the first tap, because
  /// faults of tags are reported for hops.
  func ofTap(isFirst: Bool) -> WatchSettings {
    var settings = self
    settings.check.required = []
    let kept = isFirst ? Self.rulesOfTaps.union(["tag-present"]) : Self.rulesOfTaps
    for rule in RuleDescription.all.map(\.id) where !kept.contains(rule) {
      settings.check.rules[rule, default: RuleSettings()].isOff = true
    }
    return settings
  }

  /// The settings of a feed whose expected content `template` describes.
  func expecting(_ template: ChannelTemplate?) -> WatchSettings {
    var settings = self
    settings.check = check.expecting(template)
    return settings
  }
}
