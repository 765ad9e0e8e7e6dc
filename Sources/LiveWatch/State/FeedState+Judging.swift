import Conformance

/// The checks of a feed, about once a second.
extension FeedState {
  /// Checks the feed. `bytes` is the number of bytes that this connection has read; nil without a connection.
  /// - Returns: Whether it must be opened again.
  mutating func tick(bytes: Int64?, at moment: Moment) -> Bool {
    let now = moment.now
    defer { clearing.note(lookAt: now) }
    if let bytes, delivery.receive(bytes: bytes, now: now), tracks.isPlaylist != true {
      delivered(at: moment)
    }
    let mustReconnect = judgeSilence(isConnected: bytes != nil, at: moment)
    if delivery.phase.isLost {
      tracks.markLoss(now: now)
    } else {
      tracks.mark(board.worst, isDelivering: delivery.phase.isUp, now: now)
    }
    guard delivery.phase.isUp else { return mustReconnect }
    reportReturn(at: moment)
    pauseHolds(now: now)
    judgeTags(at: moment)
    judgePlaylists(at: moment)
    clearUnjudged(at: moment)
    if rules.isDue(after: settings.lookInterval, now: now) { judgeRules(at: moment) }
    return mustReconnect
  }

  private mutating func judgeSilence(isConnected: Bool, at moment: Moment) -> Bool {
    let (loss, mustReconnect) = delivery.judgeSilence(
      tracks.answers(frozenAfter: settings.frozenAfter, now: moment.now),
      FeedDelivery.Limits(settings, targetDuration: tracks.targetDuration),
      isConnected: isConnected,
      now: moment.now
    )
    if let loss {
      report(.streamLost, at: moment) { event in
        event.message = loss.reason
        event.duration = loss.seconds
      }
    }
    return mustReconnect
  }

  private mutating func pauseHolds(now: Double) {
    let reading = AlarmClearing.Reading(
      tracks: tracks,
      lastSign: delivery.lastSign,
      compared: agreement.compared
    )
    clearing.pause(&board, reading: reading, now: now)
  }

  // MARK: - Alarms

  /// Updates an alarm with its condition, and reports the change. `targetDuration`: that of the track, in
  /// seconds; nil: that of the feed.
  private mutating func judge(
    _ name: AlarmName,
    _ track: TrackKey,
    _ condition: AlarmBoard.Condition?,
    targetDuration: Double? = nil,
    at moment: Moment
  ) {
    let change = board.update(
      AlarmKey(name: name, track: track),
      condition,
      now: moment.now,
      date: moment.date,
      hold: clearing.hold(of: name, targetDuration: targetDuration ?? tracks.targetDuration)
    )
    switch change {
    case nil: return
    case .raised(let alarm):
      report(.alarm, at: moment) { event in
        event.alarm = alarm
        event.message = alarm.message
      }
      tracks.raise(alarm.severity, in: track, now: moment.now)
    case .cleared(let alarm, let seconds):
      report(.recovered, at: moment) { event in
        event.alarm = alarm
        event.duration = seconds
        event.message = "over after \(SecondsText.text(seconds)): \(alarm.message)"
      }
    }
  }

  private mutating func judgeTags(at moment: Moment) {
    guard let severity = settings.severity(of: .missingTags) else { return }
    let rule = MissingTagsCondition(severity: severity, limit: settings.alarmAfter)
    let conditions = rule.conditions(
      in: &tracks,
      upSince: delivery.phase.since,
      now: moment.now
    ) { [board] track in
      board.isActive(AlarmKey(name: .missingTags, track: track))
    }
    for (track, condition) in conditions { judge(.missingTags, track, condition, at: moment) }
  }

  private mutating func judgePlaylists(at moment: Moment) {
    guard tracks.isPlaylist == true else { return }
    if let severity = settings.severity(of: .playlistFrozen) {
      for track in tracks.all {
        judge(
          .playlistFrozen,
          track.key,
          track.frozenCondition(severity, after: settings.frozenAfter, now: moment.now),
          targetDuration: track.playlist.targetDuration,
          at: moment
        )
      }
    }
    if let severity = settings.severity(of: .playlistUnreachable) {
      // Where no playlist can be loaded the feed is lost.
      let isServed = tracks.all.contains { $0.isListed && $0.playlist.isServed }
      for track in tracks.all {
        judge(
          .playlistUnreachable,
          track.key,
          isServed ? track.refusedCondition(severity, after: settings.lossGrace) : nil,
          targetDuration: track.playlist.targetDuration,
          at: moment
        )
      }
    }
    guard let severity = settings.severity(of: .renditionDisagreement) else { return }
    let missing = agreement.takeMissing()
    for track in tracks.all.map(\.key) {
      judge(.renditionDisagreement, track, missing[track]?.condition(severity), at: moment)
    }
  }

  /// Clears alarms of the watch itself that nothing raises any more: of tracks that a playlist does not list, and those that are
  /// turned off. An earlier run raised them.
  private mutating func clearUnjudged(at moment: Moment) {
    let own = Set(AlarmName.own.map(\.name))
    for key in board.activeKeys where own.contains(key.name) {
      let isKnown =
        tracks.isPlaylist != true || key.track == .feed
        || tracks.all.contains { $0.key == key.track }
      if !isKnown || settings.severity(of: key.name) == nil {
        judge(key.name, key.track, nil, at: moment)
      }
    }
  }

  private mutating func judgeRules(at moment: Moment) {
    if let severity = settings.severity(of: .cidChange) {
      judge(.cidChange, .feed, rules.takeCIDChange(severity), at: moment)
    }
    let connected = delivery.connected
    let summary = tracks.summary(
      bytes: delivery.bytes.current,
      media: rules.media,
      connected: connected,
      now: moment.now
    )
    let all = rules.look(
      summary,
      age: ConnectionAge(seconds: moment.now - connected, settings),
      at: moment
    ) { [tracks] place in
      tracks.key(place.rendition, place.program)
    }
    var judged: Set<AlarmKey> = []
    for (found, raises) in all {
      tracks.count(found, now: moment.now)
      guard raises else { continue }
      judged.insert(AlarmKey(name: found.name, track: found.track))
      judge(found.name, found.track, found.condition, at: moment)
    }
    let own = Set(AlarmName.own.map(\.name))
    for key in board.activeKeys where !judged.contains(key) && !own.contains(key.name) {
      judge(key.name, key.track, nil, at: moment)
    }
  }
}

extension WatchSettings {
  /// The severity of an alarm of the watch itself; nil when it is turned off.
  fileprivate func severity(of name: AlarmName) -> Severity? {
    guard let own = AlarmName.own.first(where: { $0.name == name }) else { return nil }
    let rule = check.rules[own.rule] ?? RuleSettings()
    return rule.isOff ? nil : rule.severity ?? own.severity
  }
}

extension TrackState {
  /// The condition of `playlist-unreachable`; nil: the playlist came less than `seconds` before its last failure,
  /// or is no longer listed.
  fileprivate func refusedCondition(
    _ severity: Severity,
    after seconds: Double
  ) -> AlarmBoard.Condition? {
    guard isListed, playlist.isUnanswered, let failure = playlist.failure,
      let refusal = playlist.refusal,
      refusal.upperBound - refusal.lowerBound >= seconds
    else { return nil }
    return AlarmBoard.Condition(
      severity: severity,
      message: failure,
      place: Place(rendition: key.rendition)
    )
  }

  /// The condition of `playlist-frozen`; nil: the playlist is renewed, or is no longer listed.
  fileprivate func frozenCondition(
    _ severity: Severity,
    after seconds: Double,
    now: Double
  ) -> AlarmBoard.Condition? {
    guard isListed, playlist.isFrozen(now: now, after: seconds) else { return nil }
    return AlarmBoard.Condition(
      severity: severity,
      message: "playlist unchanged for \(SecondsText.text(playlist.unchanged)) "
        + "(target duration \(SecondsText.text(playlist.targetDuration)))",
      place: Place(rendition: key.rendition)
    )
  }
}
