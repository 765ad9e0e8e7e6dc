import Logging

package enum Output: Sendable {
  case ping(Ping)
  case event(EngineNotice)
  case error(EngineNotice)
  /// A line for the log. Its level is at least that of the engine's log.
  case log(Logger.Level, String)
  case question(Question)
}

/// A question to the environment: a time-shift lookup or a request for a configuration.
package struct Question: Sendable {
  /// Asks the question. The answer is passed to `answer` as a call, immediately or later, on any thread.
  package let ask: @Sendable (_ answer: @escaping @Sendable (Call) -> Void) -> Void
}

/// An event or an error as the delegate receives it.
package struct EngineNotice: Sendable, Equatable {
  package var number: Int
  package var description: String
  /// The time of the event or error, in Unix seconds.
  var time: Int64

  /// The dictionary that the delegate receives. Two of its three keys begin with `subject`, which is `Event` or
  /// `Error`.
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

  init(_ problem: EngineProblem, at now: Int64) {
    self.init(number: problem.number, description: problem.description, time: now / 1000)
  }
}

/// The output of the current call in order: log lines, events, errors, pings and questions.
struct EngineOutput: Sendable {
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

  mutating func note(_ level: Logger.Level, _ text: @autoclosure () -> String) {
    guard level >= log.logLevel else { return }
    items.append(.log(level, text()))
  }

  /// Adds a line for the log, at most once for each text.
  mutating func noteOnce(_ level: Logger.Level, _ text: String) {
    if notedOnce.insert(text).inserted { note(level, text) }
  }

  mutating func add(
    _ event: AppApiEventCode,
    _ what: String,
    of sdk: EngineConfiguration.SDK,
    now: Int64
  ) {
    let text = "engine \(EngineVersion.meter(sdk)) \(what)"
    items.append(.event(EngineNotice(number: event.rawValue, description: text, time: now / 1000)))
  }

  mutating func add(_ problem: EngineProblem, now: Int64) {
    note(.error, "error \(problem.number) \(problem.name): \(problem.description)")
    items.append(.error(EngineNotice(problem, at: now)))
  }
}

struct EngineProblem: Error, Sendable {
  var number: Int
  /// The message for the delegate and the log.
  var description: String
  var product: Ping.Product?

  var name: String { EngineNotice.name(ofError: number) }

  init(_ code: LogCode, _ description: String, product: Ping.Product? = nil) {
    (number, self.description, self.product) = (code.rawValue, description, product)
  }

  init(_ code: AppApiErrorCode, _ description: String) {
    (number, self.description) = (code.rawValue, description)
  }

  init(_ problem: DeliveryProblem) {
    (number, description) = (problem.code.number, problem.description)
  }
}
