import Logging

/// One thing that a call causes.
package enum Output: Sendable {
  case ping(Ping)
  case event(EngineNotice)
  case error(EngineNotice)
  /// A line of the log, which the level of the log lets through.
  case log(Logger.Level, String)
  case question(Question)
}

/// A question to the world outside the engine: a time-shift lookup, or a request for a configuration.
package struct Question: Sendable {
  /// Asks, and passes the call with the answer on, later and on any thread.
  package let ask: @Sendable (_ answer: @escaping @Sendable (Call) -> Void) -> Void
}

/// An event or an error as the delegate sees it.
package struct EngineNotice: Sendable, Equatable {
  package var number: Int
  package var description: String
  /// Unix seconds.
  var time: Int64

  /// The dictionary of the public API about an event or an error, as its `subject` says.
  func dictionary(_ subject: String) -> [AnyHashable: Any] {
    [
      "\(subject) Description": description, "\(subject)Status": number,
      "TimeStamp": DecimalTime.timeStamp(time),
    ]
  }
}

extension EngineNotice {
  /// The name of the number of an error, such as `FailedProcessID3`; empty for a number not in the reference.
  package static func name(ofError number: Int) -> String {
    LogCode(rawValue: number)?.name ?? AppApiErrorCode(rawValue: number)?.name ?? ""
  }

  /// An error at `now` (milliseconds).
  init(_ problem: EngineProblem, at now: Int64) {
    self.init(number: problem.number, description: problem.description, time: now / 1000)
  }
}

/// The output of the running call: log lines, events, errors, pings and questions, in order.
struct EngineOutput: Sendable {
  /// The log; its level decides which lines are kept.
  var log: Logger
  private var items: [Output] = []
  private var notedOnce: Set<String> = []

  init(log: Logger) { self.log = log }

  /// Takes the output since the last call.
  mutating func take() -> [Output] {
    guard !items.isEmpty else { return [] }
    defer { items = [] }
    return items
  }

  mutating func add(_ item: Output) { items.append(item) }

  /// Writes a line of the log.
  mutating func note(_ level: Logger.Level, _ text: @autoclosure () -> String) {
    guard level >= log.logLevel else { return }
    items.append(.log(level, text()))
  }

  /// Writes a line of the log that is written once for an instance.
  mutating func noteOnce(_ level: Logger.Level, _ text: String) {
    if notedOnce.insert(text).inserted { note(level, text) }
  }

  /// Reports an event to the delegate.
  mutating func add(
    _ event: AppApiEventCode,
    _ what: String,
    of sdk: EngineConfiguration.SDK,
    now: Int64
  ) {
    let text = "engine \(EngineVersion.meter(sdk)) \(what)"
    items.append(.event(EngineNotice(number: event.rawValue, description: text, time: now / 1000)))
  }

  /// Reports an error to the delegate, and writes it into the log.
  mutating func add(_ problem: EngineProblem, now: Int64) {
    note(.error, "error \(problem.number) \(problem.name): \(problem.description)")
    items.append(.error(EngineNotice(problem, at: now)))
  }
}

/// An error that the delegate receives.
struct EngineProblem: Error, Sendable {
  var number: Int
  /// The call or ping concerned and the remedy.
  var description: String
  /// The product that failed, if one did.
  var product: Ping.Product?

  var name: String { EngineNotice.name(ofError: number) }

  init(_ code: LogCode, _ description: String, product: Ping.Product? = nil) {
    (number, self.description, self.product) = (code.rawValue, description, product)
  }

  init(_ code: AppApiErrorCode, _ description: String) {
    (number, self.description) = (code.rawValue, description)
  }

  /// A problem with pings after they were made.
  init(_ problem: DeliveryProblem) {
    (number, description) = (problem.code.number, problem.description)
  }
}
