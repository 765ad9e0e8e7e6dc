import Glibc
import Synchronization
import System

/// Writes events as JSON Lines, on a thread of its own: who reads them slowly delays no feed.
package final class EventLines: EventSink {
  /// Events that wait at most.
  private static let capacity = 10_000
  /// Events that are written at once.
  private static let batch = 512

  private let buffer = EventBuffer(capacity: capacity)
  private let done = Monitor(false)
  private let written = Atomic<Int>(0)
  private let failure = Mutex<OutputError?>(nil)

  /// The file that grows; nil for standard output.
  private let file: (descriptor: Int32, path: String)?

  /// Makes a writer to standard output.
  package init() { file = nil }

  /// Makes a writer to a file, behind what is in it.
  /// - Throws: `cannotCreate`.
  package init(appendingTo path: String) throws(OutputError) {
    file = (try OutputDestination.openForAppending(path), path)
  }

  deinit { if let file { close(file.descriptor) } }

  /// What became of the events so far; those without a reader are dropped.
  package var counts: DeliveryCounts {
    var counts = DeliveryCounts()
    counts.delivered = written.load(ordering: .relaxed)
    counts.dropped = buffer.dropped
    return counts
  }

  /// Why nothing can be written any more; nil while it can.
  package var error: OutputError? { failure.withLock { $0 } }

  package func take(_ event: WatchEvent) { buffer.put(event) }

  /// Starts to write. False: the system has no thread left.
  package func start() -> Bool {
    ReadingThread.start { [self] in
      let destination: OutputDestination =
        if let file { .opened(file.descriptor, name: file.path) } else { .standardOutput() }
      write(to: destination)
      done.withLock { $0 = true }
    }
  }

  /// Writes what waits; gives up after this many seconds.
  package func finish(waitingAtMost seconds: Double = 3) {
    buffer.close()
    _ = done.wait(atMost: seconds) { $0 ? true : nil }
  }

  private func write(to destination: OutputDestination) {
    do throws(OutputError) {
      while true {
        let (events, isEnd) = buffer.batch(of: Self.batch, waitingAtMost: 60)
        if isEnd { return }
        for event in events { try destination.append { $0 += event.line } }
        try destination.flush()
        written.add(events.count, ordering: .relaxed)
      }
    } catch {
      buffer.close(dropping: true)
      failure.withLock { $0 = error }
    }
  }
}
