import Formats

/// Opting out, and the kill switch.
extension Engine {
  // MARK: - Opting out

  /// Whether the user is opted out, by the operating system or by choice.
  var isOptedOut: Bool { isOptedOut(relayed: choice.relayed) }

  /// The same if the sender of a cast had told `relayed`, which stands for the choice made here. Nothing
  /// overrides the operating system.
  func isOptedOut(relayed: Bool?) -> Bool {
    environment.privacy.isOptedOut || relayed ?? isOptedOutByChoice
  }

  private var isOptedOutByChoice: Bool {
    choice.own ?? (appInfo.startsOptedOut || identities.hasOptedOut ?? false)
  }

  /// Whether ids of the user and of the device are shown.
  var showsIDs: Bool { !isOptedOut && environment.privacy.flavour != .noId }

  /// Handles the answer of the opt-out page; true when it is one of the two commands.
  mutating func userOptOut(_ text: String?) -> Bool {
    guard !isClosed, let command = OptOutCommand(text) else { return false }
    let isOut = command == .out
    if state == .initial {
      // What is stored is about to be another choice.
      let before = OptOutChoice(own: isOptedOutByChoice, relayed: choice.relayed)
      queue.append(choice: isOut, after: before, time: now)
    }
    choose(isOut)
    identities.choose(optOut: isOut)
    reportStoreProblem(now: now)
    return true
  }

  /// Takes in a choice of the user. What was measured before it is reported as it was measured.
  mutating func choose(_ isOut: Bool) {
    let now = now
    look(now: now)
    if isOut {
      closeAll(now: now)
    } else if isOptedOut, !environment.privacy.isOptedOut {
      splitMeasurement(now: now)
    }
    // The latest word counts.
    choice = OptOutChoice(own: isOut, relayed: nil)
    fillTemplates()
  }

  /// The page on which the user chooses; empty until there is a configuration.
  var optOutURL: String {
    guard hasConfiguration else { return "" }
    return configuration.optOut.url.split(
      separator: "{appid}",
      omittingEmptySubsequences: false
    ).joined(separator: PercentEncoding.component.encode(appInfo.appID))
  }

  // MARK: - Kill switch

  /// Switches the engine off or on again.
  mutating func setDisabled(_ isOff: Bool) {
    guard !isClosed else { return }
    let now = now
    isSwitchedOff = isOff
    // Without a configuration the engine is still disabled: what waits is sent when one is in force.
    if isOff || hasConfiguration { environment.journal?.hold(identities.sessionID, isOff) }
    if isOff {
      guard state != .disabled else { return }
      look(now: now)
      closeAll(now: now)
      queue.removeAll()
      state = .disabled
    } else if state == .disabled {
      if hasConfiguration { state = .idle } else { load(now: now) }
    }
  }
}

/// What is known about the choice of the user since the start.
struct OptOutChoice: Sendable, Equatable {
  /// What the user chose in the app; nil: nothing since the start.
  var own: Bool?
  /// What the sender of a cast has told about its user: it counts instead of a choice made here until
  /// there is another.
  var relayed: Bool?
}

/// What the opt-out page answers.
enum OptOutCommand: Sendable, Equatable {
  case out
  case back

  /// What the log says `text` is: an address of the page may hold ids.
  static func words(_ text: String?) -> String {
    switch OptOutCommand(text) {
    case .out: "out"
    case .back: "back in"
    case nil: text == kNielsenWebClose ? "with the closing of the page: ignored" : "with no choice"
    }
  }

  /// `nielsenappsdk://1` or `nielsenappsdk://0`, in any case and with or without a slash at the end;
  /// nil otherwise.
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
