import Synchronization
import System
import TimedMetadata

/// Keeps one feed open, with a task of its own: it delays no other feed.
final class FeedSupervisor: Sendable {
  private let feed: WatchedFeed
  private let clock: WatchClock
  private let monitor: FeedMonitor
  private let connection = Mutex<FeedConnection?>(nil)
  private let task = Mutex<Task<Void, Never>?>(nil)
  private let ended = Shared(false)
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
  }

  /// Starts to read.
  func start() { task.withLock { $0 = Task { await run() } } }

  /// Checks that the feed still delivers, and opens it again if not.
  func tick() {
    let connection = connection.withLock { $0 }
    if monitor.tick(bytesRead: connection?.bytesRead) { connection?.cancel() }
  }

  /// Requests the end of the reading; does not wait for it.
  func requestStop() { task.withLock { $0 }?.cancel() }

  /// Waits for the end of the reading, if it was started.
  func waitForEnd() async {
    guard task.withLock({ $0 != nil }) else { return }
    _ = await ended.wait { $0 ? () : nil }
  }

  private func run() async {
    var delay = ReconnectDelay(index: index)
    while !Task.isCancelled {
      let delivered = await readOnce()
      await clock.steady.sleep(until: clock.now + delay.next(deliveredFor: delivered))
    }
    ended.withLock { $0 = true }
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
      log: log
    )
    self.connection.withLock { $0 = connection }
    defer { self.connection.withLock { $0 = nil } }
    monitor.connecting()
    // It can be cancelled alone, when it no longer delivers.
    let reading = Task { await read(connection) }
    connection.onCancel { reading.cancel() }
    await withTaskCancellationHandler {
      await reading.value
    } onCancel: {
      connection.cancel()
    }
    connection.cancel()
    return monitor.deliveredSeconds
  }

  private func read(_ connection: FeedConnection) async {
    do throws(TimedMetadataError) {
      let events = try await feed.open(connection)
      while let event = try await events.next() {
        // Events after the requested end are not reported.
        guard !connection.isCancelled else { break }
        if case .note(let note) = event { log("\(note.id.rawValue): \(note.detail)") }
        monitor.receive(event)
      }
      if !connection.isCancelled { monitor.failed("the feed ended") }
    } catch {
      if !connection.isCancelled { monitor.failed("\(error.reason): \(error.remedy)") }
    }
  }
}
