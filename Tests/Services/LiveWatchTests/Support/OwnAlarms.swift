import Conformance

@testable import LiveWatch

extension WatchSettings {
  /// Settings that turn off all rules except these and the rules that control built-in alarms of the watch.
  static func ownAlarmsOnly(and rules: String...) throws -> WatchSettings {
    var settings = WatchSettings()
    let own = Set(AlarmName.own.map(\.rule) + rules.map { RuleID(rawValue: $0) })
    for rule in RuleDescription.all where !own.contains(rule.id) {
      try settings.check.setSeverity("\(rule.id)=off")
    }
    return settings
  }
}
