import ISOMedia

/// Keeps messages whose times are not known yet, and the notes that follow them.
struct MessageQueue {
  enum Entry {
    case message(IncomingMessage)
    case note(ParsedEvent)
  }

  /// The maximum number of entries that wait for one fragment.
  static let maximumMessages = 1024
  /// The maximum number of message bytes that wait for one fragment: 16 MiB.
  static let maximumBytes = 16 << 20

  private var waiting: [Entry] = []
  private var byteCount = 0

  var isEmpty: Bool { waiting.isEmpty }

  /// Whether a limit is reached. All entries must then be delivered.
  var isFull: Bool { waiting.count >= Self.maximumMessages || byteCount >= Self.maximumBytes }

  var holdsMessages: Bool {
    waiting.contains { if case .message = $0 { true } else { false } }
  }

  var messages: [EventMessageBox] {
    waiting.compactMap { if case .message(let message) = $0 { message.box } else { nil } }
  }

  mutating func append(_ note: ParsedEvent) { waiting.append(.note(note)) }

  mutating func append(_ message: IncomingMessage) {
    waiting.append(.message(message))
    byteCount += message.byteCount
  }

  /// Records that the queued messages are at a wrong position, which `words` describe.
  mutating func misplaceAll(_ words: String) {
    for index in waiting.indices {
      guard case .message(var message) = waiting[index] else { continue }
      message.misplace(words)
      waiting[index] = .message(message)
    }
  }

  mutating func takeAll() -> [Entry] {
    defer { (waiting, byteCount) = ([], 0) }
    return waiting
  }
}
