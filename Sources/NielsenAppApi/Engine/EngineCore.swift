/// The state that the lock of a `NielsenAppApi` protects.
struct EngineCore: Sendable {
  /// Nil for an inert instance, and for one that could not start.
  private(set) var engine: Engine?
  private(set) var lastEvent: EngineNotice?
  private(set) var lastError: EngineNotice?
  private var startNotices: [Outgoing] = []

  init(engine: Engine?) { self.engine = engine }

  /// The core of an instance that could not start at `time` (Unix seconds).
  init(failure: EngineProblem, time: Int64) {
    startNotices = [
      .notice(
        EngineNotice(
          kind: .error,
          number: failure.code.number,
          description: failure.description,
          time: time
        )
      )
    ]
  }

  /// Runs `call` on the engine, if there is one.
  mutating func perform(_ call: (inout Engine) -> Void) { engine?.run(call) }

  /// Returns and removes the output of the call before.
  mutating func takeOutgoing() -> [Outgoing] {
    let outgoing = engine?.output.take() ?? takeStartNotices()
    engine?.commit(outgoing)
    for case .notice(let notice) in outgoing {
      switch notice.kind {
      case .event: lastEvent = notice
      case .error: lastError = notice
      }
    }
    return outgoing
  }

  /// The output of the failed start: only once, as a delegate that receives it may call back.
  private mutating func takeStartNotices() -> [Outgoing] {
    defer { startNotices = [] }
    return startNotices
  }
}

extension Engine {
  /// Runs `call` in place.
  fileprivate mutating func run(_ call: (inout Engine) -> Void) { call(&self) }
}
