/// An instance of the SDK as a value type. It takes calls with their times and returns the output of each call.
///
///     var instance = EngineInstance(environment)
///     for output in instance.handle(.initialize(appInfo), at: now) { … }
package struct EngineInstance: Sendable {
  package let environment: EngineEnvironment
  /// The engine; nil before `initialize` and after a failed `initialize`.
  var engine: Engine?
  private(set) var lastEvent: EngineNotice?
  private(set) var lastError: EngineNotice?

  /// Makes an instance that ignores every call before `initialize`.
  package init(_ environment: EngineEnvironment) { self.environment = environment }

  /// The session id of the engine; nil before `initialize` and after a failed `initialize`.
  package var sessionID: String? { engine?.identities.sessionID }

  /// Whether a page is open. The timer of a page depends on the clock, not on playheads.
  package var showsPage: Bool { engine?.measurement.dcr.hasPage ?? false }

  /// The engine between two calls, including a choice that the user has made in another instance.
  var current: Engine? {
    guard var engine, let choice = engine.unknownChoice else { return engine }
    engine.viewer.choose(choice.isOut)
    return engine
  }

  /// The values that a cast sender adds to the media metadata: see ``NielsenAppApi/receiverMetadata()``.
  package var receiverMetadata: [String: String] {
    let engine = current
    return [
      RelayKey.deviceID: engine?.shownDeviceID ?? "",
      RelayKey.optOut: engine?.isOptedOut ?? false ? "true" : "false",
    ]
  }

  /// Handles `call`, made at `time` (milliseconds since 1970).
  package mutating func handle(_ call: Call, at time: Int64) -> [Output] {
    let outputs: [Output]
    if case .initialize(let appInfo) = call {
      outputs = initialize(appInfo, at: time)
    } else {
      outputs = engine?.handle(call, at: time) ?? []
    }
    for output in outputs {
      switch output {
      case .event(let event): lastEvent = event
      case .error(let error): lastError = error
      default: break
      }
    }
    return outputs
  }

  private mutating func initialize(_ appInfo: CallArgument, at time: Int64) -> [Output] {
    let closing = engine?.handle(.close, at: time) ?? []
    do {
      var engine = try Engine(appInfo: appInfo, environment: environment, at: time)
      let outputs = engine.handOut()
      self.engine = engine
      return closing + outputs
    } catch {
      engine = nil
      return closing + [.error(EngineNotice(error, at: time))]
    }
  }
}
