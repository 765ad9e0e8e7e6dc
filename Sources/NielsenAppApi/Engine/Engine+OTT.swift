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
    if info.isConnected != ott.isConnected || info.type != ott.type { renewViews(now: now) }
    ott = info
  }

  /// Takes in what the sender of a cast tells about its device and its user, then where the stream is
  /// played.
  mutating func relay(_ info: OTTInfo) {
    guard state != .disabled else { return }
    let now = now
    look(now: now)
    renewViews(now: now)
    let key = info.values[RelayKey.userID].flatMap { $0.isBlank ? nil : $0 }
    if let id = key ?? info.values[RelayKey.deviceID] { _ = identities.relay(deviceID: id) }
    if let mark = info.values[RelayKey.optOut] {
      relayedOptOut = ["1", "true"].contains(mark.lowercased())
    }
    fillTemplates()
    update(info)
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

  /// The volume was set; muting is an event.
  mutating func setMuted(_ isMuted: Bool) {
    guard state != .disabled else { return }
    dcr.setMuted(isMuted)
  }
}
