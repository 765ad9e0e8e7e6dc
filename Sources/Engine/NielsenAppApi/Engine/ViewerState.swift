/// The viewer's device and opt-out choice, as set by the app, the user and the cast sender.
struct ViewerState: Sendable {
  var ott = OTTInfo.none
  var choice = OptOutChoice()
  private var lastRelay: OTTInfo?

  /// Whether the cast sender's information differs from the current state.
  func isNew(relay info: OTTInfo) -> Bool { info != ott || info != lastRelay }

  mutating func relay(_ info: OTTInfo) {
    choice = choice(after: info)
    (ott, lastRelay) = (info, info)
  }

  func choice(after info: OTTInfo) -> OptOutChoice {
    OptOutChoice(own: choice.own, relayed: info.relayedOptOut ?? choice.relayed)
  }

  /// Whether the cast sender hides the id of its user. This device then hides it too.
  var hidesIDs: Bool { lastRelay?.hidesIDs ?? false }

  /// Applies a choice of the user, which replaces all earlier choices.
  mutating func choose(_ isOut: Bool) { choice = OptOutChoice(own: isOut, relayed: nil) }
}

/// The user's opt-out choice since the instance was made.
struct OptOutChoice: Sendable, Equatable {
  /// The choice in the app since the instance was made: true means opted out; nil means no choice.
  var own: Bool?
  /// The choice from the cast sender. It takes precedence over an earlier choice in the app.
  var relayed: Bool?

  /// Whether the user is opted out. `known` is the choice at the time when the instance was made.
  func isOut(otherwise known: Bool) -> Bool { relayed ?? own ?? known }

  /// The choice with ``own`` filled in: `known`, the choice when the instance was made, replaces nil.
  func settled(otherwise known: Bool) -> OptOutChoice {
    OptOutChoice(own: own ?? known, relayed: relayed)
  }
}
