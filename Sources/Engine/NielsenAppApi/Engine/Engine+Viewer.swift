import Formats

/// Calls about the user and the device: opting out, casting, and the kill switch.
extension Engine {
  // MARK: - Other devices

  mutating func updateOTT(_ argument: CallArgument, isRelay: Bool) {
    guard !lifecycle.isClosed else { return }
    var warnings: [String] = []
    let info: OTTInfo
    do {
      info = try OTTInfo.read(argument, warnings: &warnings)
    } catch {
      if !lifecycle.isDisabled { raise(error) }
      return
    }
    if !hasWaited {
      for warning in warnings { output.note(.warning, "updateOTT: \(warning)") }
    }
    guard !isQueued(.updateOTT(argument, isRelay: isRelay)) else { return }
    if isRelay { relay(info) } else { update(info) }
  }

  private mutating func update(_ info: OTTInfo) {
    if !lifecycle.isDisabled { look() }
    guard info != viewer.ott else { return }
    if info.changesView(after: viewer.ott) { renewViews() }
    viewer.ott = info
  }

  /// Applies the cast sender's information about its device, its user and the playing device.
  /// Repeated information changes nothing.
  private mutating func relay(_ info: OTTInfo) {
    if !lifecycle.isDisabled { look() }
    guard viewer.isNew(relay: info) else { return }
    let deviceID = info.relayedDeviceID.map(Identities.deviceID(relayed:)) ?? identities.deviceID
    let isAnotherUser =
      deviceID != identities.deviceID || info.hidesIDs != viewer.hidesIDs
      || isOptedOut(by: viewer.choice(after: info)) != isOptedOut
    if isAnotherUser {
      splitMeasurement()
    } else if info.changesView(after: viewer.ott) {
      renewViews()
    }
    identities.deviceID = deviceID
    viewer.relay(info)
    if isAnotherUser { fillTemplates() }
    if isSessionPingDue { makeSessionPing() }
  }

  /// Separates the counts of two playing devices. The next playheads make new views.
  private mutating func renewViews() {
    measurement.renewViews(later: lifecycle.state != .processing)
    makePings()
  }

  /// Reports the tags and counts so far, including those of pages, with the previous ids and
  /// opt-out mark. Playback continues for another user.
  private mutating func splitMeasurement() {
    // Tags that arrived during a pause belong to the previous user.
    measureHeldTags()
    measurement.splitUsers(now: now)
    makePings()
    viewing.lapsed?.session.heldTags = []
    // A second that began while the user was opted out is not counted later.
    if isOptedOut, viewing.isKnown { measurement.excludeTime(before: now) }
  }

  mutating func setMuted(_ isMuted: Bool) {
    guard !lifecycle.isDisabled, !isQueued(.setMuted(isMuted)) else { return }
    measurement.dcr.setMuted(isMuted)
  }

  // MARK: - Opting out

  /// Whether the user is opted out by the operating system, appInfo or a choice.
  var isOptedOut: Bool { isOptedOut(by: viewer.choice) }

  /// Whether the user would be opted out with `choice`. An opt-out by the operating system takes precedence.
  private func isOptedOut(by choice: OptOutChoice) -> Bool {
    privacy.isOptedOut || choice.isOut(otherwise: startsOptedOut)
  }

  /// Whether appInfo or the stored choice opts the user out. A choice in ``viewer`` takes precedence.
  private var startsOptedOut: Bool { appInfo.startsOptedOut || identities.hasOptedOut ?? false }

  var shownDeviceID: String { showsIDs ? identities.deviceID : "" }

  var showsIDs: Bool {
    !isOptedOut && privacy.flavour != .noId && !viewer.hidesIDs
  }

  /// Whether the instance is on a receiver's page, where the cast sender identifies the user.
  var isReceiver: Bool { environment.accessMethod == "0" }

  mutating func userOptOut(_ text: String?) {
    guard !lifecycle.isClosed, let command = OptOutCommand(text) else { return }
    let isOut = command == .out
    // The choice of a queued call was stored when the call arrived.
    guard !hasWaited else { return choose(isOut) }
    if lifecycle.state == .initial {
      // The previous choice is read before the stored choice changes.
      let before = viewer.choice.settled(otherwise: startsOptedOut)
      lifecycle.queue.append(choice: isOut, after: before, time: now)
    }
    choose(isOut)
    if !isReceiver {
      knownChoice = environment.instances.choose(appID: appInfo.appID, isOut: isOut, time: now)
    }
    identities.choose(optOut: isOut)
    reportStoreProblem()
  }

  /// Applies the user's choice. The earlier measurement is first reported with the previous ids and opt-out mark.
  private mutating func choose(_ isOut: Bool) {
    look()
    if isOut {
      closeAll()
    } else if isOptedOut, !privacy.isOptedOut {
      splitMeasurement()
    }
    viewer.choose(isOut)
    fillTemplates()
  }

  /// Applies a changed tracking setting of the operating system. Playback continues with the new opt-out mark.
  mutating func changeTracking(_ tracking: PrivacySettings.Tracking) {
    guard !lifecycle.isClosed else { return }
    var changed = privacy
    changed.tracking = tracking
    let hasChosenOut = viewer.choice.isOut(otherwise: startsOptedOut)
    if changed.isOptedOut != privacy.isOptedOut, !hasChosenOut {
      look()
      splitMeasurement()
    }
    privacy = changed
    fillTemplates()
  }

  /// The latest choice in another instance of the app that this instance has not yet applied; nil if there is none or
  /// this instance is closed. Also nil on a receiver, where the cast sender decides.
  var unknownChoice: InstanceRegistry.Choice? {
    guard !isReceiver, !lifecycle.isClosed else { return nil }
    return environment.instances.choice(appID: appInfo.appID, after: knownChoice)
  }

  /// Whether `call` only stops or ends the current playback. Such a call does not yet apply a choice from another
  /// instance, so the playback so far is counted with the old choice. False while a page is open, because the time of a
  /// page is counted by the clock.
  func endsWhatWasPlayed(_ call: Call) -> Bool {
    guard lifecycle.isViewing, !measurement.dcr.hasPage else { return false }
    switch call {
    case .stop, .end, .close: return true
    default: return false
    }
  }

  /// Applies a choice from another instance of the app as of the time when the user made it. Playback continues with
  /// the new opt-out mark.
  mutating func hearChoice() {
    guard let choice = unknownChoice else { return }
    knownChoice = choice.number
    if lifecycle.state == .initial {
      let before = viewer.choice.settled(otherwise: startsOptedOut)
      lifecycle.queue.append(choice: choice.isOut, after: before, time: choice.time)
    } else if !lifecycle.isDisabled {
      lifecycle.queuedTime = min(choice.time, clockTime)
      look()
      let isOut = isOptedOut(by: OptOutChoice(own: choice.isOut))
      if isOut != isOptedOut { splitMeasurement() }
      lifecycle.queuedTime = nil
    }
    viewer.choose(choice.isOut)
    fillTemplates()
  }

  var optOutURL: String {
    guard lifecycle.hasConfiguration else { return "" }
    return configuration.optOut.url.split(
      separator: "{appid}",
      omittingEmptySubsequences: false
    ).joined(separator: PercentEncoding.component.encode(appInfo.appID))
  }

  // MARK: - Kill switch

  mutating func setDisabled(_ isOff: Bool) {
    guard !lifecycle.isClosed else { return }
    lifecycle.isSwitchedOff = isOff
    // Without a configuration, waiting pings are sent only after a configuration has arrived.
    if isOff || lifecycle.hasConfiguration {
      environment.journal?.hold(identities.sessionID, isOff)
    }
    if isOff {
      guard !lifecycle.isDisabled else { return }
      look()
      closeAll()
      lifecycle.disable()
    } else if lifecycle.isDisabled {
      if lifecycle.hasConfiguration { lifecycle.enable() } else { load() }
    }
  }
}

/// The URL to which the opt-out page navigates to ask the app to close the page.
public let kNielsenWebClose = "nielsen://close"

enum OptOutCommand: Sendable, Equatable {
  case out
  case back

  /// A description of `text` for the log. The text itself is not logged because the page's URL can contain ids.
  static func words(_ text: String?) -> String {
    switch OptOutCommand(text) {
    case .out: "out"
    case .back: "back in"
    case nil: text == kNielsenWebClose ? "to close the page: ignored" : "with no choice"
    }
  }

  /// Reads `nielsenappsdk://1` or `nielsenappsdk://0`, in any letter case and with or without a trailing slash; nil for
  /// any other string.
  init?(_ text: String?) {
    guard var text = text?.lowercased() else { return nil }
    if text.hasSuffix("/") { text.removeLast() }
    switch text {
    case "nielsenappsdk://1": self = .out
    case "nielsenappsdk://0": self = .back
    default: return nil
    }
  }
}
