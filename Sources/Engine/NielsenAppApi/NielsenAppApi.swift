import Logging
import Synchronization

/// An open re-implementation of the Nielsen App SDK's engine.
///
/// It turns the calls of a player into DTVR-style and DCR-style pings for analysis and tests, and sends none of them.
/// It is written from public documents and not affiliated with Nielsen.
///
/// Calls may come from any thread and are handled one at a time. After a call has been handled, its pings, events and
/// errors are delivered in order on the calling thread, so a delegate may call the engine.
public final class NielsenAppApi: NielsenMeasurementControl, @unchecked Sendable {
  let instance: Mutex<EngineInstance>
  private let environment: EngineEnvironment
  /// The log. It writes every line it receives, because the engine selects the lines by level.
  private let log: Logger
  // The class is @unchecked Sendable because of the delegate, which is only read, and weak references are read
  // atomically.
  private weak let delegate: (any NielsenAppApiDelegate)?

  // MARK: - Making and closing

  private init(_ environment: EngineEnvironment, _ delegate: (any NielsenAppApiDelegate)?) {
    instance = Mutex(EngineInstance(environment))
    self.environment = environment
    self.delegate = delegate
    var log = environment.log
    log.logLevel = .trace
    self.log = log
  }

  /// Makes an inert instance, which ignores every call without an error.
  public convenience init() { self.init(EngineEnvironment(), nil) }

  /// Starts an engine in the standard environment. Returns nil after an error from 1005 to 1008, which the delegate
  /// receives.
  ///
  /// - Parameters:
  ///   - appInfo: A dictionary with String keys or a JSON text: `appid` (required), `appname`, `appversion` and others.
  ///     `appname` and `appversion` may be absent, as in "DCR Sweden Video iOS SDK", but not blank (1005, 1006).
  ///   - delegate: Receives events and errors; held weakly.
  public convenience init?(appInfo: Any, delegate: (any NielsenAppApiDelegate)?) {
    self.init(appInfo: appInfo, delegate: delegate, environment: .standard)
  }

  /// Starts an engine in `environment`. Returns nil after an error from 1005 to 1009, which the delegate receives.
  ///
  /// - Parameters:
  ///   - appInfo: A dictionary with String keys or a JSON text: `appid` (required), `appname`, `appversion` and others.
  ///     `appname` and `appversion` may be absent, as in "DCR Sweden Video iOS SDK", but not blank (1005, 1006).
  ///   - delegate: Receives events and errors; held weakly.
  ///   - environment: Clock, randomness, configuration and the receiver of the pings.
  public convenience init?(
    appInfo: Any,
    delegate: (any NielsenAppApiDelegate)?,
    environment: EngineEnvironment
  ) {
    self.init(environment, delegate)
    handle(.initialize(CallArgument(appInfo)))
    guard let sessionID = instance.withLock({ $0.sessionID }) else { return nil }
    environment.journal?.open(sessionID) { [weak self] in self?.handle(.deliveryFailed($0)) }
  }

  deinit {
    // An object being destroyed must not be passed to a delegate.
    let outputs = instance.withLock { $0.handle(.close, at: environment.clock()) }
    for case .ping(let ping) in outputs { environment.onPing(ping) }
  }

  /// Closes the viewing session and an open page, raises the shutdown event and frees the instance slot. Later calls
  /// measure nothing.
  public func close() { handle(.close) }

  // MARK: - Measurement

  /// Begins or continues a viewing session on a channel.
  ///
  /// - Parameter channelInfo: A dictionary with String keys or a JSON text: `channelName`, `mediaURL`.
  public func play(_ channelInfo: Any) { handle(.play(CallArgument(channelInfo))) }

  /// Begins or continues a viewing session on the channel of the last session, or on the default
  /// channel if there was no session.
  public func play() { play([String: String]()) }

  /// Describes the asset that is played from now on.
  ///
  /// - Parameter metadata: A dictionary with String keys or a JSON text: `type` (required),
  ///   `assetid`, `adModel` and others.
  public func loadMetadata(_ metadata: Any) { handle(.loadMetadata(CallArgument(metadata))) }

  /// Reports the position of the player. Call this once a second during playback.
  ///
  /// - Parameter playheadPos: Seconds from the start of the asset, or Unix seconds for live content.
  public func playheadPosition(_ playheadPos: Int64) { handle(.playheadPosition(playheadPos)) }

  /// Receives an ID3 tag of the stream.
  ///
  /// - Parameter data: The owner identifier of a PRIV frame. Tags whose owner is not Nielsen are ignored.
  public func sendID3(_ data: String) { handle(.sendID3(data)) }

  /// Pauses the measurement. Call this at a pause, at the end of an ad, and when playback is interrupted.
  public func stop() { handle(.stop) }

  /// Ends the viewing session and closes an open page. Call this when the content is over or the user changes to other
  /// content.
  public func end() { handle(.end) }

  /// Closes the open page. Loading the same page again then makes a new view.
  public func staticEnd() { handle(.staticEnd) }

  /// Reports the device that plays the stream. Call this at each launch, when the app comes to the foreground, and when
  /// the device changes.
  ///
  /// - Parameter ottInfo: A dictionary with String keys or a JSON text: `ottStatus` (required: 1 or
  ///   0), `ottType`, `ottDevice` and others.
  public func updateOTT(_ ottInfo: Any) { handle(.updateOTT(CallArgument(ottInfo))) }

  /// Measures nothing, because there is no viewability product.
  public func trackViewability(_ info: Any) { handle(.trackViewability) }

  /// Tells the engine, which has no timer, that time has passed.
  public func advance() { handle(.advance) }

  // MARK: - Privacy

  /// Receives the user's choice on the opt-out page. The engine stores the choice, so the app need not store it.
  ///
  /// - Parameter optOut: `nielsenappsdk://1` opts out, `nielsenappsdk://0` opts back in.
  /// - Returns: Whether the instance is open and `optOut` is one of these two URLs. After ``kNielsenWebClose``, which
  ///   is neither of them, the app should close the page.
  @discardableResult
  public func userOptOut(_ optOut: String?) -> Bool {
    let isHeard = read { !$0.lifecycle.isClosed } ?? false
    handle(.userOptOut(optOut))
    return isHeard && OptOutCommand(optOut) != nil
  }

  /// Whether the user is opted out by the operating system, appInfo, a choice in the app, or a cast sender.
  public var optOutStatus: Bool { read { $0.isOptedOut } ?? false }

  /// The URL of the page on which the user opts out or in; empty while there is no configuration.
  public var optOutURL: String { read { $0.optOutURL } ?? "" }

  /// The kill switch: while it is true, nothing is measured. Setting it to false restarts a disabled engine, which
  /// loads the configuration again if it has no valid one.
  public var appDisableApi: Bool {
    get { read { $0.lifecycle.isSwitchedOff } ?? false }
    set { handle(.appDisableApi(newValue)) }
  }

  // MARK: - Properties

  /// Whether everything is logged, as with `nol_devDebug` set to `DEBUG`.
  public var debug: Bool {
    get { read { $0.output.log.logLevel <= .debug } ?? false }
    set { handle(.debug(newValue)) }
  }

  /// The latest event in the form that the delegate receives; nil before the first event.
  public var lastEventDict: [AnyHashable: Any]? {
    instance.withLock { $0.lastEvent }?.dictionary("Event")
  }

  /// The latest error in the form that the delegate receives; nil before the first error.
  public var lastErrorDict: [AnyHashable: Any]? {
    instance.withLock { $0.lastError }?.dictionary("Error")
  }

  func read<Value: Sendable>(_ value: (Engine) -> Value?) -> Value? {
    instance.withLock { instance in instance.current.flatMap { value($0) } }
  }

  // MARK: - Delivery

  /// Reports to the delegate that a ping could not be sent. Only a sender without a journal needs to call this.
  public func deliveryFailed(_ problem: DeliveryProblem) { handle(.deliveryFailed(problem)) }

  // MARK: - Output

  /// Passes `call` to the engine and delivers its output.
  func handle(_ call: Call) {
    for output in instance.withLock({ $0.handle(call, at: environment.clock()) }) {
      switch output {
      case .ping(let ping): environment.onPing(ping)
      case .event(let event):
        delegate?.nielsenAppApi(self, eventOccurred: event.dictionary("Event"))
      case .error(let error):
        delegate?.nielsenAppApi(self, errorOccurred: error.dictionary("Error"))
      case .log(let level, let text): log.log(level: level, "\(text)")
      case .question(let question): question.ask { [weak self] in self?.handle($0) }
      }
    }
  }
}

/// Allows `stop` and `end` to be written without parentheses, as in the published snippets.
///
/// `api?.stop` and `api?.stop()` each stop once.
public protocol NielsenMeasurementControl: AnyObject {
  /// Pauses the measurement.
  func stop()
  /// Ends the viewing session.
  func end()
}

extension NielsenMeasurementControl {
  /// Reading this property calls `stop()`.
  public var stop: Void { self.stop() as Void }
  /// Reading this property calls `end()`.
  public var end: Void { self.end() as Void }
}

/// The version of the engine, and the ids of the user whom it measures.
extension NielsenAppApi {
  /// The version of the engine, such as `ox.1.0.0`.
  public var meterVersion: String {
    EngineVersion.meter(read { $0.configuration.sdk } ?? EngineConfiguration.SDK())
  }

  /// The device id, usually 64 lower-case hexadecimal digits; empty if there is none or ids are hidden.
  public var deviceId: String { read { $0.shownDeviceID } ?? "" }

  /// Another name for ``deviceId``.
  public var demographicId: String { deviceId }

  /// The Nielsen id of the device, equal to ``deviceId``.
  public var nielsenId: String { deviceId }

  /// The first-party id; empty if there is none or ids are hidden.
  public var firstPartyId: String {
    read { $0.showsIDs ? $0.identities.firstPartyID?.text : "" } ?? ""
  }

  /// The vendor id: an upper-case UUID; empty if ids are hidden or the instance is inert.
  public var vendorId: String { read { $0.showsIDs ? $0.identities.vendorID : "" } ?? "" }

  /// The values that a cast sender adds to the media metadata so that the receiver measures the
  /// same user: the device id, and `true` or `false` for the opt-out.
  public func receiverMetadata() -> [String: String] { instance.withLock { $0.receiverMetadata } }
}

/// Names that the reference has deprecated and that apps still use.
extension NielsenAppApi {
  /// The Nielsen id of the device.
  @available(*, deprecated, renamed: "nielsenId")
  public func getNielsenId() -> String { deviceId }

  /// Whether the user is opted out. A cast sender passes this to the receiver.
  @available(*, deprecated, renamed: "optOutStatus")
  public func getOptOutStatus() -> Bool { optOutStatus }

  /// The device id. A cast sender passes this to the receiver.
  @available(*, deprecated, renamed: "demographicId")
  public func getDemographicId() -> String { demographicId }

  /// The URL of the page on which the user opts out or in.
  @available(*, deprecated, renamed: "optOutURL")
  public func optOutURLString() -> String { optOutURL }

  /// The version of the engine.
  @available(*, deprecated, renamed: "meterVersion")
  public func getMeterVersion() -> String { meterVersion }

  /// The latest event in the form that the delegate receives.
  @available(*, deprecated, renamed: "lastEventDict")
  public func getLastEventDict() -> [AnyHashable: Any]? { lastEventDict }

  /// The latest error in the form that the delegate receives.
  @available(*, deprecated, renamed: "lastErrorDict")
  public func getLastErrorDict() -> [AnyHashable: Any]? { lastErrorDict }
}
