/// A viewing session that was closed because no call came for too long, as in a long pause: the state
/// from which a player continues with a playhead or a tag alone.
struct LapsedSession: Sendable {
  /// The played content, and the tags that arrived in the pause.
  var session: ViewingSession
  /// Where the stream was.
  var place: EngineMeasurement.Place

  /// The seconds played since the player continued, when its playhead is `position`.
  func played(to position: Int64, gap: Int) -> Int64 {
    let positions = [place.position, place.adPosition, place.linear.position]
    let steps = positions.compactMap { $0.map { position - $0 } }
    return steps.filter { (1...Int64(gap)).contains($0) }.max() ?? 0
  }
}

/// Going on after a pause that was too long for one viewing session: "Once the playback resumes, start
/// sending pings playheadPosition for the new viewing session" (DCR Sweden Video iOS SDK).
extension Engine {
  /// Closes a viewing session that was silent for too long, and remembers what it was about.
  mutating func lapse() {
    guard let lapsed = viewing.lapsing(at: measurement.place) else { return }
    output.note(.info, "the viewing session was silent for too long and is closed")
    closeSession()
    viewing.lapsed = lapsed
  }

  /// Continues what was played in the lapsed session in a new viewing session. `call`: the call
  /// that continues it; `position`: the playhead, if it was one.
  mutating func goOnAfterLapse(by call: String, at position: Int64? = nil) {
    guard var lapsed = viewing.takeLapsed() else { return }
    // The playback before the first playhead belongs to the new session, which began before it.
    let gap = configuration.thresholds.playheadGapSeconds
    let played = position.map { lapsed.played(to: $0, gap: gap) } ?? 0
    let start = now - played * 1000
    let known = lapsed.session
    if viewing.session == nil {
      open(channelName: known.channelName, mediaURL: known.mediaURL, now: start)
    }
    let limit = configuration.thresholds.pauseTimeoutSeconds
    output.note(
      .notice,
      "\(call): nothing was heard for \(limit) s or more: a "
        + "new viewing session is open on channel '\(known.channelName)', with the content of before"
    )
    // An open page ends now, not when the player continued.
    if known.isContentNamed || known.ad != nil {
      measurement.dcr.closeStaticView(now: now / 1000)
    }
    if known.isContentNamed {
      _ = viewing.session?.load(known.content)
      measurement.goOn(with: known.content, after: lapsed.place, start: start)
    }
    if let ad = known.ad {
      _ = viewing.session?.load(ad)
      measurement.goOn(with: ad, after: lapsed.place, start: start)
      if known.isAdInDoubt { viewing.session?.stopAd() }
    }
    measurement.dtvr.goOn(from: lapsed.place.linear)
    makePings()
    measure(heldTags: lapsed.session.releaseHeldTags())
  }
}
