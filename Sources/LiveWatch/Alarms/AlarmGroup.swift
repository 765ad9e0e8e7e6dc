import Conformance

/// A raised alarm or a loss, as pages show it.
struct AlarmGroup: Sendable, Equatable {
  var name: AlarmName
  var condition: FeedCondition
  /// The affected tracks, as text; nil for the whole feed.
  var place: String?
  /// The latest message, in one line.
  var message: String
  /// The alarms that follow from it and are not raised.
  var consequences: [AlarmName] = []
  /// Whether it is not sent to commands and webhooks.
  var isMuted = false
  /// Seconds since its beginning.
  var age: Double
}

extension FeedSnapshot {
  /// The loss and the alarms, the most severe first, then the latest first. `date`: Unix seconds.
  func alarmGroups(at date: Double) -> [AlarmGroup] {
    var groups = alarms.map { alarm in
      AlarmGroup(
        name: alarm.name,
        condition: FeedCondition(alarm.severity),
        place: place(of: alarm.current),
        message: alarm.currentMessage,
        consequences: alarm.consequences,
        isMuted: muted.contains(alarm.name),
        age: max(0, date - alarm.since)
      )
    }
    if status == .lost {
      groups.append(
        AlarmGroup(
          name: .streamLost,
          condition: .lost,
          message: reason ?? "nothing comes",
          consequences: lossConsequences,
          isMuted: muted.contains(.streamLost),
          age: statusAge
        )
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
