/// Casting and other ways to another screen.
extension Engine {
  /// `isRelay`: the sender of a cast tells about its device and its user too.
  mutating func updateOTT(_ argument: Any, isRelay: Bool = false) {
    guard !isClosed else { return }
    let now = now
    var warnings: [String] = []
    let info: OTTInfo
    do {
      info = try OTTInfo.read(argument, warnings: &warnings)
    } catch {
      if state != .disabled { raise(error, now: now) }
      return
    }
    for warning in warnings { note(.warning, "updateOTT: \(warning)") }
    guard !isQueued(.ott(info, isRelay: isRelay)) else { return }
    if isRelay { relay(info) } else { update(info) }
  }

  /// Takes in where the stream is played from now on.
  mutating func update(_ info: OTTInfo) {
    let now = now
    if state != .disabled { look(now: now) }
    guard info != ott else { return }
    if info.changesView(after: ott) { renewViews(now: now) }
    ott = info
  }

  /// Takes in what the sender of a cast tells about its device and its user, and where the stream is
  /// played. Equal to the last it has no effect.
  mutating func relay(_ info: OTTInfo) {
    let now = now
    if state != .disabled { look(now: now) }
    guard info != ott || info != lastRelay else { return }
    let deviceID = info.relayedDeviceID.map(Identities.deviceID(relayed:)) ?? identities.deviceID
    let optOut = info.relayedOptOut ?? choice.relayed
    let isAnotherUser =
      deviceID != identities.deviceID || isOptedOut(relayed: optOut) != isOptedOut
    if isAnotherUser {
      splitMeasurement(now: now)
    } else if info.changesView(after: ott) {
      renewViews(now: now)
    }
    identities.deviceID = deviceID
    choice.relayed = optOut
    (ott, lastRelay) = (info, info)
    if isAnotherUser { fillTemplates() }
  }

  /// What was counted so far is reported as it was; the views are due again.
  private mutating func renewViews(now: Int64) {
    guard state == .processing else {
      dcr.renewViewsLater()
      return
    }
    dcr.renewViews(into: &dcrReports)
    makePings(now: now)
  }

  /// What was collected and counted so far, on pages too, is reported with the ids and the mark valid until now. What
  /// is played goes on for somebody else.
  mutating func splitMeasurement(now: Int64) {
    // Tags that came during a pause were the same user's.
    for payload in session?.releaseHeldTags() ?? [] { measure(heldTag: payload, now: now) }
    dtvr.split(into: &reports)
    dcr.split(now: now, into: &dcrReports)
    makePings(now: now)
    lapsed?.session.heldTags = []
    // A second that began while the user was opted out is not theirs after it.
    if isOptedOut, session != nil || lapsed != nil { splitTime = now }
  }

  /// How much of what is said at `now` (milliseconds) to have been played counts.
  mutating func countable(now: Int64) -> Countable {
    guard let splitTime else { return .everything }
    // A clock that was set back does not tell what was played before the split.
    if now < splitTime { self.splitTime = now }
    let thresholds = configuration.thresholds
    let longest = max(thresholds.id3GapSeconds, thresholds.playheadGapSeconds)
    if now - splitTime > Int64(longest) * 1000 { self.splitTime = nil }
    return Countable(now: now, split: min(now, splitTime))
  }

  /// The volume was set; muting is an event.
  mutating func setMuted(_ isMuted: Bool) {
    guard state != .disabled, !isQueued(.muted(isMuted)) else { return }
    dcr.setMuted(isMuted)
  }
}
