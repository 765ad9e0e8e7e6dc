/// Something in a playlist that breaks the specification, or that could not be used. Reading continued
/// as in a player.
public struct PlaylistFault: Sendable, Hashable, CustomStringConvertible {
  /// What kind of fault it is.
  public let kind: PlaylistFaultKind
  /// The line, counted from 1.
  public let line: Int
  /// What was found and what was made of it, in one sentence without a full stop.
  public let message: String

  init(_ kind: PlaylistFaultKind, line: Int, _ message: String) {
    self.kind = kind
    self.line = line
    self.message = message
  }

  /// Place and sentence in one line.
  public var description: String { "line \(line): \(message)" }
}
