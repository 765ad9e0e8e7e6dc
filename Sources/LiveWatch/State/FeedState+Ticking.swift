import Conformance

extension FeedState {
  /// Bytes of a stream without segments that have come for so long make it one that delivers, in seconds.
  private static let settling = 3.0

  /// Looks at the feed, about once a second. `bytes` is what this connection has read; nil without one.
  /// - Returns: Whether it should be opened again.
  mutating func tick(bytes: Int64?, at moment: Moment) -> Bool {
    let now = moment.now
    defer { tickedAt = now }
    if let bytes, bytes > lastBytes {
      lastBytes = bytes
      lastSign = now
      mediaDue = nil
      let since = deliveredSince ?? now
      deliveredSince = since
      if isPlaylist != true, now - since >= Self.settling { delivered(at: moment) }
    }
    let shallReconnect = judgeSilence(isConnected: bytes != nil, at: moment)
    markStrips(now: now)
    guard phase.isUp else { return shallReconnect }
    callBack(at: moment)
    pauseHolds(now: now)
    judgeTags(at: moment)
    judgePlaylists(at: moment)
    if now - lookedAt >= settings.lookInterval {
      lookedAt = now
      judgeRules(at: moment)
    }
    return shallReconnect
  }

  /// Marks what goes on: a loss and alarms for as long as they last.
  private mutating func markStrips(now: Double) {
    guard !phase.isLost else {
      strip.mark(.lost, at: now)
      for index in tracks.indices { tracks[index].strip.mark(.lost, at: now) }
      return
    }
    let worst = board.worst
    let whole = worst[.feed].flatMap { StateStrip.Mark($0) }
    if let whole { strip.mark(whole, at: now) }
    for index in tracks.indices {
      let own = worst[tracks[index].key].flatMap { StateStrip.Mark($0) }
      let media: StateStrip.Mark? = phase.isUp && isPlaylist == false ? .media : nil
      for mark in [media, whole, own].compactMap({ $0 }) {
        tracks[index].strip.mark(mark, at: now)
      }
    }
  }

  // MARK: - Alarms

  /// Takes in whether a condition is there, and tells what comes of it.
  mutating func judge(
    _ name: AlarmName,
    _ track: TrackKey,
    _ condition: AlarmBoard.Condition?,
    hold: Double,
    at moment: Moment
  ) {
    let change = board.update(
      AlarmKey(name: name, track: track),
      condition,
      now: moment.now,
      date: moment.date,
      hold: hold
    )
    switch change {
    case nil: return
    case .raised(let alarm):
      tell(.alarm, at: moment) { event in
        event.alarm = alarm
        event.message = alarm.message
      }
      guard let index = tracks.firstIndex(where: { $0.key == track }) else { return }
      tracks[index].tagsSinceAlarm = 0
      if let mark = StateStrip.Mark(alarm.severity) {
        tracks[index].strip.mark(mark, at: moment.now)
      }
    case .cleared(let alarm, let seconds):
      tell(.recovered, at: moment) { event in
        event.alarm = alarm
        event.duration = seconds
        event.message = "over after \(Self.seconds(seconds)): \(alarm.message)"
      }
    }
  }

  /// How bad an alarm of the watch itself is; nil when it is turned off.
  func severity(of name: AlarmName) -> Severity? {
    guard let own = AlarmName.own.first(where: { $0.name == name }) else { return nil }
    let rule = settings.check.rules[own.rule] ?? RuleSettings()
    return rule.isOff ? nil : rule.severity ?? own.severity
  }

  /// Tags that show that they come again.
  private static let tagsToRecover = 2

  private mutating func judgeTags(at moment: Moment) {
    guard let severity = severity(of: .missingTags) else { return }
    let carrying = tracks.indices.filter { tracks[$0].hasCarried }
    for index in carrying {
      let track = tracks[index]
      // Time in which a playlist stands still is not without tags, but without media; and a rendition
      // that left is missed by nobody.
      tracks[index].suspend(
        isPlaylist == true && track.playlist.isOverdue(now: moment.now),
        now: moment.now
      )
      guard !tracks[index].isSuspended else { continue }
      let isGone = isPlaylist == true && track.summary == nil
      let isActive = board.isActive(AlarmKey(name: .missingTags, track: track.key))
      let isBad =
        moment.now - tracks[index].waitingSince > settings.alarmAfter
        || isActive && track.tagsSinceAlarm < Self.tagsToRecover
      let condition = missingTags(severity, since: track.waitingSince, track.pid, moment)
      judge(.missingTags, track.key, isBad && !isGone ? condition : nil, hold: 0, at: moment)
    }
    guard !carrying.contains(where: { tracks[$0].key == .feed }) else { return }
    let total = carrying.reduce(0) { $0 + tracks[$1].tags.data + tracks[$1].tags.info }
    let isActive = board.isActive(AlarmKey(name: .missingTags, track: .feed))
    let isBad =
      carrying.isEmpty
      ? moment.now - phase.since > settings.alarmAfter : isActive && total < Self.tagsToRecover
    let condition = missingTags(severity, since: phase.since, nil, moment)
    judge(.missingTags, .feed, isBad ? condition : nil, hold: 0, at: moment)
  }

  private func missingTags(
    _ severity: Severity,
    since: Double,
    _ pid: Int?,
    _ moment: Moment
  ) -> AlarmBoard.Condition {
    let age = moment.now - since
    // An alarm that goes on within the limit waits for tags.
    let message =
      age > settings.alarmAfter
      ? "no Nielsen tag for \(Self.seconds(age)) (limit \(Self.seconds(settings.alarmAfter)))"
      : "the alarm is cleared after \(Self.tagsToRecover) Nielsen tags"
    return AlarmBoard.Condition(severity: severity, message: message, place: Place(pid: pid))
  }

  /// Whether the playlist of a track is served and stands still.
  func isFrozen(_ track: TrackState, now: Double) -> Bool {
    track.playlist.isFrozen(now: now, after: settings.frozenAfter)
  }

  /// A playlist must have been renewed for so many target durations, and for so many seconds at least, until
  /// it is no longer frozen.
  private static let thawing = (targetDurations: 5.0, seconds: 30.0)

  private mutating func judgePlaylists(at moment: Moment) {
    guard isPlaylist == true else { return }
    if let severity = severity(of: .playlistFrozen) {
      for track in tracks {
        let health = track.playlist
        let isBad = track.summary != nil && isFrozen(track, now: moment.now)
        let condition = AlarmBoard.Condition(
          severity: severity,
          message: "playlist unchanged for \(Self.seconds(health.unchanged)) "
            + "(target duration \(Self.seconds(health.targetDuration)))",
          place: Place(rendition: track.key.rendition)
        )
        judge(
          .playlistFrozen,
          track.key,
          isBad ? condition : nil,
          hold: max(Self.thawing.seconds, health.targetDuration * Self.thawing.targetDurations),
          at: moment
        )
      }
    }
    judgeDisagreements(at: moment)
  }

  private mutating func judgeDisagreements(at moment: Moment) {
    guard let severity = severity(of: .renditionDisagreement) else { return }
    for track in tracks.map(\.key) {
      let condition = disagreements[track].map { missing in
        AlarmBoard.Condition(
          severity: severity,
          message: "a tag of \(missing.carrier ?? "the playlist") is missing here",
          place: Place(time: missing.time, rendition: missing.rendition),
          count: 1
        )
      }
      judge(.renditionDisagreement, track, condition, hold: settings.ruleHold, at: moment)
    }
    disagreements = [:]
  }

  private mutating func judgeRules(at moment: Moment) {
    if let severity = severity(of: .cidChange) {
      let condition = cidChange.map { change, place in
        AlarmBoard.Condition(severity: severity, message: change.words, place: place, count: 1)
      }
      judge(.cidChange, .feed, condition, hold: settings.ruleHold, at: moment)
      cidChange = nil
    }
    let isWarm = moment.now - connected >= max(settings.warmUp, settings.alarmAfter)
    let isPlaylist = isPlaylist == true
    let (summary, reached) = (summary(now: moment.now), reached(now: moment.now) ?? 0)
    let conditions = checker.look(
      summary,
      reached: reached,
      now: moment.now,
      date: moment.date,
      tellsStates: isWarm
    ) { place in
      isPlaylist ? TrackKey(rendition: place.rendition) : TrackKey(program: place.program)
    }
    var told: Set<AlarmKey> = []
    for found in conditions {
      count(found, now: moment.now)
      guard isWarm || !found.isStanding, !isTooSoon(found.name, now: moment.now) else { continue }
      told.insert(AlarmKey(name: found.name, track: found.track))
      judge(found.name, found.track, found.condition, hold: hold(of: found.rule), at: moment)
    }
    let own = Set(AlarmName.own.map(\.name))
    for key in board.activeKeys where !told.contains(key) && !own.contains(key.name) {
      judge(
        key.name,
        key.track,
        nil,
        hold: hold(of: RuleID(rawValue: key.name.rawValue)),
        at: moment
      )
    }
  }

  /// INFO tags come every five minutes: without one so long nothing is wrong yet, in seconds.
  private static let infoDeadlineSeconds = 330.0

  private func isTooSoon(_ name: AlarmName, now: Double) -> Bool {
    name == AlarmName(RequiredPresence.info) && now - connected < Self.infoDeadlineSeconds
  }

  /// A reminder waits for the next segment, which may come late.
  private static let remindersInTargetDurations = 3.0

  private func hold(of rule: RuleID?) -> Double {
    if rule.map(LiveRules.isAboutInfo) == true { return settings.infoRuleHold }
    // What still stands must have been told again before it is thought mended.
    let reminded = LiveRules.reminder + targetDuration * Self.remindersInTargetDurations
    return max(settings.ruleHold, reminded)
  }

  private mutating func count(_ found: RuleCondition, now: Double) {
    guard let rule = found.rule, found.condition.count > 0 else { return }
    if let index = tracks.firstIndex(where: { $0.key == found.track }) {
      tracks[index].count(
        found.condition.count,
        of: rule,
        found.condition.severity,
        now: now
      )
    } else {
      faults[rule, default: 0] += found.condition.count
    }
  }
}
