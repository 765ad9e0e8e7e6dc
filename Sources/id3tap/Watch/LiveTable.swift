import Documents
import LiveWatch
import Synchronization
import System

/// Shows the table of a watch on the terminal, about once a second, on a thread of its own: a terminal that
/// is held with Ctrl-S holds up nothing else.
final class LiveTable: EventSink {
  /// Lines about events that are kept.
  private static let capacity = 100
  /// Seconds between two drawings.
  private static let interval = 1.0

  private let isColored: Bool
  private let screen = TerminalScreen()
  private let latest = Mutex<[String]>([])
  private let shallEnd = Monitor(false)
  private let hasEnded = Monitor(false)
  private let closed = Atomic<Bool>(false)

  init(isColored: Bool) { self.isColored = isColored }

  /// Whether what is told can be seen on it.
  var isShown: Bool { !closed.load(ordering: .acquiring) }

  /// Keeps what is told of an event.
  func take(_ event: WatchEvent) { if event.isAlarming { tell(event.text) } }

  /// Keeps a line.
  func tell(_ line: String) {
    latest.withLock { latest in
      latest.append(line)
      if latest.count > Self.capacity { latest.removeFirst() }
    }
  }

  /// Begins to draw. False: the system has no thread left.
  func start(_ watch: Watch) -> Bool {
    screen.open()
    return ReadingThread.start { [self] in
      repeat {
        screen.draw(lines(of: watch))
      } while shallEnd.wait(atMost: Self.interval) { $0 ? true : nil } == nil
      hasEnded.withLock { $0 = true }
    }
  }

  /// Goes back to what the terminal showed before, and leaves the last state below it.
  func finish(_ watch: Watch) {
    shallEnd.withLock { $0 = true }
    _ = hasEnded.wait(atMost: 1) { $0 ? true : nil }
    let lines = lines(of: watch)
    screen.close()
    closed.store(true, ordering: .releasing)
    print(lines.joined(separator: "\n"))
  }

  private func lines(of watch: Watch) -> [String] {
    let size = TerminalScreen.size ?? StatusTable.usualSize
    let table = StatusTable(
      watch.snapshot(),
      style: TableStyle(isColored: isColored),
      columns: size.columns,
      rows: size.rows
    )
    return table.lines(events: latest.withLock { $0 })
  }
}
