/// In which state an engine is, and the calls that wait until it has a configuration.
struct EngineLifecycle: Sendable {
  /// The general states of the iOS SDK API Reference; Idle has two.
  enum State: Sendable, Equatable {
    /// The configuration was requested.
    case initial
    /// No viewing session is open.
    case idle
    /// A viewing session is open and stopped.
    case paused
    case processing
    case disabled
  }

  var state = State.initial
  /// Whether a valid configuration is in force.
  private(set) var hasConfiguration = false
  /// Whether the application has switched the engine off.
  var isSwitchedOff = false
  private(set) var isClosed = false
  /// Calls that came before the configuration.
  var queue = CallQueue()
  /// The time of the queued call that is handled, in milliseconds; nil: none is.
  var queuedTime: Int64?
  /// Identifies the answers to requests for a configuration.
  private var requestNumber = 0

  var isDisabled: Bool { state == .disabled }

  /// Whether a viewing session is open.
  var isViewing: Bool { state == .processing || state == .paused }

  /// Whether calls are handled: a configuration is in force, and the engine is not switched off.
  var isInForce: Bool { state != .initial && state != .disabled }

  // MARK: - Configuration

  /// Asks for a configuration.
  /// - Returns: The number of the request.
  mutating func request() -> Int {
    state = .initial
    requestNumber += 1
    return requestNumber
  }

  /// Whether the answer to the request `number` is waited for. A further answer to it is ignored.
  mutating func takeAnswer(to number: Int) -> Bool {
    guard state == .initial, number == requestNumber else { return false }
    requestNumber += 1
    return true
  }

  /// A configuration is in force, and calls are handled.
  mutating func enable() {
    hasConfiguration = true
    state = .idle
  }

  // MARK: - Viewing sessions

  /// Continues a stopped viewing session.
  /// - Returns: Whether it was stopped.
  mutating func resume() -> Bool {
    guard state == .paused else { return false }
    state = .processing
    return true
  }

  /// The viewing session is closed.
  mutating func idle() {
    if state != .disabled { state = .idle }
  }

  // MARK: - Switching off

  /// Handles no more calls, those that wait included.
  mutating func disable() {
    queue.removeAll()
    state = .disabled
  }

  /// The instance has ended.
  mutating func close() {
    isClosed = true
    disable()
  }
}

/// Calls that wait for the configuration, oldest first.
struct CallQueue: Sendable {
  /// More are not kept.
  static let limit = 10_000

  private var items: [(call: Call, time: Int64)] = []

  /// The known choice of the user before the first call that waits; nil when no call waits.
  private(set) var choiceBefore: OptOutChoice?

  var count: Int { items.count }

  /// Adds `call`, made at `time` (milliseconds). When there are too many, the oldest playhead goes,
  /// or else the oldest call.
  mutating func append(_ call: Call, time: Int64) {
    if items.count == Self.limit { makeRoom() }
    items.append((call, time))
  }

  /// Adds a choice of the user, which takes the place of the choice `before`.
  mutating func append(choice isOut: Bool, after before: OptOutChoice, time: Int64) {
    if choiceBefore == nil { choiceBefore = before }
    append(.userOptOut("nielsenappsdk://\(isOut ? 1 : 0)"), time: time)
  }

  /// A choice is not removed alone, as later calls would count for another user; rather everything.
  private mutating func makeRoom() {
    let index = items.firstIndex { $0.call.isPlayhead } ?? items.firstIndex { !$0.call.isChoice }
    if let index { items.remove(at: index) } else { items = [] }
  }

  /// All calls in order, which are then forgotten.
  mutating func takeAll() -> [(call: Call, time: Int64)] {
    defer { removeAll() }
    return items
  }

  mutating func removeAll() {
    items = []
    choiceBefore = nil
  }
}

extension Call {
  fileprivate var isPlayhead: Bool { if case .playheadPosition = self { true } else { false } }
  fileprivate var isChoice: Bool { if case .userOptOut = self { true } else { false } }
}
