import System

/// Receives events as they happen. `take` must not block, because the feed that reports the event waits for it.
package protocol EventSink: Sendable {
  func take(_ event: WatchEvent)
}

package protocol QueuedSink: EventSink {
  var buffer: EventBuffer { get }
}

extension QueuedSink {
  package var counts: DeliveryCounts { buffer.counts }

  package var waiting: [WatchEvent] { buffer.waiting }

  /// Delivers events of an earlier run first. Call this before the sink is started. After this call, events that still
  /// wait at the end are kept for the next watch.
  package func resume(_ events: [WatchEvent]) { buffer.resume(events) }
}

/// Waits for the first alarm or loss that has one of the given names. The name `any` stands for every name.
package final class StopCondition: EventSink {
  private let names: Set<AlarmName>
  private let first = Shared<WatchEvent?>(nil)

  package static let any = AlarmName(rawValue: "any")

  package init(_ names: [AlarmName]) { self.names = Set(names) }

  /// The event that met the condition; nil until an event does.
  package var event: WatchEvent? { first.read { $0 } }

  package func wait() async { _ = await first.wait { $0 } }

  package func take(_ event: WatchEvent) {
    guard let name = event.name, !names.isDisjoint(with: [name, Self.any]) else { return }
    first.withLock { $0 = $0 ?? event }
  }
}
