import HTTP
import Synchronization
import System
import TimedMetadata

/// Keeps one feed open: one task reads the feed, and another checks that the feed delivers.
final class FeedSupervisor: Sendable {
  /// Seconds between two checks of a feed.
  private static let interval = 1.0

  private let feed: WatchedFeed
  private let clock: any TaskClock
  private let monitor: FeedMonitor
  private let connection = Mutex<FeedConnection?>(nil)
  private let task = Mutex<Task<Void, Never>?>(nil)
  private let ended = Shared(false)
  /// When the feed was last checked, on the steady clock.
  private let checked: Mutex<Double>
  private let index: Int
  private let recorder: EvidenceRecorder?
  private let log: @Sendable (String) -> Void

  init(
    _ feed: WatchedFeed,
    index: Int,
    clock: any TaskClock,
    monitor: FeedMonitor,
    recorder: EvidenceRecorder? = nil,
    log: @escaping @Sendable (String) -> Void
  ) {
    self.feed = feed
    self.index = index
    self.clock = clock
    self.monitor = monitor
    self.recorder = recorder
    self.log = log
    checked = Mutex(clock.now)
  }

  func start() { task.withLock { $0 = Task { await run() } } }

  /// Seconds since the feed was last checked. Much more than one second means that the process hangs.
  var sinceCheck: Double { max(0, clock.now - checked.withLock { $0 }) }

  /// Requests the end of reading, without waiting for it.
  func requestStop() { task.withLock { $0 }?.cancel() }

  /// Waits for the end of reading if reading was started.
  func waitForEnd() async {
    guard task.withLock({ $0 != nil }) else { return }
    _ = await ended.wait { $0 ? () : nil }
  }

  private func run() async {
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await self.keepReading() }
      group.addTask { await self.noticeSilence() }
    }
    ended.withLock { $0 = true }
  }

  /// Checks once a second whether the feed delivers, and cancels a connection that no longer delivers.
  private func noticeSilence() async {
    while !Task.isCancelled {
      let now = clock.now
      checked.withLock { $0 = now }
      await clock.sleep(until: now + Self.interval)
      guard !Task.isCancelled else { return }
      let connection = connection.withLock { $0 }
      let mustReconnect = monitor.change { state, moment in
        state.tick(
          bytes: connection?.bytesRead,
          media: connection?.mediaBytesRead,
          answer: connection?.fetches.latest,
          at: moment
        )
      }
      if mustReconnect { connection?.cancel() }
    }
  }

  private func keepReading() async {
    var delay = ReconnectDelay(index: index)
    while !Task.isCancelled {
      let delivered = await readOnce()
      await clock.sleep(until: clock.now + delay.next(deliveredFor: delivered))
    }
  }

  /// Reads the feed until the connection ends. Returns the seconds for which it delivered, if they are known.
  private func readOnce() async -> Double? {
    let connection = FeedConnection(monitor, clock: clock, recorder: recorder, log: log)
    self.connection.withLock { $0 = connection }
    defer { self.connection.withLock { $0 = nil } }
    monitor.change { $0.connecting(at: $1) }
    // A connection that no longer delivers is cancelled without ending the supervisor.
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await self.read(connection) }
      group.addTask { await connection.waitForCancel() }
      await group.next()
      connection.cancel()
      group.cancelAll()
    }
    return monitor.change { state, _ in state.delivery.deliveredSeconds }
  }

  private func read(_ connection: FeedConnection) async {
    do throws(TimedMetadataError) {
      let events = try await feed.open(connection)
      while let event = try await events.next() {
        // Events that arrive after a cancellation are not reported.
        guard !connection.isCancelled, !Task.isCancelled else { return }
        if case .note(let note) = event { log("\(note.id.rawValue): \(note.detail)") }
        monitor.change { $0.receive(event, at: $1) }
      }
      fail("the feed ended", connection)
    } catch {
      fail("\(error.reason): \(error.remedy)", connection)
    }
  }

  private func fail(_ reason: String, _ connection: FeedConnection) {
    if !Task.isCancelled { connection.change { $0.failed(reason, at: $1) } }
  }
}

/// The delay before a feed is opened again. It begins with 1 s and is doubled after each failure, up to 30 s. Up to a
/// fifth of the delay is added. The added part differs between feeds, so that they do not all reconnect to a server at
/// the same time.
struct ReconnectDelay: Sendable {
  /// The seconds for which a connection must deliver to reset the delay.
  private static let healthy = 60.0

  private static let backoff =
    Backoff(first: .seconds(1), longest: .seconds(30), jitter: 1...1.2)

  private let part: Double
  private var failures = 0

  init(index: Int) {
    // The fractional parts of multiples of the golden ratio are evenly distributed in 0..<1.
    part = (Double(index) * 0.618_033_988_749_895).truncatingRemainder(dividingBy: 1)
  }

  /// The delay in seconds after a connection that delivered for `seconds`.
  mutating func next(deliveredFor seconds: Double?) -> Double {
    if let seconds, seconds >= Self.healthy { failures = 0 }
    failures += 1
    return Self.backoff.wait(after: failures, random: part) / .seconds(1)
  }
}
