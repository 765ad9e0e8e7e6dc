import System

/// Waits for the first of some alarms.
package final class StopCondition: EventSink {
  private let names: Set<AlarmName>
  private let stopsOnAny: Bool
  private let first = Shared<WatchEvent?>(nil)

  /// The name that matches every alarm.
  package static let any = AlarmName(rawValue: "any")

  /// Makes a condition that one of these alarms meets.
  package init(_ names: [AlarmName]) {
    self.names = Set(names)
    stopsOnAny = names.contains(Self.any)
  }

  /// The event that met the condition; nil before that.
  package var event: WatchEvent? { first.read { $0 } }

  /// Returns when there is one, or the task is cancelled.
  package func wait() async { _ = await first.wait { $0 } }

  package func take(_ event: WatchEvent) {
    guard let name = event.name, stopsOnAny || names.contains(name) else { return }
    first.withLock { $0 = $0 ?? event }
  }
}
