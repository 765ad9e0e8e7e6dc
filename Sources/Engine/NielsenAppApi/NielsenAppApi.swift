import Logging
import Synchronization

/// An open re-implementation of the Nielsen App SDK's engine.
///
/// It takes the calls a player makes and turns them into DTVR-style and DCR-style pings for analysis
/// and tests. It is written from public documents, is not affiliated with Nielsen, and sends nothing.
///
/// All calls may come from any thread. They are handled one at a time; the pings, events and errors
/// of a call are delivered in order on the calling thread once it has been handled, so that a
/// delegate may call back.
public final class NielsenAppApi: NielsenMeasurementControl, @unchecked Sendable {
  let instance: Mutex<EngineInstance>
  private let environment: EngineEnvironment
  /// Writes every line: the engine selects them.
  private let log: Logger
  // The reason for @unchecked: it is only read, weakly and thus atomically.
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

  /// Makes an inert instance: every call is ignored, without an error, for ever.
  public convenience init() { self.init(EngineEnvironment(), nil) }

  /// Starts an engine in the standard environment. Gives nil after an error (1005 to 1008), which the
  /// delegate has received.
  ///
  /// - Parameters:
  ///   - appInfo: A dictionary with String keys or a JSON text: `appid` (needed), `appname`,
  ///     `appversion` and others. The last two may be absent, as in "DCR Sweden Video iOS SDK", but
  ///     not blank (1005, 1006).
  ///   - delegate: Receives events and errors; held weakly.
  public convenience init?(appInfo: Any, delegate: (any NielsenAppApiDelegate)?) {
    self.init(appInfo: appInfo, delegate: delegate, environment: .standard)
  }

  /// Starts an engine in `environment`. Gives nil after an error (1005 to 1008), which the
  /// delegate has received.
  ///
  /// - Parameters:
  ///   - appInfo: A dictionary with String keys or a JSON text: `appid` (needed), `appname`,
  ///     `appversion` and others. The last two may be absent, as in "DCR Sweden Video iOS SDK", but
  ///     not blank (1005, 1006).
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

  /// Closes the viewing session, raises the shutdown event and frees the instance slot. Later calls
  /// are ignored.
  public func close() { handle(.close) }

  // MARK: - Measurement

  /// Begins, or continues, a viewing session on a channel.
  ///
  /// - Parameter channelInfo: A dictionary with String keys or a JSON text: `channelName`,
  ///   `mediaURL`.
  public func play(_ channelInfo: Any) { handle(.play(CallArgument(channelInfo))) }

  /// Begins, or continues, a viewing session on the channel named last, at first on the default one.
  public func play() { play([String: String]()) }

  /// Names what is being played from now on.
  ///
  /// - Parameter metadata: A dictionary with String keys or a JSON text: `type` (needed),
  ///   `assetid`, `adModel` and others.
  public func loadMetadata(_ metadata: Any) { handle(.loadMetadata(CallArgument(metadata))) }

  /// Reports the position of the player; called once a second while playing.
  ///
  /// - Parameter playheadPos: Seconds from the start of the asset, or Unix seconds for live.
  public func playheadPosition(_ playheadPos: Int64) { handle(.playheadPosition(playheadPos)) }

  /// Passes on a tag of the stream.
  ///
  /// - Parameter data: The owner identifier of a PRIV frame. Those of others than Nielsen are
  ///   ignored.
  public func sendID3(_ data: String) { handle(.sendID3(data)) }

  /// Pauses the measurement: pause, end of an ad, interruption.
  public func stop() { handle(.stop) }

  /// Ends the viewing session: the content is over, or the user changes content.
  public func end() { handle(.end) }

  /// Closes the page being measured, even when the next one is the same.
  public func staticEnd() { handle(.staticEnd) }

  /// Reports on which device the stream is played; called at each launch, on coming to the foreground
  /// and when that changes.
  ///
  /// - Parameter ottInfo: A dictionary with String keys or a JSON text: `ottStatus` (needed: 1 or
  ///   0), `ottType`, `ottDevice` and others.
  public func updateOTT(_ ottInfo: Any) { handle(.updateOTT(CallArgument(ottInfo))) }

  /// Accepted and without effect: there is no viewability product.
  public func trackViewability(_ info: Any) { handle(.trackViewability) }

  /// Lets the engine, which has no timer, see that time has passed.
  public func advance() { handle(.advance) }

  // MARK: - Privacy

  /// Receives what the opt-out page answers. The choice is kept; the application need not.
  ///
  /// - Parameter optOut: `nielsenappsdk://1` opts out, `nielsenappsdk://0` back in.
  /// - Returns: Whether it was one of these. ``kNielsenWebClose`` is not: the page is to be closed.
  @discardableResult
  public func userOptOut(_ optOut: String?) -> Bool {
    let isHeard = read { !$0.lifecycle.isClosed } ?? false
    handle(.userOptOut(optOut))
    return isHeard && OptOutCommand(optOut) != nil
  }

  /// Whether the user is opted out, by the operating system or in the application.
  public var optOutStatus: Bool { read { $0.isOptedOut } ?? false }

  /// The page on which the user chooses; empty until there is a configuration: try later.
  public var optOutURL: String { read { $0.optOutURL } ?? "" }

  /// The kill switch: while it is on, every call is ignored. Switching it off starts again, with the
  /// configuration if that has failed.
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

  /// The latest event as the delegate saw it; nil before the first.
  public var lastEventDict: [AnyHashable: Any]? {
    instance.withLock { $0.lastEvent }?.dictionary("Event")
  }

  /// The latest error as the delegate saw it; nil before the first.
  public var lastErrorDict: [AnyHashable: Any]? {
    instance.withLock { $0.lastError }?.dictionary("Error")
  }

  func read<Value: Sendable>(_ value: (Engine) -> Value?) -> Value? {
    instance.withLock { instance in instance.current.flatMap { value($0) } }
  }

  // MARK: - Delivery

  /// Reports an error of the sender of the pings to the delegate. A journal does so by itself.
  public func deliveryFailed(_ problem: DeliveryProblem) { handle(.deliveryFailed(problem)) }

  // MARK: - Output

  /// Lets the engine handle `call` now, and delivers what it causes.
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

/// Lets `stop` and `end` be written without parentheses, as the published snippets do.
///
/// `api?.stop` and `api?.stop()` both stop, once.
public protocol NielsenMeasurementControl: AnyObject {
  /// Pauses the measurement.
  func stop()
  /// Ends the viewing session.
  func end()
}

extension NielsenMeasurementControl {
  /// Reading it calls `stop()`.
  public var stop: Void { self.stop() as Void }
  /// Reading it calls `end()`.
  public var end: Void { self.end() as Void }
}

/// The ids of the engine and of the user it measures.
extension NielsenAppApi {
  /// The version of the engine, such as `ox.1.0.0`.
  public var meterVersion: String {
    EngineVersion.meter(read { $0.configuration.sdk } ?? EngineConfiguration.SDK())
  }

  /// The device id: 64 lower-case hexadecimal digits; empty when there is none or it is not shown.
  public var deviceId: String { read { $0.shownDeviceID } ?? "" }

  /// Another name of ``deviceId``.
  public var demographicId: String { deviceId }

  /// The Nielsen id of the device: the same as ``deviceId``.
  public var nielsenId: String { deviceId }

  /// The first-party id; empty when there is none or it is not shown.
  public var firstPartyId: String {
    read { $0.showsIDs ? $0.identities.firstPartyID?.text : "" } ?? ""
  }

  /// The vendor id: an upper-case UUID; empty when there is none or it is not shown.
  public var vendorId: String { read { $0.showsIDs ? $0.identities.vendorID : "" } ?? "" }

  /// The values that a sender puts into the media metadata of a cast, so that the receiver measures for the
  /// same user: the device id and `true` or `false` for the opt-out.
  public func receiverMetadata() -> [String: String] { instance.withLock { $0.receiverMetadata } }
}

/// Names that the reference calls deprecated and that applications still use.
extension NielsenAppApi {
  /// The Nielsen id of the device.
  @available(*, deprecated, renamed: "nielsenId")
  public func getNielsenId() -> String { deviceId }

  /// Whether the user is opted out: a value that a sender gives to the receiver of a cast.
  @available(*, deprecated, renamed: "optOutStatus")
  public func getOptOutStatus() -> Bool { optOutStatus }

  /// The id of the device: a value that a sender gives to the receiver of a cast.
  @available(*, deprecated, renamed: "demographicId")
  public func getDemographicId() -> String { demographicId }

  /// The page on which the user chooses.
  @available(*, deprecated, renamed: "optOutURL")
  public func optOutURLString() -> String { optOutURL }

  /// The version of the engine.
  @available(*, deprecated, renamed: "meterVersion")
  public func getMeterVersion() -> String { meterVersion }

  /// The latest event.
  @available(*, deprecated, renamed: "lastEventDict")
  public func getLastEventDict() -> [AnyHashable: Any]? { lastEventDict }

  /// The latest error.
  @available(*, deprecated, renamed: "lastErrorDict")
  public func getLastErrorDict() -> [AnyHashable: Any]? { lastErrorDict }
}
