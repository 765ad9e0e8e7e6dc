import Glibc
import Synchronization
import System

/// Writes events as JSON Lines. It writes in a separate task, so a slow reader of the output delays no feed. If the
/// output fails, the events wait until it works again, unless the reader of standard output has closed it.
package final class EventLines: QueuedSink {
  private static let capacity = 10_000
  /// The maximum number of events in one write.
  private static let batch = 512

  package let buffer: EventBuffer
  private let failure = Shared<OutputError?>(nil)
  private let mustReopen = Atomic<Bool>(false)
  /// The path of the file to which lines are appended; nil for standard output.
  private let path: String?
  /// The descriptor of the file opened at the start; nil for standard output, and if the disk was full.
  private let opened: Int32?
  private let takesTags: Bool

  /// Creates a writer that appends to a file, or writes to standard output; `log` logs errors. If the disk is full, the
  /// file is created later.
  /// - Throws: ``OutputError`` if the file cannot be opened for another reason.
  package init(
    appendingTo path: String?,
    takesTags: Bool = true,
    log: @escaping @Sendable (String) -> Void
  ) throws(OutputError) {
    var opened: Int32?
    do throws(OutputError) {
      opened = try path.map { (path) throws(OutputError) in
        try OutputDestination.openForAppending(path)
      }
    } catch  where error.isFullDisk {}
    (self.path, self.opened, self.takesTags) = (path, opened, takesTags)
    buffer = EventBuffer(
      path ?? "standard output",
      capacity: Self.capacity,
      remedy: "read the output faster, or check the disk",
      log: log
    )
  }

  /// The error of the last attempt to write; nil while writing works.
  package var error: OutputError? { failure.read { $0 } }

  /// Returns when the reader of standard output has closed it, or the task is cancelled.
  package func waitForEndOfReader() async {
    _ = await failure.wait { [path] in path == nil && $0?.code == .readerGone ? () : nil }
  }

  package func take(_ event: WatchEvent) {
    if takesTags || event.isAlarming { buffer.put(event) }
  }

  /// Opens the file again by its name, because it was renamed, for example by logrotate.
  package func reopen() {
    guard path != nil else { return }
    mustReopen.store(true, ordering: .releasing)
    buffer.wake()
  }

  package func start() {
    buffer.start(on: OwnThread(label: "id3tap.lines")) { [self] in await write() }
  }

  /// Writes the waiting events, for at most `seconds`.
  package func finish(waitingAtMost seconds: Double = 3) async {
    await buffer.finish(waitingAtMost: seconds, isLeftAlone: true)
  }

  private func write() async {
    var writer = LineWriter(path, opened: opened)
    defer { writer.close() }
    var outage = Outage()
    while true {
      if writer.events.isEmpty {
        guard let events = await buffer.batch(of: Self.batch) else { return }
        writer.events = events[...]
      }
      let count = writer.events.count
      do throws(OutputError) {
        if mustReopen.exchange(false, ordering: .acquiring) { writer.close() }
        try writer.write()
        buffer.count(delivered: count)
        failure.withLock { $0 = nil }
        if outage.end() { buffer.report("can be written again") }
      } catch {
        failure.withLock { $0 = error }
        if path == nil, error.code == .readerGone { return buffer.close(dropping: true) }
        buffer.count(delivered: count - writer.events.count)
        if outage.begin() {
          buffer.log("\(error.description); events wait until the output can be written")
        }
        if buffer.isClosed, !mustReopen.load(ordering: .acquiring) {
          return buffer.giveUp(writer.events.count + buffer.count)
        }
        await buffer.pause(for: outage.wait)
      }
    }
  }
}

/// Writes events to an output that may fail. Each event is written completely and once.
private struct LineWriter {
  /// The events that have not been written completely.
  var events: ArraySlice<WatchEvent> = []

  private let path: String?
  private var opened: Int32?
  private var destination: OutputDestination?
  /// Whether the buffer of the destination contains the lines of `events`.
  private var hasLines = false

  init(_ path: String?, opened: Int32?) { (self.path, self.opened) = (path, opened) }

  /// Writes `events`, including events that remained after an error.
  mutating func write() throws(OutputError) {
    do throws(OutputError) {
      let destination = try currentDestination()
      if !hasLines {
        hasLines = true
        try destination.append { bytes in for event in events { bytes += event.line } }
      }
      try destination.flush()
    } catch {
      dropWritten()
      throw error
    }
    (events, hasLines) = ([], false)
  }

  /// Closes the file. The next write opens it by name. A partly written event is removed from the old file and written
  /// again.
  mutating func close() {
    guard path != nil else { return }
    if hasLines, let destination {
      let part = events.reduce(0) { $0 + $1.line.count } - destination.waitingCount
      let size = lseek(destination.descriptor, 0, SEEK_END)
      if part > 0, size >= part { _ = ftruncate(destination.descriptor, size - part) }
    }
    if let descriptor = destination?.descriptor ?? opened { Glibc.close(descriptor) }
    (destination, opened, hasLines) = (nil, nil, false)
  }

  private mutating func currentDestination() throws(OutputError) -> OutputDestination {
    if let destination { return destination }
    let new: OutputDestination
    if let path {
      let descriptor: Int32
      if let opened {
        descriptor = opened
      } else {
        descriptor = try OutputDestination.openForAppending(path)
      }
      new = .opened(descriptor, name: path)
      opened = nil
      if OutputDestination.endsInLine(path) {
        try new.append { $0.append(UInt8(ascii: "\n")) }
      }
    } else {
      new = .standardOutput()
    }
    destination = new
    return new
  }

  /// Removes the events that have been written completely.
  private mutating func dropWritten() {
    guard hasLines, var waiting = destination?.waitingCount else { return }
    events = events.suffix(
      events.reversed().prefix { event in
        defer { waiting -= event.line.count }
        return waiting > 0
      }.count
    )
  }
}
