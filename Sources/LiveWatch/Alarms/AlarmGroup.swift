import Conformance

/// The alarms of a feed that have one cause: a loss, or the alarms of one name in all its tracks.
struct AlarmGroup: Sendable, Equatable {
  var name: AlarmName
  var condition: FeedCondition
  /// The affected tracks, as text; nil for the whole feed.
  var place: String?
  /// The latest message, in one line.
  var message: String
  /// Seconds since its beginning.
  var age: Double
}

extension FeedSnapshot {
  /// The groups of alarms, the most severe first, then the latest first.
  /// - Parameter date: Unix seconds.
  /// - Returns: A group for a loss, and one for each name of an alarm.
  func alarmGroups(at date: Double) -> [AlarmGroup] {
    var groups: [AlarmGroup] = []
    if status == .lost {
      groups.append(
        AlarmGroup(
          name: .streamLost,
          condition: .lost,
          message: reason ?? "nothing comes",
          age: statusAge
        )
      )
    }
    var names: [AlarmName] = []
    for alarm in alarms where !names.contains(alarm.name) { names.append(alarm.name) }
    groups += names.compactMap { name in
      let same = alarms.filter { $0.name == name }
      guard let worst = same.map(\.severity).max(), let first = same.map(\.since).min(),
        let shown = same.first(where: { $0.severity == worst })
      else { return nil }
      return AlarmGroup(
        name: name,
        condition: FeedCondition(worst),
        place: place(of: same.map(\.track)),
        message: shown.currentMessage,
        age: max(0, date - first)
      )
    }
    return groups.sorted { ($0.condition, $0.age) < ($1.condition, $1.age) }
  }

  /// `3 of 3 renditions`, or the name of the only one.
  private func place(of keys: [TrackKey]) -> String? {
    let concerned = Set(keys).filter { $0 != .feed }
    guard let any = concerned.first else { return nil }
    if tracks.count == 1, tracks[0].key == any { return nil }
    if concerned.count == 1 { return any.name }
    let noun = any.rendition == nil ? "programs" : "renditions"
    let total = tracks.count { $0.key != .feed }
    return total < concerned.count
      ? "\(concerned.count) \(noun)" : "\(concerned.count) of \(total) \(noun)"
  }
}
