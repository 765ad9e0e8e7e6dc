/// The viewer's device and opt-out choice, as set by the app, the user and the sender of a cast.
struct ViewerState: Sendable {
  /// The device on which the stream is played.
  var ott = OTTInfo.none
  /// The user's choice since the instance was made.
  var choice = OptOutChoice()
  /// The latest information from the sender of a cast.
  private var lastRelay: OTTInfo?

  /// Whether the sender of a cast sends something new.
  func isNew(relay info: OTTInfo) -> Bool { info != ott || info != lastRelay }

  /// Applies what the sender of a cast says about its device and its user.
  mutating func relay(_ info: OTTInfo) {
    choice = choice(after: info)
    (ott, lastRelay) = (info, info)
  }

  /// The user's choice after the sender of a cast has sent `info`.
  func choice(after info: OTTInfo) -> OptOutChoice {
    OptOutChoice(own: choice.own, relayed: info.relayedOptOut ?? choice.relayed)
  }

  /// Whether the sender of a cast hides the id of its user; this device then hides it too.
  var hidesIDs: Bool { lastRelay?.hidesIDs ?? false }

  /// Applies a choice of the user. The latest choice counts.
  mutating func choose(_ isOut: Bool) { choice = OptOutChoice(own: isOut, relayed: nil) }
}

/// The user's opt-out choice since the instance was made.
struct OptOutChoice: Sendable, Equatable {
  /// The choice in the app: true is out; nil: no choice since the instance was made.
  var own: Bool?
  /// The choice that the sender of a cast has sent. It takes precedence over an earlier choice in the app.
  var relayed: Bool?

  /// Whether the user is opted out. `known` is the choice that was known when the instance was made.
  func isOut(otherwise known: Bool) -> Bool { relayed ?? own ?? known }

  /// The same choice in a form that no longer depends on the one that was known when the instance was made.
  func settled(otherwise known: Bool) -> OptOutChoice {
    OptOutChoice(own: own ?? known, relayed: relayed)
  }
}
