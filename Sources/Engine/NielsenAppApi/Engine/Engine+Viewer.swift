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

  /// Sets the device on which the stream is played from now on.
  private mutating func update(_ info: OTTInfo) {
    if !lifecycle.isDisabled { look() }
    guard info != viewer.ott else { return }
    if info.changesView(after: viewer.ott) { renewViews() }
    viewer.ott = info
  }

  /// Applies what the sender of a cast says about its device, its user, and where the stream is
  /// played. If it is the same as before, nothing changes.
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

  /// Reports the counts so far with their old values; the next playheads make views again.
  private mutating func renewViews() {
    measurement.renewViews(later: lifecycle.state != .processing)
    makePings()
  }

  /// Reports the tags and counts so far, including those of pages, with the ids and the opt-out
  /// mark that were valid until now. Playback continues for another user.
  private mutating func splitMeasurement() {
    // Tags that arrived during a pause belong to the same user.
    measureHeldTags()
    measurement.splitUsers(now: now)
    makePings()
    viewing.lapsed?.session.heldTags = []
    // A second that began while the user was opted out is not counted afterwards either.
    if isOptedOut, viewing.isKnown { measurement.excludeTime(before: now) }
  }

  /// Records whether the volume is muted.
  mutating func setMuted(_ isMuted: Bool) {
    guard !lifecycle.isDisabled, !isQueued(.setMuted(isMuted)) else { return }
    measurement.dcr.setMuted(isMuted)
  }

  // MARK: - Opting out

  /// Whether the user is opted out, by the operating system or by choice.
  var isOptedOut: Bool { isOptedOut(by: viewer.choice) }

  /// Whether the user would be opted out with this choice. Nothing overrides the operating system.
  private func isOptedOut(by choice: OptOutChoice) -> Bool {
    privacy.isOptedOut || choice.isOut(otherwise: startsOptedOut)
  }

  /// Whether the user was opted out when the instance was made.
  private var startsOptedOut: Bool { appInfo.startsOptedOut || identities.hasOptedOut ?? false }

  /// The device id; empty when ids are not shown.
  var shownDeviceID: String { showsIDs ? identities.deviceID : "" }

  /// Whether pings show the ids of the user and of the device.
  var showsIDs: Bool {
    !isOptedOut && privacy.flavour != .noId && !viewer.hidesIDs
  }

  /// Whether the instance is on a receiver's page, where the sender says who the user is.
  var isReceiver: Bool { environment.accessMethod == "0" }

  /// Handles the answer of the opt-out page.
  mutating func userOptOut(_ text: String?) {
    guard !lifecycle.isClosed, let command = OptOutCommand(text) else { return }
    let isOut = command == .out
    // A queued call was stored when it arrived.
    guard !hasWaited else { return choose(isOut) }
    if lifecycle.state == .initial {
      // This is read first because the stored choice is about to change.
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

  /// Applies a choice of the user. Earlier measurements are reported first, with their old values.
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

  /// The user changed the setting of the operating system. Playback continues for a user who is marked, or no longer.
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

  /// The latest choice in another instance of the app that this instance has not applied; nil:
  /// there is none. On a receiver, the user is the sender's, and it is always nil.
  var unknownChoice: InstanceRegistry.Choice? {
    guard !isReceiver, !lifecycle.isClosed else { return nil }
    return environment.instances.choice(appID: appInfo.appID, after: knownChoice)
  }

  /// Whether `call` only stops or ends playback that began before a choice that has not been
  /// applied yet. That playback is counted as it was, and the choice is applied with the next call.
  /// An open page is counted by the clock, so it is excluded.
  func endsWhatWasPlayed(_ call: Call) -> Bool {
    guard lifecycle.isViewing, !measurement.dcr.hasPage else { return false }
    switch call {
    case .stop, .end, .close: return true
    default: return false
    }
  }

  /// Applies a choice that the user made in another instance of the app, from the time at which it
  /// was made. Playback continues for a user who is now marked as opted out, or no longer.
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

  /// The address of the page on which the user opts out or in; empty until there is a configuration.
  var optOutURL: String {
    guard lifecycle.hasConfiguration else { return "" }
    return configuration.optOut.url.split(
      separator: "{appid}",
      omittingEmptySubsequences: false
    ).joined(separator: PercentEncoding.component.encode(appInfo.appID))
  }

  // MARK: - Kill switch

  /// Switches the engine off or on again.
  mutating func setDisabled(_ isOff: Bool) {
    guard !lifecycle.isClosed else { return }
    lifecycle.isSwitchedOff = isOff
    // Without a configuration the engine stays disabled; waiting pings are sent once there is one.
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

/// The address to which the opt-out page navigates when it wants to be closed.
public let kNielsenWebClose = "nielsen://close"

/// The user's choice on the opt-out page.
enum OptOutCommand: Sendable, Equatable {
  case out
  case back

  /// A description of `text` for the log. It does not show the text, because an address of the page
  /// can contain ids.
  static func words(_ text: String?) -> String {
    switch OptOutCommand(text) {
    case .out: "out"
    case .back: "back in"
    case nil: text == kNielsenWebClose ? "with the closing of the page: ignored" : "with no choice"
    }
  }

  /// Reads `nielsenappsdk://1` or `nielsenappsdk://0`, in upper or lower case and with or without a
  /// trailing slash; nil for any other text.
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
