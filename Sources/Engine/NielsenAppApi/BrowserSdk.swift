/// The Browser SDK's interface to the engine, for the web page of a Chromecast receiver.
///
///     let sdk = BrowserSdk(appId: "P…", instanceName: "ChromeCastInstance")
///     sdk?.ggPM("loadmetadata", ["type": "content", "assetid": "film"])
///     sdk?.ggPM("setPlayheadPosition", 12.0)
public final class BrowserSdk: Sendable {
  /// The engine that handles the calls.
  public let engine: NielsenAppApi
  /// The name of the instance, which the engine does not use.
  public let instanceName: String

  /// Makes an instance, as `NOLBUNDLE.nlsQ(apid, name, options)` does on a page. Returns nil after an error from 1005
  /// to 1009, which the delegate receives.
  ///
  /// - Parameters:
  ///   - appId: The id of the application.
  ///   - instanceName: A name chosen by the caller.
  ///   - options: Other values of appInfo, such as `nol_devDebug`.
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

  /// Handles an event of the page. The name of the event is not case-sensitive.
  ///
  /// - Parameters:
  ///   - event: `loadMetadata`, `play`, `setPlayheadPosition`, `pause`, `stop`, `end`, `sendID3`,
  ///     `updateOTT`, `updateMetadata`, `setVolume` or `staticEnd`.
  ///   - payload: The data of the event: an object, a string or a number. A playhead is rounded down to whole seconds.
  /// - Returns: False if the event is unknown.
  @discardableResult
  public func ggPM(_ event: String, _ payload: Any? = nil) -> Bool {
    guard let calls = Call.calls(ofEvent: event, payload.map { CallArgument($0) }) else {
      return false
    }
    for call in calls { engine.handle(call) }
    return true
  }
}
