import Conformance
import Records

/// The identity of a condition that may raise an alarm: the name of the alarm, and the affected track.
struct AlarmKey: Hashable, Sendable {
  var name: AlarmName
  var track: TrackKey
}

/// The alarms of one feed. Each condition waits for a short time, so that its alarm can name all tracks at once, and is
/// held back while it is a consequence of another alarm's condition.
struct AlarmBoard: Sendable {
  struct Condition: Sendable {
    var severity: Severity
    var message: String
    var place = Place()
    /// The number of findings since the condition was last reported; 0 for a continuing state.
    var count = 0
    /// Whether the condition is never a consequence of another alarm.
    var standsAlone = false
  }

  enum Change: Sendable, Equatable {
    case raised(ActiveAlarm)
    /// `joined` are the added tracks; `joined` is empty if only the severity has increased.
    case updated(ActiveAlarm, joined: [TrackKey])
    /// `after` is the number of seconds for which the alarm was raised.
    case cleared(ActiveAlarm, after: Double)
  }

  /// The time that a condition waits before its alarm is raised.
  struct Wait: Sendable, Equatable {
    /// The seconds after which the wait can end.
    var seconds = 0.0
    /// Whether the wait ends early when the feed as a whole, or every track, has the condition.
    var endsWhenWhole = false
    /// Whether the wait ends only if media has arrived since the wait began. Without media, the feed may be lost.
    var needsMedia = true
  }

  /// The maximum number of conditions: enough for a hundred rules in several tracks.
  static let capacity = 2048

  private enum Stage: Equatable {
    /// The condition has waited since this time for other tracks and for a cause.
    case waiting(since: Double)
    /// The condition is held back as a consequence of another alarm or a loss, and still was at the time `at`.
    case following(at: Double)
    /// The condition is part of its alarm.
    case raised
  }

  private struct Entry: Sendable {
    var state = AlarmState()
    /// The stage of the condition; nil if the condition has ended.
    var stage: Stage?
    /// The condition with the findings that are not yet part of an alarm.
    var condition: Condition?
    /// When the condition was last present.
    var seen = -Double.infinity
  }

  private struct Raised: Sendable {
    var alarm: ActiveAlarm
    /// When the alarm was raised, on the steady clock.
    var at: Double
    /// Whether the severity is higher than in the last event of the alarm.
    var isWorse = false

    /// Adds findings in a track of the alarm.
    mutating func take(_ condition: Condition) {
      alarm.count += condition.count
      alarm.latestMessage = condition.message
      take(condition.severity)
    }

    /// Raises the alarm's severity to the severity of a finding, or of a condition that is a consequence of the alarm.
    mutating func take(_ severity: Severity) {
      guard severity > alarm.severity else { return }
      alarm.severity = severity
      isWorse = true
    }
  }

  private var entries: [AlarmKey: Entry] = [:]
  private var alarms: [AlarmName: Raised] = [:]
  private var lastID: Int
  /// The number of times that each alarm was raised, by name.
  private(set) var raised: [AlarmName: Int] = [:]

  /// Creates a board without alarms. The first alarm gets the number after `lastID`.
  init(lastID: Int = 0) { self.lastID = lastID }

  /// The raised alarms, in the order in which they were raised.
  var active: [ActiveAlarm] { alarms.values.map(\.alarm).sorted { $0.id < $1.id } }

  /// The keys of the conditions that are part of an alarm, wait, or are held back.
  var activeKeys: [AlarmKey] { entries.filter { $0.value.stage != nil }.map(\.key) }

  /// The highest severity of the raised alarms, by track.
  var worst: [TrackKey: Severity] {
    var worst: [TrackKey: Severity] = [:]
    for alarm in alarms.values.lazy.map(\.alarm) {
      for track in alarm.current {
        worst[track] = max(worst[track] ?? alarm.severity, alarm.severity)
      }
    }
    return worst
  }

  func isActive(_ key: AlarmKey) -> Bool { entries[key]?.stage == .raised }

  // MARK: - Conditions

  /// Receives the condition of an alarm in a track; nil if it is absent. Only `settle` raises and clears alarms.
  /// - Parameters:
  ///   - key: The alarm and the track.
  ///   - condition: The condition.
  ///   - now: The time on the steady clock.
  ///   - hold: The hold of the alarm without doublings, in seconds.
  mutating func update(_ key: AlarmKey, _ condition: Condition?, now: Double, hold: Double) {
    if condition == nil, entries[key] == nil { return }
    if entries[key] == nil, entries.count >= Self.capacity { forget(now: now) }
    guard entries[key] != nil || entries.count < Self.capacity else { return }
    var entry = entries[key] ?? Entry()
    defer { entries[key] = entry }
    let change = entry.state.update(isBad: condition != nil, now: now, hold: hold)
    if condition != nil { entry.seen = now }
    switch change {
    case .raised:
      (entry.stage, entry.condition) = (.waiting(since: now), condition)
    case .cleared:
      if entry.stage == .raised { alarms[key.name]?.alarm.ended.insert(key.track) }
      (entry.stage, entry.condition) = (nil, nil)
    case nil:
      guard var condition else { return }
      if entry.stage == .raised { return alarms[key.name]?.take(condition) ?? () }
      if let earlier = entry.condition {
        condition.count += earlier.count
        condition.severity = max(condition.severity, earlier.severity)
      }
      entry.condition = condition
    }
  }

  /// Continues an alarm that an earlier run raised `age` seconds ago.
  mutating func resume(_ alarm: ActiveAlarm, age: Double, now: Double) {
    for track in alarm.current {
      var entry = Entry(stage: .raised)
      entry.state.resume(age: age, now: now)
      entries[AlarmKey(name: alarm.name, track: track)] = entry
    }
    alarms[alarm.name] = Raised(alarm: alarm, at: now - age)
  }

  /// Restarts the holds of all present conditions, because the feed delivered nothing until now.
  mutating func suspend(until now: Double) {
    for key in entries.keys { entries[key]?.state.suspend(until: now) }
  }

  /// Extends the hold of a condition, because its source delivered nothing during the last `seconds`.
  mutating func pause(_ key: AlarmKey, for seconds: Double, upTo now: Double) {
    entries[key]?.state.pause(for: seconds, upTo: now)
  }

  private mutating func forget(now: Double) {
    entries = entries.filter { !$0.value.state.isForgettable(now: now) }
  }

  // MARK: - Alarms

  /// Raises, updates and clears alarms according to their conditions.
  /// - Parameters:
  ///   - now: The time on the steady clock.
  ///   - date: Unix seconds.
  ///   - lastMedia: When media last arrived, on the steady clock.
  ///   - tracks: The tracks of the feed, in their order.
  ///   - wait: Returns the wait for the conditions of an alarm.
  /// - Returns: The changes, each of which is one event.
  mutating func settle(
    now: Double,
    date: Double,
    lastMedia: Double,
    tracks: [TrackKey] = [],
    wait: (AlarmName) -> Wait
  ) -> [Change] {
    guard !alarms.isEmpty || entries.contains(where: { $0.value.stage != nil }) else { return [] }
    var changes: [Change] = []
    let ready = followCauses(now: now)
    for (name, keys) in ready.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      let wait = wait(name)
      let since = keys.compactMap { key -> Double? in
        guard case .waiting(let since) = entries[key]?.stage else { return nil }
        return since
      }.min()
      guard let since, !wait.needsMedia || lastMedia >= since else { continue }
      let concerned = Set(keys.map(\.track) + (alarms[name]?.alarm.current ?? []))
      let isWhole = concerned.contains(.feed) || concerned.isSuperset(of: tracks)
      guard now - since >= wait.seconds || wait.endsWhenWhole && isWhole else { continue }
      let order = keys.sorted { left, right in
        let places = [left, right].map { tracks.firstIndex(of: $0.track) ?? tracks.count }
        return (places[0], left.track.name ?? "") < (places[1], right.track.name ?? "")
      }
      raise(name, order, now: now, date: date).map { changes.append($0) }
    }
    for name in alarms.keys.sorted(by: { $0.rawValue < $1.rawValue }) {
      guard let raised = alarms[name] else { continue }
      if raised.isWorse {
        alarms[name]?.isWorse = false
        changes.append(.updated(raised.alarm, joined: []))
      }
      guard raised.alarm.current.isEmpty, ready[name] == nil else { continue }
      alarms[name] = nil
      changes.append(.cleared(raised.alarm, after: max(0, now - raised.at)))
    }
    return changes
  }

  /// Holds back all waiting conditions, because they are consequences of the loss of the feed.
  /// - Returns: The alarms whose conditions were waiting.
  mutating func lose(now: Double) -> [AlarmName] {
    var names: Set<AlarmName> = []
    for (key, entry) in entries {
      switch entry.stage {
      case .waiting: names.insert(key.name)
      case .following: break
      case .raised, nil: continue
      }
      entries[key]?.stage = .following(at: now)
    }
    return names.sorted { $0.rawValue < $1.rawValue }
  }

  /// Adds conditions to their alarm, and raises the alarm if it is not raised yet.
  private mutating func raise(
    _ name: AlarmName,
    _ keys: [AlarmKey],
    now: Double,
    date: Double
  ) -> Change? {
    let conditions = keys.compactMap { entries[$0]?.condition }
    for key in keys {
      entries[key]?.stage = .raised
      entries[key]?.condition = nil
    }
    let tracks = keys.map(\.track)
    if var known = alarms[name] {
      for condition in conditions { known.take(condition) }
      let joined = tracks.filter { !known.alarm.tracks.contains($0) }
      known.alarm.tracks += joined
      known.alarm.ended.subtract(tracks)
      if !joined.isEmpty { known.isWorse = false }
      alarms[name] = known
      return joined.isEmpty ? nil : .updated(known.alarm, joined: joined)
    }
    guard let worst = conditions.map(\.severity).max(),
      let first = conditions.first(where: { $0.severity == worst })
    else { return nil }
    lastID += 1
    raised[name, default: 0] += 1
    let alarm = ActiveAlarm(
      id: lastID,
      name: name,
      tracks: tracks,
      severity: worst,
      raisedSeverity: worst,
      message: first.message,
      count: max(1, conditions.reduce(0) { $0 + $1.count }),
      place: first.place,
      since: date
    )
    alarms[name] = Raised(alarm: alarm, at: now)
    return .raised(alarm)
  }

  // MARK: - Causes

  /// Holds back the conditions that are consequences of other alarms' conditions.
  /// - Returns: The conditions that may raise their alarms.
  private mutating func followCauses(now: Double) -> [AlarmName: [AlarmKey]] {
    let present = entries.filter { $0.value.stage != nil }
    let byName = Dictionary(grouping: present.keys, by: \.name)
    var ready: [AlarmName: [AlarmKey]] = [:]
    for (name, keys) in byName {
      let causes = byName.filter { $0.key != name && name.follows(from: $0.key) }
      for key in keys {
        guard let entry = present[key], entry.stage != .raised else { continue }
        let found = causes.compactMap { cause, others -> (AlarmName, isRaised: Bool)? in
          let others = others.filter { isCause($0, of: key, present) }
          guard !others.isEmpty else { return nil }
          return (cause, others.contains { present[$0]?.stage == .raised })
        }
        if let (cause, _) = found.first(where: \.isRaised) {
          entries[key]?.stage = .following(at: now)
          if let severity = entry.condition?.severity { alarms[cause]?.take(severity) }
          if alarms[cause]?.alarm.consequences.contains(name) == false {
            alarms[cause]?.alarm.consequences.append(name)
          }
        } else if found.isEmpty {
          if case .following(let end) = entry.stage {
            // A condition that was not found again after its cause ended belonged to that cause.
            guard entry.seen > end else { continue }
            entries[key]?.stage = .waiting(since: now)
          }
          ready[name, default: []].append(key)
        }
      }
    }
    return ready
  }

  /// Whether the condition `cause` holds back the condition `key`, whose alarm can be a consequence of `cause`'s alarm.
  private func isCause(_ cause: AlarmKey, of key: AlarmKey, _ present: [AlarmKey: Entry]) -> Bool {
    guard let own = present[key]?.condition, !own.standsAlone,
      cause.track == key.track || cause.track == .feed || key.track == .feed,
      let entry = present[cause]
    else { return false }
    let severity =
      switch entry.stage {
      case .raised: alarms[cause.name]?.alarm.severity
      case .waiting: entry.condition?.severity
      case .following, nil: nil as Severity?
      }
    // A built-in alarm of the watch with severity `error` is not hidden by a warning. A rule's finding with severity
    // `error` raises the severity of the warning instead.
    let isOwn = AlarmName.own.contains { $0.name == key.name }
    return severity.map { $0 >= own.severity || !isOwn } ?? false
  }
}
