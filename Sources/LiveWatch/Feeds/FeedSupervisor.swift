import Synchronization
import System
import TimedMetadata

/// Keeps one feed open: a task reads it, and another notices its silence. It delays no other feed.
final class FeedSupervisor: Sendable {
  /// Seconds between two checks of a feed.
  private static let interval = 1.0

  private let feed: WatchedFeed
  private let clock: WatchClock
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
    clock: WatchClock,
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

  /// Starts to read.
  func start() { task.withLock { $0 = Task { await run() } } }

  /// Seconds since the feed was last checked: many more than one where the process hangs.
  var sinceCheck: Double { max(0, clock.now - checked.withLock { $0 }) }

  /// Requests the end of the reading; does not wait for it.
  func requestStop() { task.withLock { $0 }?.cancel() }

  /// Waits for the end of the reading, if it was started.
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

  /// Checks whether the feed delivers, and ends a connection that does not.
  private func noticeSilence() async {
    while !Task.isCancelled {
      let now = clock.now
      checked.withLock { $0 = now }
      await clock.steady.sleep(until: now + Self.interval)
      guard !Task.isCancelled else { return }
      let connection = connection.withLock { $0 }
      let mustReconnect = monitor.tick(
        bytesRead: connection?.bytesRead,
        mediaBytes: connection?.mediaBytesRead,
        answer: connection?.fetches.latest
      )
      if mustReconnect { connection?.cancel() }
    }
  }

  private func keepReading() async {
    var delay = ReconnectDelay(index: index)
    while !Task.isCancelled {
      let delivered = await readOnce()
      await clock.steady.sleep(until: clock.now + delay.next(deliveredFor: delivered))
    }
  }

  /// Reads until the connection ends. Returns the seconds for which it delivered; nil when it never did.
  private func readOnce() async -> Double? {
    let connection = FeedConnection(
      clock: clock,
      recorder: recorder,
      opened: { [monitor] connection, playlists in
        if !monitor.opened(playlists) { connection.cancel() }
      },
      reloaded: { [monitor] connection, reload in
        if !connection.isCancelled { monitor.reloaded(reload) }
      },
      hasBacklog: { [monitor] connection, rendition, segments in
        if !connection.isCancelled { monitor.hasBacklog(of: segments, in: rendition) }
      },
      log: log
    )
    self.connection.withLock { $0 = connection }
    defer { self.connection.withLock { $0 = nil } }
    monitor.connecting()
    // A connection that no longer delivers is cancelled alone.
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await self.read(connection) }
      group.addTask { await connection.waitForCancel() }
      await group.next()
      connection.cancel()
      group.cancelAll()
    }
    return monitor.deliveredSeconds
  }

  private func read(_ connection: FeedConnection) async {
    do throws(TimedMetadataError) {
      let events = try await feed.open(connection)
      while let event = try await events.next() {
        // Events after the requested end are not reported.
        guard !connection.isCancelled, !Task.isCancelled else { break }
        if case .note(let note) = event { log("\(note.id.rawValue): \(note.detail)") }
        monitor.receive(event)
      }
      report("the feed ended", connection)
    } catch {
      report("\(error.reason): \(error.remedy)", connection)
    }
  }

  private func report(_ reason: String, _ connection: FeedConnection) {
    if !connection.isCancelled, !Task.isCancelled { monitor.failed(reason) }
  }
}
