import Conformance
import Presentation

/// The settings for raising and clearing alarms, and the timeouts of a watch. Times are in seconds.
package struct WatchSettings: Sendable {
  /// The time without a Nielsen tag after which `missing-tags` is raised.
  package var alarmAfter = 30.0
  /// The options of the rules. `off` turns off a rule's alarm. `tag-present`, `tag-cid-change`,
  /// `hls-rendition-mismatch` and `hls-playlist-stale` control built-in alarms of the watch.
  package var check = CheckOptions()

  /// The time without a finding after which a rule's alarm is cleared.
  package var ruleHold = 60.0
  /// The time without a finding after which an alarm about INFO tags is cleared: long enough for two INFO tags, which
  /// arrive every five minutes.
  package var infoRuleHold = 660.0
  /// The time without data after which a feed is lost; at least four target durations.
  package var lostAfter = LiveLimits.shortestLoss
  /// The time after which a feed is lost if its reading has ended or its server refuses all playlists.
  package var lossGrace = 8.0
  /// The time after which a playlist without new content is frozen; at least three target durations.
  package var frozenAfter = 10.0
  /// The interval between two evaluations of the rules.
  package var lookInterval = 5.0
  /// The minimum age of a connection before rules that judge the state of a whole stream can raise alarms.
  package var warmUp = 45.0
  /// The time after which a new checker replaces a feed's checker, so that memory does not grow. The first checkers of
  /// many feeds are replaced earlier.
  package var generation = 3600.0
  /// The time for which both checkers read: long enough for the new checker to receive two INFO tags.
  package var overlap = 720.0

  package init() {}

  /// The rules that control the alarms of every tap of a chain. The first tap also has `missing-tags`.
  private static let rulesOfTaps: Set<RuleID> = ["hls-playlist-stale", "hls-playlist-invalid"]

  /// These settings for a tap of a chain. Only alarms about reading remain, because faults of tags are reported for
  /// hops.
  func ofTap(isFirst: Bool) -> WatchSettings {
    var settings = self
    settings.check.required = []
    let kept = isFirst ? Self.rulesOfTaps.union(["tag-present"]) : Self.rulesOfTaps
    for rule in RuleDescription.all.map(\.id) where !kept.contains(rule) {
      settings.check.rules[rule, default: RuleSettings()].isOff = true
    }
    return settings
  }

  /// These settings for a feed with this template.
  func expecting(_ template: ChannelTemplate?) -> WatchSettings {
    var settings = self
    settings.check = check.expecting(template)
    return settings
  }
}
