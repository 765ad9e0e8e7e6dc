import Synchronization
import System
import TimedMetadata

/// Keeps one feed open: it delays no other feed. Feeds over HTTP share the threads of the ``CoroutinePool``;
/// each other feed has its own thread, on which libavformat waits.
final class FeedSupervisor: Sendable {
  private let feed: WatchedFeed
  private let clock: WatchClock
  private let monitor: FeedMonitor
  private let stop = StopSignal()
  private let connection = Mutex<FeedConnection?>(nil)
  private let ended = Monitor(false)
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

  /// Starts to read. False: the system has no threads or no memory left.
  func start() -> Bool {
    feed.isOverHTTP ? CoroutinePool.start { self.run() } : ReadingThread.start { self.run() }
  }

  /// Checks that the feed still delivers, and opens it again if not.
  func tick() {
    let connection = connection.withLock { $0 }
    if monitor.tick(bytesRead: connection?.bytesRead) { connection?.cancel() }
  }

  /// Requests the end of the reading; does not wait for it.
  func requestStop() {
    stop.request()
    connection.withLock { $0 }?.cancel()
  }

  /// Waits at most this many seconds for the end of the reading.
  func waitForEnd(atMost seconds: Double) {
    _ = ended.wait(atMost: seconds) { $0 ? true : nil }
  }

  private func run() {
    var delay = ReconnectDelay(index: index)
    while !stop.isRequested {
      let delivered = readOnce()
      pause(delay.next(deliveredFor: delivered))
    }
    ended.withLock { $0 = true }
  }

  /// Reads until the connection ends. Returns the seconds for which it delivered; nil when it never did.
  private func readOnce() -> Double? {
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
    // The stop was requested in between: this connection would never be cancelled.
    guard !stop.isRequested else { return nil }
    monitor.connecting()
    do throws(TimedMetadataError) {
      let reader = try feed.open(connection)
      while let event = try reader.next() {
        // A feed that sends faster than it is read never waits.
        CoroutinePool.endLongTurn()
        // Events after the requested end are not reported.
        guard !connection.isCancelled else { break }
        receive(event)
      }
      if !connection.isCancelled { monitor.failed("the feed ended") }
    } catch {
      if !connection.isCancelled { monitor.failed("\(error.reason): \(error.remedy)") }
    }
    connection.cancel()
    return monitor.deliveredSeconds
  }

  /// Takes an event. Not a part of what waits for the next, on thousands of stacks.
  @inline(never)
  private func receive(_ event: TimedMetadataEvent) {
    if case .note(let note) = event { log("\(note.id.rawValue): \(note.detail)") }
    monitor.receive(event)
  }

  private func pause(_ seconds: Double) {
    let deadline = clock.now + seconds
    Blocking.run(isCancelled: { self.stop.isRequested }) { [clock] in
      await clock.steady.sleep(until: deadline)
    }
  }
}
