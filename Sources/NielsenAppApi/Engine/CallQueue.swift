/// Calls that wait for the configuration, oldest first.
struct CallQueue: Sendable {
  /// A call with what it was told, already read.
  enum Call: Sendable {
    case play(ChannelInfo)
    case load(Asset)
    case metadata([String: String])
    case playhead(Int64)
    /// A playhead that is no number.
    case unreadablePlayhead
    case tag(String)
    case stop
    case end
    case staticEnd
    case ott(OTTInfo, isRelay: Bool)
    case muted(Bool)

    fileprivate var isPlayhead: Bool {
      switch self {
      case .playhead, .unreadablePlayhead: true
      default: false
      }
    }
  }

  /// More are not kept.
  static let limit = 10_000

  private var items: [(call: Call, time: Int64)] = []

  var count: Int { items.count }

  /// Adds `call`, made at `time` (milliseconds). When there are too many, the oldest playhead goes,
  /// or else the oldest call.
  mutating func append(_ call: Call, time: Int64) {
    if items.count == Self.limit {
      items.remove(at: items.firstIndex { $0.call.isPlayhead } ?? 0)
    }
    items.append((call, time))
  }

  /// All calls in order, which are then forgotten.
  mutating func takeAll() -> [(call: Call, time: Int64)] {
    defer { items = [] }
    return items
  }

  mutating func removeAll() { items = [] }
}
