/// The state of an engine, and the calls that wait for its configuration.
struct EngineLifecycle: Sendable {
  /// The general states of the iOS SDK API Reference, except that its state Idle is split into `idle` and `paused`.
  enum State: Sendable, Equatable {
    /// The configuration was requested and has not yet arrived.
    case initial
    /// No viewing session is open.
    case idle
    /// A viewing session is open and paused.
    case paused
    case processing
    case disabled
  }

  var state = State.initial
  private(set) var hasConfiguration = false
  var isSwitchedOff = false
  private(set) var isClosed = false
  var queue = CallQueue()
  /// The time, in milliseconds, of the queued call or the other instance's choice that is being handled; otherwise nil.
  var queuedTime: Int64?
  /// The number that the awaited answer to a request for a configuration must have.
  private var requestNumber = 0

  var isDisabled: Bool { state == .disabled }

  var isViewing: Bool { state == .processing || state == .paused }

  /// Whether calls are handled: the configuration has arrived and the engine is not disabled.
  var isInForce: Bool { state != .initial && state != .disabled }

  // MARK: - Configuration

  /// Starts to wait for a configuration. Returns the number of the request.
  mutating func request() -> Int {
    state = .initial
    requestNumber += 1
    return requestNumber
  }

  /// Whether this is the awaited answer. Any other answer must be ignored.
  mutating func takeAnswer(to number: Int) -> Bool {
    guard state == .initial, number == requestNumber else { return false }
    requestNumber += 1
    return true
  }

  /// Leaves Initial or Disabled once a configuration has arrived.
  mutating func enable() {
    hasConfiguration = true
    state = .idle
  }

  // MARK: - Viewing sessions

  /// Resumes a paused session. Returns whether the session was paused.
  mutating func resume() -> Bool {
    guard state == .paused else { return false }
    state = .processing
    return true
  }

  mutating func idle() {
    if state != .disabled { state = .idle }
  }

  // MARK: - Switching off

  mutating func disable() {
    queue.removeAll()
    state = .disabled
  }

  mutating func close() {
    isClosed = true
    disable()
  }
}

/// Calls that wait for the configuration, oldest first.
struct CallQueue: Sendable {
  static let limit = 10_000

  private var items: [(call: Call, time: Int64)] = []

  /// The choice that the first queued opt-out choice replaces; nil until a choice is queued.
  private(set) var choiceBefore: OptOutChoice?

  var count: Int { items.count }

  /// Adds `call`, made at `time` (milliseconds). If the queue is full, first makes room.
  mutating func append(_ call: Call, time: Int64) {
    if items.count == Self.limit { makeRoom() }
    items.append((call, time))
  }

  /// Adds an opt-out choice that replaces the choice `before`.
  mutating func append(choice isOut: Bool, after before: OptOutChoice, time: Int64) {
    if choiceBefore == nil { choiceBefore = before }
    append(.userOptOut("nielsenappsdk://\(isOut ? 1 : 0)"), time: time)
  }

  /// Drops the oldest playhead or, without playheads, the oldest call other than an opt-out choice. A choice is never
  /// dropped alone, because later calls would count for the wrong user. If the queue has only choices, all are dropped.
  private mutating func makeRoom() {
    let index = items.firstIndex { $0.call.isPlayhead } ?? items.firstIndex { !$0.call.isChoice }
    if let index { items.remove(at: index) } else { items = [] }
  }

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
