import Glibc
import Synchronization
import System

/// Writes events as JSON Lines, with a task of its own: a slow reader of the output delays no feed.
package final class EventLines: EventSink {
  /// The most events that wait.
  private static let capacity = 10_000
  /// The most events of one write.
  private static let batch = 512

  private let buffer: EventBuffer
  private let task: SinkTask
  private let written = Atomic<Int>(0)
  private let failure = Shared<OutputError?>(nil)

  /// The file that is appended to; nil for standard output.
  private let file: (descriptor: Int32, path: String)?

  /// Whether tags are written, too.
  private let takesTags: Bool

  /// Makes a writer to standard output.
  package convenience init(takesTags: Bool = true) { self.init(nil, takesTags) }

  private init(_ file: (descriptor: Int32, path: String)?, _ takesTags: Bool) {
    self.file = file
    self.takesTags = takesTags
    buffer = EventBuffer(capacity: Self.capacity)
    task = SinkTask(buffer)
  }

  /// Makes a writer that appends to a file.
  /// - Throws: `cannotCreate`.
  package convenience init(
    appendingTo path: String,
    takesTags: Bool = true
  ) throws(OutputError) {
    self.init((try OutputDestination.openForAppending(path), path), takesTags)
  }

  deinit { if let file { close(file.descriptor) } }

  /// The numbers of events that were written and dropped so far. Events after a write error are dropped.
  package var counts: DeliveryCounts {
    var counts = DeliveryCounts()
    counts.delivered = written.load(ordering: .relaxed)
    buffer.count(in: &counts)
    return counts
  }

  /// The error that ended the writing; nil while writing works.
  package var error: OutputError? { failure.read { $0 } }

  /// Returns when there is one, or the task is cancelled.
  package func waitForError() async { _ = await failure.wait { $0 } }

  package func take(_ event: WatchEvent) { if takesTags || event.isAlarming { buffer.put(event) } }

  /// Starts to write.
  package func start() {
    task.start(on: OwnThread(label: "id3tap.lines")) { [self] in
      let destination: OutputDestination =
        if let file { .opened(file.descriptor, name: file.path) } else { .standardOutput() }
      await write(to: destination)
    }
  }

  /// Writes the waiting events; gives up after this many seconds.
  package func finish(waitingAtMost seconds: Double = 3) async {
    await task.finish(waitingAtMost: seconds, isLeftAlone: true)
  }

  private func write(to destination: OutputDestination) async {
    do throws(OutputError) {
      while case let events = await buffer.batch(of: Self.batch), !events.isEmpty {
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
