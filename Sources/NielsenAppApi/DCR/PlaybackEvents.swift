/// The viewer's actions between two pings of one session: the parameter `evdata`.
struct PlaybackEvents: Sendable {
  /// An action of a viewer.
  enum Kind: String, Sendable {
    case play, pause, resume, forward, rewind, stop, mute
  }

  /// More are not kept: a player that jumps about between two pings must not fill the memory.
  private static let limit = 64

  private let isEnabled: Bool
  private var items: [String] = []

  init(isEnabled: Bool) { self.isEnabled = isEnabled }

  /// Notes that `kind` happened at the playhead `position`.
  mutating func note(_ kind: Kind, at position: Int64) {
    guard isEnabled, items.count < Self.limit else { return }
    items.append("\(kind.rawValue),\(position)")
  }

  /// The events in order joined by `~`, which are then forgotten.
  mutating func take() -> String {
    guard !items.isEmpty else { return "" }
    defer { items = [] }
    return items.joined(separator: "~")
  }
}
