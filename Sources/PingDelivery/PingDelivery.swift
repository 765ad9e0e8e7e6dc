import NielsenAppApi
import Synchronization

/// A queue of pings and the sender that delivers them to a collector.
///
///     let delivery = PingDelivery(
///       to: try Collector("http://127.0.0.1:8977"), store: .directory("/tmp/pings"), appID: appID)
///     var environment = EngineEnvironment()
///     environment.journal = delivery.queue
///     let api = NielsenAppApi(appInfo: ["appid": appID], delegate: nil, environment: environment)
///     delivery.start()
///     ...
///     await delivery.stop()
///
/// Every ping is on disk when the call that made it returns, and stays there until the collector has
/// it: at least once, in order. The engine's delegate receives what goes wrong, and while an engine is
/// disabled (`appDisableApi`, or no configuration), nothing is sent. If the process is killed between the
/// answer and the note of it, one ping is sent twice; `rnd` and `sessionId` identify the copy.
public final class PingDelivery: Sendable {
  /// The settings.
  public struct Settings: Sendable {
    /// Those of the queue.
    public var queue = PingQueue.Settings()
    /// How long one attempt may take, in milliseconds.
    public var timeout: Int64 = 10_000
    /// The wait after the first failed attempt, in milliseconds, 1 to a day; it doubles each time.
    public var firstDelay: Int64 = 1000
    /// The longest wait between two attempts, in milliseconds, 1 to a day.
    public var longestDelay: Int64 = 300_000
    /// Hosts that are refused beside those of production, with all below them; see
    /// ``NielsenAppApi/EngineConfiguration/refusedHosts``.
    public var refusedHosts: Set<String> = []
    /// The `User-Agent` of the requests.
    public var userAgent = "id3tap"
    /// Whether any certificate of the collector is accepted, such as one that it signed itself.
    public var isInsecure = false
    /// A PEM file with the certificates that are trusted besides those of the system.
    public var caFile: String?

    /// Makes the settings of the specification.
    public init() {}

    /// Makes the settings that the configuration of an engine says.
    public init(_ configuration: EngineConfiguration) {
      queue.limit = configuration.queue.limit
      queue.checkpointInterval = Int64(configuration.queue.checkpointSeconds) * 1000
      timeout = Int64(configuration.queue.timeoutSeconds) * 1000
      firstDelay = Int64(configuration.queue.firstDelaySeconds) * 1000
      longestDelay = Int64(configuration.queue.maxDelaySeconds) * 1000
      refusedHosts = configuration.refusedHosts
    }
  }

  /// The results of the pings.
  public struct Summary: Sendable, Equatable {
    /// Pings that the collector received from this sender.
    public var sent = 0
    /// Pings that were refused permanently.
    public var refused = 0
    /// Why the first of them was.
    public var refusal: String?
    /// The numbers of the queue.
    public var counts = PingQueue.Counts()
  }

  /// The journal for the environment of an engine.
  public let queue: PingQueue

  private let sender: PingSender
  private let transport: any PingTransport
  private let runs = Mutex(Runs())

  /// One run of the sender begins when the one before has ended.
  private struct Runs {
    var last: Task<Void, Never>?
    var isBackground = false
    var isClosed = false
  }

  /// Opens the queue. Nothing is sent before ``start()`` or ``drain(failures:)``.
  ///
  /// - Parameters:
  ///   - collector: Where the pings are sent.
  ///   - store: Where they wait.
  ///   - appID: The application that the pings belong to.
  ///   - settings: Limits and times.
  ///   - clock: The time of the queue.
  ///   - random: The random part of the waits.
  ///   - onProblem: Receives what goes wrong, one after the other, on a task of its own.
  public convenience init(
    to collector: Collector,
    store: PingQueue.Location,
    appID: String,
    settings: Settings = Settings(),
    clock: any DeliveryClock = SystemDeliveryClock(),
    random: RandomSource = RandomSource(SystemRandomNumberGenerator()),
    onProblem: @escaping @Sendable (DeliveryProblem) -> Void = { _ in }
  ) {
    let queue = PingQueue(
      store,
      appID: appID,
      settings: settings.queue,
      clock: clock,
      onProblem: onProblem
    )
    let transport: any PingTransport =
      switch collector.place {
      case .file(let path):
        FileTransport(path: path)
      case .http(let address):
        HTTPTransport(collector: address, settings: settings, now: { clock.now })
      }
    self.init(queue: queue, transport: transport, settings: settings, random: random)
  }

  init(
    queue: PingQueue,
    transport: any PingTransport,
    settings: Settings = Settings(),
    random: RandomSource
  ) {
    self.queue = queue
    self.transport = transport
    sender = PingSender(queue: queue, transport: transport, settings: settings, random: random)
  }

  /// The numbers of now.
  public var summary: Summary {
    let (sent, refused, refusal) = sender.results
    return Summary(sent: sent, refused: refused, refusal: refusal, counts: queue.counts)
  }

  /// Sends in the background from now on: those that wait first. After a ``drain(failures:)`` or a
  /// ``pause()`` that is not over yet it begins when that is.
  public func start() {
    runs.withLock { runs in
      guard !runs.isBackground || runs.last?.isCancelled ?? true else { return }
      begin(&runs, isBackground: true) { [sender] in await sender.run() }
    }
  }

  /// Stops sending: a request in flight gets its answer, the rest waits. ``start()`` continues.
  public func pause() async {
    let last = runs.withLock { runs in
      runs.last?.cancel()
      return runs.last
    }
    await last?.value
  }

  /// Does to the pings that wait what sending would have done in a time without a network: attempts to
  /// send the oldest fail, as often as the waits between them allow, and all are sent the later. For
  /// playing that is faster than time; nothing may be sent meanwhile.
  ///
  /// - Parameters:
  ///   - start: When the network was lost, by the clock of the engines, in Unix seconds.
  ///   - end: When it was back.
  public func passOffline(from start: Int64, to end: Int64) {
    sender.passOffline(from: start, to: end)
  }

  /// Sends until nothing waits, or until `failures` attempts in a row have failed, and not in the
  /// background any more. Returns early when the task is cancelled.
  public func drain(failures: Int = 3) async {
    let task = runs.withLock { runs in
      if runs.isBackground { runs.last?.cancel() }
      begin(&runs) { [sender] in await sender.drain(failures: failures) }
      return runs.last
    }
    await withTaskCancellationHandler {
      await task?.value
    } onCancel: {
      task?.cancel()
    }
  }

  /// Begins a run when the one before has ended.
  private func begin(
    _ runs: inout Runs,
    isBackground: Bool = false,
    _ body: @escaping @Sendable () async -> Void
  ) {
    guard !runs.isClosed else { return }
    let before = runs.last
    runs.isBackground = isBackground
    runs.last = Task {
      await before?.value
      if !Task.isCancelled { await body() }
    }
  }

  /// Ends permanently: stops sending, lets other processes send, closes the queue and reports the last
  /// problems. Pings that engines make later are kept in memory only; release the engines first.
  public func stop() async {
    runs.withLock { $0.isClosed = true }
    await pause()
    sender.release()
    transport.close()
    await queue.close()
  }
}
