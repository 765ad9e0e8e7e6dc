/// What the tester did, and when: a line of `--actions`.
package struct TesterAction: Sendable, Equatable {
  /// The words of a scenario's `do`.
  package enum Name: String, Sendable, CaseIterable {
    case pause, resume, seek, ad, background, foreground, offline, online, call, alarm, lock,
      headphones, buffer, kill, launch, channel, ott, cast, optOut, end
  }

  package let name: Name
  /// Unix seconds.
  package let at: Double
  /// What goes with it: `1` for an opt-out or a connected device; nil without.
  package let value: String?

  package init(_ name: Name, at: Double, value: String? = nil) {
    self.name = name
    self.at = at
    self.value = value
  }
}
