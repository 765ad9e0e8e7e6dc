import Conformance

/// The identity of an alarm: alarms with one name in two tracks are two alarms.
struct AlarmKey: Hashable, Sendable {
  var name: AlarmName
  var track: TrackKey
}

/// A raised alarm.
package struct ActiveAlarm: Sendable, Equatable {
  /// The number that `recovered` and `alarm` share; no other alarm of the feed has it, also in other runs.
  package var id: Int
  package var name: AlarmName
  /// The affected track.
  package var track: TrackKey
  package var severity: Severity
  /// The message when it was raised.
  package var message: String
  /// The number of findings so far.
  package var count: Int
  /// The place of the first finding.
  package var place: Place
  /// When it was raised, in Unix seconds.
  package var since: Double
  /// The latest message, if it differs from the first.
  package var latestMessage: String?

  /// The latest message.
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

  /// A change of an alarm.
  enum Change: Sendable, Equatable {
    case raised(ActiveAlarm)
    /// `after`: the seconds for which it was raised.
    case cleared(ActiveAlarm, after: Double)
  }

  /// The most alarms that are distinguished: a hundred rules in several tracks.
  static let capacity = 2048

  private struct Entry: Sendable {
    var state = AlarmState()
    var alarm: ActiveAlarm?
  }

  private var entries: [AlarmKey: Entry] = [:]
  private var lastID: Int
  /// How often alarms were raised, by name.
  private(set) var raised: [AlarmName: Int] = [:]

  /// Makes a board without alarms. The first one gets the number after `lastID`.
  init(lastID: Int = 0) { self.lastID = lastID }

  /// The raised alarms, in the order in which they were raised.
  var active: [ActiveAlarm] { entries.values.compactMap(\.alarm).sorted { $0.id < $1.id } }

  /// The keys of the raised alarms.
  var activeKeys: [AlarmKey] { entries.filter { $0.value.alarm != nil }.map(\.key) }

  /// The highest severity of the raised alarms, by track.
  var worst: [TrackKey: Severity] {
    var worst: [TrackKey: Severity] = [:]
    for alarm in entries.values.lazy.compactMap(\.alarm) {
      worst[alarm.track] = max(worst[alarm.track] ?? alarm.severity, alarm.severity)
    }
    return worst
  }

  /// Whether an alarm is raised.
  func isActive(_ key: AlarmKey) -> Bool { entries[key]?.alarm != nil }

  /// Updates an alarm with its condition; nil: the condition is absent.
  /// - Parameters:
  ///   - key: The alarm.
  ///   - condition: The condition.
  ///   - now: The steady clock.
  ///   - date: Unix seconds.
  ///   - hold: Seconds for which the condition must be absent until the alarm is cleared.
  /// - Returns: The change of the alarm; nil when it does not change.
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

  /// Takes over an alarm that an earlier run raised `age` seconds ago.
  mutating func resume(_ alarm: ActiveAlarm, age: Double, now: Double) {
    var entry = Entry()
    entry.state.resume(age: age, now: now)
    entry.alarm = alarm
    entries[AlarmKey(name: alarm.name, track: alarm.track)] = entry
  }

  /// Restarts the holds of raised alarms: the feed delivered nothing until now.
  mutating func suspend(until now: Double) {
    for key in entries.keys { entries[key]?.state.suspend(until: now) }
  }

  /// Extends the hold of an alarm: its source delivered nothing for this many seconds up to now.
  mutating func pause(_ key: AlarmKey, for seconds: Double, upTo now: Double) {
    entries[key]?.state.pause(for: seconds, upTo: now)
  }

  private mutating func forget(now: Double) {
    entries = entries.filter { !$0.value.state.isForgettable(now: now) }
  }
}
