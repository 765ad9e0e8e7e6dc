/// Something in a playlist that breaks the specification, or that could not be used. Reading continued
/// as in a player.
public struct PlaylistFault: Sendable, Hashable, CustomStringConvertible {
  /// The kind of fault.
  public let kind: PlaylistFaultKind
  /// The line, counted from 1.
  public let line: Int
  /// The fault and its handling, in one sentence without a full stop.
  public let message: String

  init(_ kind: PlaylistFaultKind, line: Int, _ message: String) {
    self.kind = kind
    self.line = line
    self.message = message
  }

  /// Place and sentence in one line.
  public var description: String { "line \(line): \(message)" }
}
