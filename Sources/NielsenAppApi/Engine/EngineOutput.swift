import Logging

/// The output of the running call: log lines, events, errors, pings and requests, in order.
struct EngineOutput: Sendable {
  /// The log; its level decides which lines are kept.
  var log: Logger
  private var items: [Outgoing] = []
  private var notedOnce: Set<String> = []

  init(log: Logger) { self.log = log }

  /// Takes the output since the last call.
  mutating func take() -> [Outgoing] {
    guard !items.isEmpty else { return [] }
    defer { items = [] }
    return items
  }

  mutating func add(_ item: Outgoing) { items.append(item) }

  /// Writes a line of the log.
  mutating func note(_ level: Logger.Level, _ text: @autoclosure () -> String) {
    guard level >= log.logLevel else { return }
    items.append(.log(level, text()))
  }

  /// Writes a line of the log that is written once for an instance.
  mutating func noteOnce(_ level: Logger.Level, _ text: String) {
    if notedOnce.insert(text).inserted { note(level, text) }
  }

  /// Writes a call of the public API into the log, with the values of the keys `shown`: others may hold
  /// what only the engine should see.
  mutating func noteCall(_ name: String, _ argument: Any, showing shown: [String]) {
    guard log.logLevel <= .debug else { return }
    guard let object = ArgumentObject(argument, knownKeys: []) else {
      return note(.debug, "call \(name) with something that is not an object")
    }
    let values = shown.compactMap { key in object[key].map { " \(key)=\($0)" } }
    note(.debug, "call \(name)\(values.joined())")
  }

  /// Reports an event to the delegate.
  mutating func add(
    _ event: AppApiEventCode,
    _ what: String,
    of sdk: EngineConfiguration.SDK,
    now: Int64
  ) {
    let notice = EngineNotice(
      kind: .event,
      number: event.rawValue,
      description: "engine \(EngineVersion.meter(sdk)) \(what)",
      time: now / 1000
    )
    items.append(.notice(notice))
  }

  /// Reports an error to the delegate, and writes it into the log.
  mutating func add(_ problem: EngineProblem, now: Int64) {
    let number = problem.code.number
    note(.error, "error \(number) \(problem.code.name): \(problem.description)")
    let notice = EngineNotice(
      kind: .error,
      number: number,
      description: problem.description,
      time: now / 1000
    )
    items.append(.notice(notice))
  }
}
