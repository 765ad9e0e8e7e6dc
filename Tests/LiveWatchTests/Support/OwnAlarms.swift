import Conformance

@testable import LiveWatch

extension WatchSettings {
  /// Settings without any rule of `check` but those that stand for alarms of the watch itself.
  static func ownAlarmsOnly() throws -> WatchSettings {
    var settings = WatchSettings()
    let own = Set(AlarmName.own.map(\.rule))
    for rule in RuleDescription.all where !own.contains(rule.id) {
      try settings.check.setSeverity("\(rule.id)=off")
    }
    return settings
  }
}
