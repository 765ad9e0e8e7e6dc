import Playback

/// An action of the tester and its time: a line of `--actions`. Testers note the times, so they can be
/// fractions, and values are the texts of the file; the actions of a scenario are ``ViewerAction``.
package struct TesterAction: Sendable, Equatable {
  package typealias Name = ViewerAction.Name

  package let name: Name
  /// Unix seconds.
  package let at: Double
  /// Its argument: `1` for an opt-out or a connected device; nil without.
  package let value: String?

  package init(_ name: Name, at: Double, value: String? = nil) {
    self.name = name
    self.at = at
    self.value = value
  }
}
