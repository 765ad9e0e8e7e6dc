import Conformance

/// What an alarm is about: two of the same name in two tracks are two.
struct AlarmKey: Hashable, Sendable {
  var name: AlarmName
  var track: TrackKey
}

/// An alarm that is raised.
package struct ActiveAlarm: Sendable, Equatable {
  /// Its number, by which `recovered` refers to `alarm`; unique within a feed.
  package var id: Int
  package var name: AlarmName
  /// The track it is about.
  package var track: TrackKey
  /// How bad it is.
  package var severity: Severity
  /// What was seen when it was raised.
  package var message: String
  /// How many findings it represents up to now.
  package var count: Int
  /// Where it was first seen.
  package var place: Place
  /// When it was raised, in Unix seconds.
  package var since: Double
  /// What was seen the last time, when that is not what was seen first.
  package var latestMessage: String?

  /// What is seen now, or was the last time.
  package var currentMessage: String { latestMessage ?? message }
}

/// The alarms of one feed.
struct AlarmBoard: Sendable {
  /// A condition that may raise an alarm.
  struct Condition: Sendable {
    var severity: Severity
    var message: String
    var place = Place()
    /// Findings since it was last reported; 0 for a state that continues.
    var count = 0
  }

  /// What became of an alarm.
  enum Change: Sendable, Equatable {
    case raised(ActiveAlarm)
    /// It had been raised for this many seconds.
    case cleared(ActiveAlarm, after: Double)
  }

  /// Alarms that are distinguished: a hundred rules in a few tracks.
  static let capacity = 2048

  private struct Entry: Sendable {
    var state = AlarmState()
    var alarm: ActiveAlarm?
  }

  private var entries: [AlarmKey: Entry] = [:]
  private var lastID = 0
  /// How often alarms were raised, by name.
  private(set) var raised: [AlarmName: Int] = [:]

  /// The alarms that are raised, in the order in which they were.
  var active: [ActiveAlarm] { entries.values.compactMap(\.alarm).sorted { $0.id < $1.id } }

  /// The keys of the alarms that are raised.
  var activeKeys: [AlarmKey] { entries.filter { $0.value.alarm != nil }.map(\.key) }

  /// The worst severity of the alarms that are raised, by track.
  var worst: [TrackKey: Severity] {
    var worst: [TrackKey: Severity] = [:]
    for alarm in entries.values.lazy.compactMap(\.alarm) {
      worst[alarm.track] = max(worst[alarm.track] ?? alarm.severity, alarm.severity)
    }
    return worst
  }

  /// Whether an alarm is raised.
  func isActive(_ key: AlarmKey) -> Bool { entries[key]?.alarm != nil }

  /// Takes in whether a condition is there: nil when it is not.
  /// - Parameters:
  ///   - key: The alarm.
  ///   - condition: The condition.
  ///   - now: The steady clock.
  ///   - date: Unix seconds.
  ///   - hold: How long the condition must be away until the alarm is cleared.
  /// - Returns: What became of the alarm; nil when it stays as it is.
  mutating func update(
    _ key: AlarmKey,
    _ condition: Condition?,
    now: Double,
    date: Double,
    hold: Double
  ) -> Change? {
    if condition == nil, entries[key] == nil { return nil }
    if entries[key] == nil, entries.count >= Self.capacity { forget(now: now) }
    guard entries[key] != nil || entries.count < Self.capacity else { return nil }
    var entry = entries[key] ?? Entry()
    defer { entries[key] = entry }
    let change = entry.state.update(isBad: condition != nil, now: now, hold: hold)
    switch change {
    case .raised:
      guard let condition else { return nil }
      lastID += 1
      raised[key.name, default: 0] += 1
      let alarm = ActiveAlarm(
        id: lastID,
        name: key.name,
        track: key.track,
        severity: condition.severity,
        message: condition.message,
        count: max(1, condition.count),
        place: condition.place,
        since: date
      )
      entry.alarm = alarm
      return .raised(alarm)
    case .cleared(let seconds):
      guard let alarm = entry.alarm else { return nil }
      entry.alarm = nil
      return .cleared(alarm, after: seconds)
    case nil:
      if let condition {
        entry.alarm?.count += condition.count
        entry.alarm?.latestMessage = condition.message
      }
      return nil
    }
  }

  /// The feed was away until now.
  mutating func suspend(until now: Double) {
    for key in entries.keys { entries[key]?.state.suspend(until: now) }
  }

  /// Nothing came of what an alarm is about for this many seconds up to now.
  mutating func pause(_ key: AlarmKey, for seconds: Double, upTo now: Double) {
    entries[key]?.state.pause(for: seconds, upTo: now)
  }

  private mutating func forget(now: Double) {
    entries = entries.filter { !$0.value.state.isForgettable(now: now) }
  }
}
