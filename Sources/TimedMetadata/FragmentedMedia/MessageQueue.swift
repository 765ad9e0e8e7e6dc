import ISOMedia

/// Keeps messages and notes in the order of the run while messages wait for the fragment that sets
/// their time.
struct MessageQueue {
  /// An output of the queue.
  enum Item {
    case message(IncomingMessage, IncomingMessage.Placement)
    case note(StreamNote)
  }

  private enum Waiting {
    case message(IncomingMessage)
    case note(StreamNote)
  }

  /// More messages than this do not wait for one fragment.
  static let maximumMessages = 1024
  /// More bytes of messages than this do not wait for one fragment: 16 MiB.
  static let maximumBytes = 16 << 20

  private var waiting: [Waiting] = []
  private var byteCount = 0
  private var released = Fifo<Item>()

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

  mutating func append(_ note: StreamNote) {
    if waiting.isEmpty { released.append(.note(note)) } else { waiting.append(.note(note)) }
  }

  /// Puts a note before everything that waits.
  mutating func prepend(_ note: StreamNote) { released.append(.note(note)) }

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

  /// Lets everything that waits come out as `item` says of each message; nil: it is dropped.
  mutating func release(_ item: (IncomingMessage) -> Item?) {
    for entry in waiting {
      switch entry {
      case .note(let note): released.append(.note(note))
      case .message(let message): if let item = item(message) { released.append(item) }
      }
    }
    waiting.removeAll()
    byteCount = 0
  }

  /// The next that is ready.
  mutating func next() -> Item? { released.popFirst() }
}
