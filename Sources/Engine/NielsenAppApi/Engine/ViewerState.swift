/// The user and the screen, as set by the application, the user and the sender of a cast.
struct ViewerState: Sendable {
  /// On which device the stream is played.
  var ott = OTTInfo.none
  /// The user's choice since the start.
  var choice = OptOutChoice()
  /// The latest data from the sender of a cast.
  private var lastRelay: OTTInfo?

  /// Whether the sender of a cast says something new.
  func isNew(relay info: OTTInfo) -> Bool { info != ott || info != lastRelay }

  /// Applies what the sender of a cast says about its device and its user.
  mutating func relay(_ info: OTTInfo) {
    choice = choice(after: info)
    (ott, lastRelay) = (info, info)
  }

  /// The choice of the user when the sender of a cast says this.
  func choice(after info: OTTInfo) -> OptOutChoice {
    OptOutChoice(own: choice.own, relayed: info.relayedOptOut ?? choice.relayed)
  }

  /// Whether the sender of a cast shows no id of its user, and so neither does this device.
  var hidesIDs: Bool { lastRelay?.hidesIDs ?? false }

  /// Applies a choice of the user: the latest one counts.
  mutating func choose(_ isOut: Bool) { choice = OptOutChoice(own: isOut, relayed: nil) }
}

/// The known choice of the user since the start.
struct OptOutChoice: Sendable, Equatable {
  /// The user's choice in the app; nil: none since the start.
  var own: Bool?
  /// The choice from the sender of a cast: it counts instead of a choice made here until another is made
  /// here.
  var relayed: Bool?

  /// Whether the user has opted out; `known` is what was known at the start.
  func isOut(otherwise known: Bool) -> Bool { relayed ?? own ?? known }

  /// The same as a choice that does not depend on what was known at the start.
  func settled(otherwise known: Bool) -> OptOutChoice {
    OptOutChoice(own: own ?? known, relayed: relayed)
  }
}
