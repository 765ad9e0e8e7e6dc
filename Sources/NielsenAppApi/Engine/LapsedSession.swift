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
  /// has made it go on.
  mutating func goOnAfterLapse(by call: String, now: Int64) {
    guard var lapsed else { return }
    self.lapsed = nil
    let known = lapsed.session
    if session == nil { open(channelName: known.channelName, mediaURL: known.mediaURL, now: now) }
    let limit = configuration.thresholds.pauseTimeoutSeconds
    note(
      .notice,
      "\(call): nothing was heard for \(limit) s or more: a "
        + "new viewing session is open on channel '\(known.channelName)', with the content of before"
    )
    if known.isContentNamed {
      _ = session?.load(known.content)
      dcr.load(known.content, isNew: false, now: now / 1000, into: &dcrReports)
      dcr.goOn(after: lapsed.position)
    }
    if let ad = known.ad {
      _ = session?.load(ad)
      dcr.load(ad, isNew: true, now: now / 1000, into: &dcrReports)
      dcr.goOn(after: lapsed.adPosition)
      if known.isAdInDoubt { session?.stopAd() }
    }
    dtvr.goOn(from: lapsed.linear)
    makePings(now: now)
    for payload in lapsed.session.releaseHeldTags() { measure(heldTag: payload, now: now) }
  }
}
