import Logging

/// One result of a call.
package enum Output: Sendable {
  case ping(Ping)
  case event(EngineNotice)
  case error(EngineNotice)
  /// A line for the log, if its level is at least that of the log.
  case log(Logger.Level, String)
  case question(Question)
}

/// A question to the environment: a time-shift lookup or a request for a configuration.
package struct Question: Sendable {
  /// Asks the question. The answer is passed to `answer` as a call, later and on any thread.
  package let ask: @Sendable (_ answer: @escaping @Sendable (Call) -> Void) -> Void
}

/// An event or an error as the delegate receives it.
package struct EngineNotice: Sendable, Equatable {
  package var number: Int
  package var description: String
  /// The time of the event or error, in Unix seconds.
  var time: Int64

  /// The dictionary of the public API. Two of its three keys begin with `subject`, which is `Event` or `Error`.
  func dictionary(_ subject: String) -> [AnyHashable: Any] {
    [
      "\(subject) Description": description, "\(subject)Status": number,
      "TimeStamp": DecimalTime.timeStamp(time),
    ]
  }
}

extension EngineNotice {
  /// The name of an error by its number, such as `FailedProcessID3`; empty for a number that is not in the reference.
  package static func name(ofError number: Int) -> String {
    LogCode(rawValue: number)?.name ?? AppApiErrorCode(rawValue: number)?.name ?? ""
  }

  /// The notice of an error at `now` (milliseconds).
  init(_ problem: EngineProblem, at now: Int64) {
    self.init(number: problem.number, description: problem.description, time: now / 1000)
  }
}

/// The output of the current call in order: log lines, events, errors, pings and questions.
struct EngineOutput: Sendable {
  /// The log. Its level decides which lines are written.
  var log: Logger
  private var items: [Output] = []
  private var notedOnce: Set<String> = []

  init(log: Logger) { self.log = log }

  /// Removes and returns the output since the previous `take()`.
  mutating func take() -> [Output] {
    guard !items.isEmpty else { return [] }
    defer { items = [] }
    return items
  }

  mutating func add(_ item: Output) { items.append(item) }

  /// Adds a line for the log.
  mutating func note(_ level: Logger.Level, _ text: @autoclosure () -> String) {
    guard level >= log.logLevel else { return }
    items.append(.log(level, text()))
  }

  /// Adds a line for the log, at most once per instance.
  mutating func noteOnce(_ level: Logger.Level, _ text: String) {
    if notedOnce.insert(text).inserted { note(level, text) }
  }

  /// Adds an event for the delegate.
  mutating func add(
    _ event: AppApiEventCode,
    _ what: String,
    of sdk: EngineConfiguration.SDK,
    now: Int64
  ) {
    let text = "engine \(EngineVersion.meter(sdk)) \(what)"
    items.append(.event(EngineNotice(number: event.rawValue, description: text, time: now / 1000)))
  }

  /// Adds an error for the delegate and a line about it for the log.
  mutating func add(_ problem: EngineProblem, now: Int64) {
    note(.error, "error \(problem.number) \(problem.name): \(problem.description)")
    items.append(.error(EngineNotice(problem, at: now)))
  }
}

/// An error that the delegate receives.
struct EngineProblem: Error, Sendable {
  var number: Int
  /// The call or ping that failed, and the remedy.
  var description: String
  /// The product that failed; nil when the error is not about a product.
  var product: Ping.Product?

  var name: String { EngineNotice.name(ofError: number) }

  init(_ code: LogCode, _ description: String, product: Ping.Product? = nil) {
    (number, self.description, self.product) = (code.rawValue, description, product)
  }

  init(_ code: AppApiErrorCode, _ description: String) {
    (number, self.description) = (code.rawValue, description)
  }

  /// The problem of a ping that could not be sent.
  init(_ problem: DeliveryProblem) {
    (number, description) = (problem.code.number, problem.description)
  }
}
