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
    let optOut = info.relayedOptOut ?? relayedOptOut
    let isAnotherUser =
      deviceID != identities.deviceID || isOptedOut(relayed: optOut) != isOptedOut
    if isAnotherUser {
      splitMeasurement(now: now)
    } else if info.changesView(after: ott) {
      renewViews(now: now)
    }
    identities.deviceID = deviceID
    relayedOptOut = optOut
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

  /// What was counted so far, on pages too, is reported with the ids and the mark valid until now. What
  /// is played goes on for somebody else.
  private mutating func splitMeasurement(now: Int64) {
    dtvr.split(into: &reports)
    dcr.renewViews(into: &dcrReports)
    dcr.splitStaticView(now: now / 1000, into: &dcrReports)
    makePings(now: now)
  }

  /// The volume was set; muting is an event.
  mutating func setMuted(_ isMuted: Bool) {
    guard state != .disabled, !isQueued(.muted(isMuted)) else { return }
    dcr.setMuted(isMuted)
  }
}
