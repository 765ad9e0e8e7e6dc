/// A viewing session that was closed because nothing was heard of it for too long, as in a long pause:
/// what a player that goes on without a word, by a playhead or a tag alone, goes on with.
struct LapsedSession: Sendable {
  /// What was played, and the tags that came in the pause.
  var session: ViewingSession
  /// The last playheads of content and ad in DCR; nil: there was none.
  var position: Int64?
  var adPosition: Int64?
  /// Where DTVR was.
  var linear: DTVRProcessor.Place

  /// The seconds that a player has played since it went on, when it says that it is at `position`.
  func played(to position: Int64, gap: Int) -> Int64 {
    let steps = [self.position, adPosition, linear.position].compactMap { $0.map { position - $0 } }
    return steps.filter { (1...Int64(gap)).contains($0) }.max() ?? 0
  }
}

/// Going on after a pause that was too long for one viewing session: "Once the playback resumes, start
/// sending pings playheadPosition for the new viewing session" (DCR Sweden Video iOS SDK).
extension Engine {
  /// Closes a viewing session that was silent for too long, and remembers what it was about.
  mutating func lapse(now: Int64) {
    guard var session else { return }
    note(.info, "the viewing session was silent for too long and is closed")
    // Opened by a play for what had lapsed before, and nothing came after it.
    let before = self.lapsed
    let (position, adPosition) = (dcr.contentPosition, dcr.adPosition)
    let linear = dtvr.place
    closeSession(now: now)
    session.reportedErrors = []
    lapsed =
      before
      ?? LapsedSession(
        session: session,
        position: position,
        adPosition: adPosition,
        linear: linear
      )
  }

  /// Goes on in a new viewing session with what was played in the one that has lapsed. `call`: what
  /// has made it go on; `position`: the playhead, if it was one.
  mutating func goOnAfterLapse(by call: String, at position: Int64? = nil, now: Int64) {
    guard var lapsed else { return }
    self.lapsed = nil
    // What the first playhead says was played belongs to the new session, which began before it.
    let gap = configuration.thresholds.playheadGapSeconds
    let played = position.map { lapsed.played(to: $0, gap: gap) } ?? 0
    let start = now - played * 1000
    let known = lapsed.session
    if session == nil { open(channelName: known.channelName, mediaURL: known.mediaURL, now: start) }
    let limit = configuration.thresholds.pauseTimeoutSeconds
    note(
      .notice,
      "\(call): nothing was heard for \(limit) s or more: a "
        + "new viewing session is open on channel '\(known.channelName)', with the content of before"
    )
    // An open page ends now, not when the player went on.
    if known.isContentNamed || known.ad != nil {
      dcr.closeStaticView(now: now / 1000, into: &dcrReports)
    }
    if known.isContentNamed {
      _ = session?.load(known.content)
      dcr.load(known.content, isNew: false, now: start / 1000, into: &dcrReports)
      dcr.goOn(after: lapsed.position)
    }
    if let ad = known.ad {
      _ = session?.load(ad)
      dcr.load(ad, isNew: true, now: start / 1000, into: &dcrReports)
      dcr.goOn(after: lapsed.adPosition)
      if known.isAdInDoubt { session?.stopAd() }
    }
    dtvr.goOn(from: lapsed.linear)
    makePings(now: now)
    for payload in lapsed.session.releaseHeldTags() { measure(heldTag: payload, now: now) }
  }
}
