import Synchronization

/// Waits for the first of some alarms.
public final class StopCondition: EventSink {
  private let names: Set<AlarmName>
  private let stopsOnAny: Bool
  private let first = Mutex<WatchEvent?>(nil)

  /// The word that stands for every alarm.
  public static let any = AlarmName(rawValue: "any")

  /// A condition that is met by one of these alarms.
  public init(_ names: [AlarmName]) {
    self.names = Set(names)
    stopsOnAny = names.contains(Self.any)
  }

  /// The event that met it; nil while none has.
  public var event: WatchEvent? { first.withLock { $0 } }

  /// Takes an event.
  public func take(_ event: WatchEvent) {
    guard let name = event.name, stopsOnAny || names.contains(name) else { return }
    first.withLock { $0 = $0 ?? event }
  }
}
