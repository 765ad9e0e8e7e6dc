/// The interface of the Browser SDK over the same engine: what a Chromecast receiver calls.
///
///     let sdk = BrowserSdk(appId: "P…", instanceName: "ChromeCastInstance")
///     sdk?.ggPM("loadmetadata", ["type": "content", "assetid": "film"])
///     sdk?.ggPM("setPlayheadPosition", 12.0)
public final class BrowserSdk: Sendable {
  /// The engine that handles the calls.
  public let engine: NielsenAppApi
  /// The name of the instance, for logs.
  public let instanceName: String

  /// Makes an instance, as `NOLBUNDLE.nlsQ(apid, name, options)` does on a page. Gives nil after an
  /// error (1005 to 1009), which the delegate has received.
  ///
  /// - Parameters:
  ///   - appId: The id of the application.
  ///   - instanceName: A name of the caller's choice.
  ///   - options: Further values of appInfo, such as `nol_devDebug`.
  ///   - delegate: Receives events and errors; held weakly.
  ///   - environment: Clock, randomness, configuration and the receiver of the pings.
  public init?(
    appId: String,
    instanceName: String,
    options: [String: String] = [:],
    delegate: (any NielsenAppApiDelegate)? = nil,
    environment: EngineEnvironment = .standard
  ) {
    var environment = environment
    environment.accessMethod = "0"
    let appInfo = options.merging(["appid": appId]) { $1 }
    guard
      let engine = NielsenAppApi(appInfo: appInfo, delegate: delegate, environment: environment)
    else { return nil }
    self.engine = engine
    self.instanceName = instanceName
  }

  /// Handles an event of the page. Its name may be written in any case.
  ///
  /// - Parameters:
  ///   - event: `loadMetadata`, `play`, `setPlayheadPosition`, `pause`, `stop`, `end`, `sendID3`,
  ///     `updateOTT`, `updateMetadata`, `setVolume` or `staticEnd`.
  ///   - payload: The data of the event: an object, a text or a number of seconds, which is rounded
  ///     down.
  /// - Returns: False for an unknown event.
  @discardableResult
  public func ggPM(_ event: String, _ payload: Any? = nil) -> Bool {
    switch event.lowercased() {
    case "loadmetadata": engine.loadMetadata(Self.metadata(payload))
    case "play": play(payload)
    case "setplayheadposition": move(to: payload)
    case "pause", "stop":
      if payload != nil { move(to: payload) }
      engine.stop()
    case "end":
      if payload != nil { move(to: payload) }
      engine.end()
    case "sendid3": engine.sendID3(payload as? String ?? "")
    case "updateott": updateOTT(payload)
    case "updatemetadata": updateMetadata(payload)
    case "setvolume": setVolume(payload)
    case "staticend": engine.staticEnd()
    default: return false
    }
    return true
  }

  // MARK: - Events

  private func play(_ payload: Any?) {
    guard let payload, Self.number(payload) == nil else {
      engine.play()
      if let payload { move(to: payload) }
      return
    }
    engine.play(payload)
  }

  private func move(to payload: Any?) {
    guard let number = Self.number(payload),
      let position = Int64(exactly: number.rounded(.down))
    else {
      engine.perform { $0.refusePlayhead() }
      return
    }
    engine.playheadPosition(position)
  }

  private func updateOTT(_ payload: Any?) {
    engine.perform { engine in engine.updateOTT(payload ?? "", isRelay: true) }
  }

  private func updateMetadata(_ payload: Any?) {
    let metadata = Self.metadata(payload)
    engine.perform { engine in engine.updateMetadata(metadata) }
  }

  private func setVolume(_ payload: Any?) {
    guard let volume = Self.number(payload) else { return }
    engine.perform { $0.setMuted(volume <= 0) }
  }

  // MARK: - Payloads

  /// The metadata with the SDK's spelling of the keys. Other values than objects are passed on: the engine
  /// refuses it.
  private static func metadata(_ payload: Any?) -> Any {
    guard let payload, let object = ArgumentObject(payload, knownKeys: []) else {
      return payload ?? ""
    }
    return renamed(object.values)
  }

  private static func renamed(_ values: [String: String]) -> [String: String] {
    guard let url = values["mediaUrl"], values["mediaURL"] == nil else { return values }
    var values = values
    values["mediaUrl"] = nil
    values["mediaURL"] = url
    return values
  }

  /// A number, or the number a text spells; nil for anything else.
  private static func number(_ payload: Any?) -> Double? {
    guard let payload else { return nil }
    if let text = payload as? String { return Double(text) }
    if let number = payload as? Double { return number }
    if let number = payload as? Float { return Double(number) }
    if let number = payload as? any BinaryInteger { return Double(number) }
    return nil
  }
}
