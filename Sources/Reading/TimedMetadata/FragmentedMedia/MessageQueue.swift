import ISOMedia

/// Keeps messages, and the notes after them, in the order of the run while messages wait for the fragment that sets
/// their time.
struct MessageQueue {
  /// What waits.
  enum Entry {
    case message(IncomingMessage)
    case note(ParsedEvent)
  }

  /// More messages than this do not wait for one fragment.
  static let maximumMessages = 1024
  /// More bytes of messages than this do not wait for one fragment: 16 MiB.
  static let maximumBytes = 16 << 20

  private var waiting: [Entry] = []
  private var byteCount = 0

  var isEmpty: Bool { waiting.isEmpty }

  /// Whether too much waits, so that it must be delivered.
  var isFull: Bool { waiting.count >= Self.maximumMessages || byteCount >= Self.maximumBytes }

  /// Whether a message waits.
  var holdsMessages: Bool {
    waiting.contains { if case .message = $0 { true } else { false } }
  }

  /// The messages that wait.
  var messages: [EventMessageBox] {
    waiting.compactMap { if case .message(let message) = $0 { message.box } else { nil } }
  }

  mutating func append(_ note: ParsedEvent) { waiting.append(.note(note)) }

  mutating func append(_ message: IncomingMessage) {
    waiting.append(.message(message))
    byteCount += message.byteCount
  }

  /// Records that the waiting messages are where they do not belong.
  mutating func misplaceAll(_ words: String) {
    for index in waiting.indices {
      guard case .message(var message) = waiting[index] else { continue }
      message.misplace(words)
      waiting[index] = .message(message)
    }
  }

  /// Takes everything that waits.
  mutating func takeAll() -> [Entry] {
    defer { (waiting, byteCount) = ([], 0) }
    return waiting
  }
}
