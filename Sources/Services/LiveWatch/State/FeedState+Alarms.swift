import Conformance
import HTTP

extension FeedState {
  /// Checks the feed; called about once a second.
  /// - Parameters:
  ///   - bytes: The number of bytes that this connection has received; nil without a connection.
  ///   - media: The number of bytes of a stream without playlists, up to the latest media; nil means all bytes.
  ///   - answer: The latest failed attempt to load data, other than a timeout, or the rate of a slow transfer.
  ///   - moment: The current time.
  /// - Returns: Whether the feed must be opened again.
  mutating func tick(
    bytes: Int64?,
    media: Int64? = nil,
    answer: FetchRecord.Entry? = nil,
    at moment: Moment
  ) -> Bool {
    let now = moment.now
    defer { clearing.note(lookAt: now) }
    if let bytes {
      delivery.receive(bytes: bytes, isPlaylist: tracks.isPlaylist == true, now: now)
      if tracks.isPlaylist != true, delivery.receive(media: media ?? bytes, now: now) {
        delivered(at: moment)
      }
    } else {
      tracks.disconnect()
    }
    let mustReconnect = judgeSilence(isConnected: bytes != nil, answer, at: moment)
    reportUnmuted(at: moment)
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
    judgeHop(at: moment)
    clearUnjudged(at: moment)
    // The tags of a tap are judged at the hops of its chain.
    if tap == nil, isBack || rules.isDue(after: settings.lookInterval, now: now) {
      judgeRules(at: moment)
    }
    if isBack {
      // The conditions found up to now are consequences of the loss.
      _ = board.lose(now: now)
      isBack = false
    }
    reportAlarms(at: moment)
    return mustReconnect
  }

  private mutating func judgeSilence(
    isConnected: Bool,
    _ answer: FetchRecord.Entry?,
    at moment: Moment
  ) -> Bool {
    let (loss, mustReconnect) = delivery.judgeSilence(
      tracks.answers(frozenAfter: settings.frozenAfter, now: moment.now),
      FeedDelivery.Limits(settings, targetDuration: tracks.targetDuration),
      isConnected: isConnected,
      answer: answer,
      now: moment.now
    )
    if let loss {
      lossConsequences = board.lose(now: moment.now)
      report(.streamLost, at: moment) { [lossConsequences] event in
        event.message = loss.reason
        event.duration = loss.seconds
        event.consequences = lossConsequences
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

  /// Updates the condition of an alarm in a track. `targetDuration` is in seconds; nil means the feed's target
  /// duration.
  private mutating func judge(
    _ name: AlarmName,
    _ track: TrackKey,
    _ condition: AlarmBoard.Condition?,
    targetDuration: Double? = nil,
    at moment: Moment
  ) {
    board.update(
      AlarmKey(name: name, track: track),
      condition,
      now: moment.now,
      hold: clearing.hold(of: name, targetDuration: targetDuration ?? tracks.targetDuration)
    )
  }

  /// Raises, updates and clears alarms according to their conditions, and reports the changes.
  private mutating func reportAlarms(at moment: Moment) {
    let raising = AlarmWaits(settings, tracks: tracks)
    let changes = board.settle(
      now: moment.now,
      date: moment.date,
      lastMedia: delivery.lastMedia,
      tracks: tracks.listed.map(\.key)
    ) { raising.wait(of: $0) }
    for change in changes {
      switch change {
      case .raised(let alarm):
        report(.alarm, alarm, alarm.message, of: alarm.tracks, at: moment)
        for track in alarm.tracks { tracks.raise(alarm.severity, in: track, now: moment.now) }
      case .updated(let alarm, let joined):
        let reported = joined.isEmpty ? alarm.current : joined
        report(.updated, alarm, alarm.currentMessage, of: reported, at: moment)
        for track in joined { tracks.raise(alarm.severity, in: track, now: moment.now) }
      case .cleared(let alarm, let seconds):
        let message = "over after \(SecondsText.text(seconds)): \(alarm.message)"
        report(.recovered, alarm, message, of: alarm.tracks, at: moment, after: seconds)
      }
    }
  }

  /// Reports alarms and a loss that are still active when their mute ends.
  private mutating func reportUnmuted(at moment: Moment) {
    for name in muted.names.sorted(by: { $0.rawValue < $1.rawValue })
    where mutes?.mutes(name, of: identity, at: moment.date) != true {
      if let alarm = board.active.first(where: { $0.name == name }) {
        report(.updated, alarm, alarm.currentMessage, of: [], at: moment)
      } else if name == .streamLost, let reason = delivery.phase.reason {
        let seconds = moment.now - delivery.phase.since
        report(.streamLost, at: moment) { [lossConsequences] event in
          event.message = reason
          event.duration = seconds
          event.consequences = lossConsequences
        }
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
      // If no playlist can be loaded, the feed is lost, and this alarm is not raised.
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

  private mutating func judgeHop(at moment: Moment) {
    for (name, condition) in tap?.conditions(at: moment) ?? [] {
      judge(name, .feed, condition, at: moment)
    }
  }

  /// Ends the conditions of built-in alarms of the watch that are not checked now, because the feed no longer has the
  /// track or the alarm is turned off.
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
      bytes: delivery.bytes,
      media: rules.media,
      connected: connected,
      now: min(moment.now, delivery.lastMedia)
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
  /// The severity of a built-in alarm of the watch; nil if it is turned off.
  fileprivate func severity(of name: AlarmName) -> Severity? {
    guard let own = AlarmName.own.first(where: { $0.name == name }) else { return nil }
    let rule = check.rules[own.rule] ?? RuleSettings()
    return rule.isOff ? nil : rule.severity ?? own.severity
  }
}

extension TrackState {
  /// The condition of `playlist-unreachable`; nil unless the transfer of a listed playlist has failed for `seconds`.
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

  /// The condition of `playlist-frozen`; nil unless the playlist is listed and frozen.
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
