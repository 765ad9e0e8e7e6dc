import System

/// Takes events when they happen, in the tasks of the feeds: it must not block.
package protocol EventSink: Sendable {
  func take(_ event: WatchEvent)
}

/// A sink with a queue.
package protocol QueuedSink: EventSink {
  var buffer: EventBuffer { get }
}

extension QueuedSink {
  /// The numbers of events that were delivered, failed and dropped so far.
  package var counts: DeliveryCounts { buffer.counts }

  /// The events that are not delivered yet.
  package var waiting: [WatchEvent] { buffer.waiting }

  /// Delivers events of an earlier run first. Call it before the sink is started. What waits at the end is kept for the next watch.
  package func resume(_ events: [WatchEvent]) { buffer.resume(events) }
}

/// Waits for the first of some alarms.
package final class StopCondition: EventSink {
  private let names: Set<AlarmName>
  private let first = Shared<WatchEvent?>(nil)

  /// The name that matches every alarm.
  package static let any = AlarmName(rawValue: "any")

  /// Makes a condition that one of these alarms meets.
  package init(_ names: [AlarmName]) { self.names = Set(names) }

  /// The event that met the condition; nil before that.
  package var event: WatchEvent? { first.read { $0 } }

  /// Returns when there is one, or the task is cancelled.
  package func wait() async { _ = await first.wait { $0 } }

  package func take(_ event: WatchEvent) {
    guard let name = event.name, !names.isDisjoint(with: [name, Self.any]) else { return }
    first.withLock { $0 = $0 ?? event }
  }
}
