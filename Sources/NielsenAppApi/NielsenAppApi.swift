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
  private let core: Mutex<EngineCore>
  let environment: EngineEnvironment
  /// Writes every line: the engine selects them.
  private let log: Logger
  // The reason for @unchecked: it is only read, weakly and thus atomically.
  private weak let delegate: (any NielsenAppApiDelegate)?

  // MARK: - Making and closing

  /// Makes an inert instance: every call is ignored, without an error, for ever.
  public init() {
    core = Mutex(EngineCore(engine: nil))
    environment = EngineEnvironment()
    log = Self.unfiltered(environment.log)
    delegate = nil
  }

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
  public init?(
    appInfo: Any,
    delegate: (any NielsenAppApiDelegate)?,
    environment: EngineEnvironment
  ) {
    self.environment = environment
    self.delegate = delegate
    log = Self.unfiltered(environment.log)
    do {
      core = Mutex(EngineCore(engine: try Engine(appInfo: appInfo, environment: environment)))
      openJournal()
      perform { _ in }
    } catch {
      core = Mutex(EngineCore(failure: error, time: environment.clock() / 1000))
      deliver(core.withLock { $0.takeOutgoing() })
      return nil
    }
  }

  private static func unfiltered(_ log: Logger) -> Logger {
    var log = log
    log.logLevel = .trace
    return log
  }

  deinit {
    // An object being destroyed must not be passed to a delegate.
    let outgoing = core.withLock { core in
      core.perform { $0.close() }
      return core.takeOutgoing()
    }
    for case .ping(let ping) in outgoing { environment.onPing(ping) }
  }

  /// Closes the viewing session, raises the shutdown event and frees the instance slot. Later calls
  /// are ignored.
  public func close() {
    perform {
      $0.output.note(.debug, "call close")
      $0.close()
    }
  }

  // MARK: - Measurement

  /// Begins, or continues, a viewing session on a channel.
  ///
  /// - Parameter channelInfo: A dictionary with String keys or a JSON text: `channelName`,
  ///   `mediaURL`.
  public func play(_ channelInfo: Any) {
    perform {
      $0.output.noteCall("play", channelInfo, showing: ["channelName"])
      $0.play(channelInfo)
    }
  }

  /// Begins, or continues, a viewing session on the channel named last, at first on the default one.
  public func play() { play([String: String]()) }

  /// Names what is being played from now on.
  ///
  /// - Parameter metadata: A dictionary with String keys or a JSON text: `type` (needed),
  ///   `assetid`, `adModel` and others.
  public func loadMetadata(_ metadata: Any) {
    perform {
      $0.output.noteCall("loadMetadata", metadata, showing: ["type", "assetid"])
      $0.loadMetadata(metadata)
    }
  }

  /// Reports the position of the player; called once a second while playing.
  ///
  /// - Parameter playheadPos: Seconds from the start of the asset, or Unix seconds for live.
  public func playheadPosition(_ playheadPos: Int64) {
    perform {
      $0.output.note(.debug, "call playheadPosition \(playheadPos)")
      $0.playheadPosition(playheadPos)
    }
  }

  /// Passes on a tag of the stream.
  ///
  /// - Parameter data: The owner identifier of a PRIV frame. Those of others than Nielsen are
  ///   ignored.
  public func sendID3(_ data: String) {
    perform {
      $0.output.note(.debug, "call sendID3 of \(data.utf8.count) bytes")
      $0.sendID3(data)
    }
  }

  /// Pauses the measurement: pause, end of an ad, interruption.
  public func stop() {
    perform {
      $0.output.note(.debug, "call stop")
      $0.stop()
    }
  }

  /// Ends the viewing session: the content is over, or the user changes content.
  public func end() {
    perform {
      $0.output.note(.debug, "call end")
      $0.end()
    }
  }

  /// Closes the page being measured, even when the next one is the same.
  public func staticEnd() {
    perform {
      $0.output.note(.debug, "call staticEnd")
      $0.staticEnd()
    }
  }

  /// Reports on which device the stream is played; called at each launch, on coming to the foreground
  /// and when that changes.
  ///
  /// - Parameter ottInfo: A dictionary with String keys or a JSON text: `ottStatus` (needed: 1 or
  ///   0), `ottType`, `ottDevice` and others.
  public func updateOTT(_ ottInfo: Any) {
    perform {
      $0.output.noteCall("updateOTT", ottInfo, showing: ["ottStatus", "ottType", "ottDevice"])
      $0.updateOTT(ottInfo)
    }
  }

  /// Accepted and without effect: there is no viewability product.
  public func trackViewability(_ info: Any) {
    perform { $0.output.noteOnce(.info, "trackViewability: there is no viewability product") }
  }

  /// Lets the engine, which has no timer, see that time has passed.
  public func advance() { perform { $0.advance() } }

  // MARK: - Privacy

  /// Receives what the opt-out page answers. The choice is kept; the application need not.
  ///
  /// - Parameter optOut: `nielsenappsdk://1` opts out, `nielsenappsdk://0` back in.
  /// - Returns: Whether it was one of these. ``kNielsenWebClose`` is not: the page is to be closed.
  @discardableResult
  public func userOptOut(_ optOut: String?) -> Bool {
    var isCommand = false
    perform {
      $0.output.note(.debug, "call userOptOut \(OptOutCommand.words(optOut))")
      isCommand = $0.userOptOut(optOut)
    }
    return isCommand
  }

  /// Whether the user is opted out, by the operating system or in the application.
  public var optOutStatus: Bool { read { $0.isOptedOut } ?? false }

  /// The page on which the user chooses; empty until there is a configuration: try later.
  public var optOutURL: String { read { $0.optOutURL } ?? "" }

  /// The kill switch: while it is on, every call is ignored. Switching it off starts again, with the
  /// configuration if that has failed.
  public var appDisableApi: Bool {
    get { read { $0.lifecycle.isSwitchedOff } ?? false }
    set {
      perform {
        $0.output.note(.debug, "call appDisableApi \(newValue)")
        $0.setDisabled(newValue)
      }
    }
  }

  // MARK: - Properties

  /// Whether everything is logged, as with `nol_devDebug` set to `DEBUG`.
  public var debug: Bool {
    get { read { $0.output.log.logLevel <= .debug } ?? false }
    set {
      let standard = environment.log.logLevel
      perform { $0.output.log.logLevel = newValue ? .debug : $0.appInfo.logLevel ?? standard }
    }
  }

  /// The latest event as the delegate saw it; nil before the first.
  public var lastEventDict: [AnyHashable: Any]? {
    core.withLock { $0.lastEvent }?.dictionary
  }

  /// The latest error as the delegate saw it; nil before the first.
  public var lastErrorDict: [AnyHashable: Any]? {
    core.withLock { $0.lastError }?.dictionary
  }

  func read<Value: Sendable>(_ value: (Engine) -> Value?) -> Value? {
    core.withLock { core in core.engine.flatMap { value($0) } }
  }

  // MARK: - Output

  /// Runs `call` on the engine, if there is one, and delivers its output.
  func perform(_ call: (inout Engine) -> Void) {
    let outgoing = core.withLock { core in
      core.perform(call)
      return core.takeOutgoing()
    }
    if !outgoing.isEmpty { deliver(outgoing) }
  }

  private func deliver(_ outgoing: [Outgoing]) {
    for item in outgoing {
      switch item {
      case .ping(let ping):
        environment.onPing(ping)
      case .notice(let notice):
        notifyDelegate(notice)
      case .log(let level, let text):
        log.log(level: level, "\(text)")
      case .question(let question, let lookup, let responder):
        responder.ask(lookup) { [weak self] code in
          self?.perform { $0.answer(code, to: question) }
        }
      case .configurationRequest(let number):
        request(number)
      }
    }
  }

  private func request(_ number: Int) {
    guard case .request(let fetch) = environment.configurationSource else { return }
    fetch { [weak self] answer in
      self?.perform { $0.receive(answer, request: number) }
    }
  }

  private func notifyDelegate(_ notice: EngineNotice) {
    switch notice.kind {
    case .event: delegate?.nielsenAppApi(self, eventOccurred: notice.dictionary)
    case .error: delegate?.nielsenAppApi(self, errorOccurred: notice.dictionary)
    }
  }
}
