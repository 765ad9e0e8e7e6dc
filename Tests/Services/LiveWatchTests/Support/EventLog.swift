import LiveWatch
import Synchronization

/// Collects events.
final class EventLog: EventSink {
  private let log = Mutex<[WatchEvent]>([])

  var events: [WatchEvent] { log.withLock { $0 } }

  func take(_ event: WatchEvent) { log.withLock { $0.append(event) } }

  /// The events except tags, in order, such as `alarm missing-tags video/160x90, audio`.
  var lines: [String] {
    events.filter { $0.kind != .tag }.map { event in
      [event.kind.rawValue, event.alarm?.name.rawValue, event.alarm?.tracks.words]
        .compactMap { $0 }.joined(separator: " ")
    }
  }
}
