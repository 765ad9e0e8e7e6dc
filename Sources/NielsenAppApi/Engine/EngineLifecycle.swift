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

  private(set) var state = State.initial
  /// Whether a valid configuration is in force.
  private(set) var hasConfiguration = false
  /// Whether the application has switched the engine off.
  private(set) var isSwitchedOff = false
  private(set) var isClosed = false
  /// Calls that came before the configuration.
  private var queue = CallQueue()
  /// The time of the queued call that is handled, in milliseconds; nil: none is.
  private(set) var queuedTime: Int64?
  /// Identifies the answers to requests for a configuration.
  private var requestNumber = 0

  var isDisabled: Bool { state == .disabled }

  /// Whether a viewing session is open.
  var isViewing: Bool { state == .processing || state == .paused }

  /// Whether calls are handled: a configuration is in force, and the engine is not switched off.
  var isInForce: Bool { state != .initial && state != .disabled }

  // MARK: - Configuration

  /// Waits for a configuration again.
  mutating func restart() { state = .initial }

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

  /// A viewing session is open.
  mutating func process() { state = .processing }

  /// The viewing session is stopped.
  mutating func pause() { state = .paused }

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

  /// The application has switched the engine off, or on again.
  mutating func setSwitchedOff(_ isOff: Bool) { isSwitchedOff = isOff }

  /// The instance has ended.
  mutating func close() {
    isClosed = true
    disable()
  }

  // MARK: - Calls that wait

  /// Keeps a call made at `time` (milliseconds) until there is a configuration.
  mutating func queue(_ call: Call, time: Int64) { queue.append(call, time: time) }

  /// Keeps a choice of the user, which takes the place of the choice `before`.
  mutating func queue(choice isOut: Bool, after before: OptOutChoice, time: Int64) {
    queue.append(choice: isOut, after: before, time: time)
  }

  /// The known choice of the user before the first call that waits; nil: none waits.
  var choiceBefore: OptOutChoice? { queue.choiceBefore }

  /// All calls that wait, which are then forgotten.
  mutating func takeQueue() -> [(call: Call, time: Int64)] { queue.takeAll() }

  /// A queued call made at `time` (milliseconds) is handled now; nil: no longer.
  mutating func handleQueued(at time: Int64?) { queuedTime = time }
}
