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
  private let window = Mutex<TableWindow?>(nil)
  private let keys = Mutex<TerminalKeys?>(nil)
  private let shallEnd = Monitor(false)
  private let hasEnded = Monitor(false)
  private let closed = Atomic<Bool>(false)

  init(isColored: Bool) { self.isColored = isColored }

  /// Whether messages can be seen on it.
  var isShown: Bool { !closed.load(ordering: .acquiring) }

  /// Keeps the message of an event.
  func take(_ event: WatchEvent) { if event.isAlarming { tell(event.text) } }

  func tell(_ line: String) {
    latest.withLock { latest in
      latest.append(line)
      if latest.count > Self.capacity { latest.removeFirst() }
    }
  }

  /// Begins to draw. False: the system has no thread left.
  func start(_ watch: Watch) -> Bool {
    screen.open()
    let keys = TerminalKeys()
    self.keys.withLock { $0 = keys }
    if keys != nil { window.withLock { $0 = TableWindow() } }
    return ReadingThread.start { [self] in
      repeat {
        screen.draw(lines(of: watch))
      } while !hasToEnd(keys)
      hasEnded.withLock { $0 = true }
    }
  }

  /// Waits until the table must be drawn again; returns whether it must end instead.
  private func hasToEnd(_ keys: TerminalKeys?) -> Bool {
    guard let keys else { return shallEnd.wait(atMost: Self.interval) { $0 ? true : nil } != nil }
    let moves = keys.moves(waitingAtMost: Int32(Self.interval * 1000))
    window.withLock { window in for move in moves { window?.move(move) } }
    return shallEnd.withLock { $0 }
  }

  /// Goes back to what the terminal showed before, and leaves the last state below it.
  func finish(_ watch: Watch) {
    shallEnd.withLock { $0 = true }
    keys.withLock { $0?.close() }
    _ = hasEnded.wait(atMost: 1) { $0 ? true : nil }
    window.withLock { $0 = nil }
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
    let events = latest.withLock { $0 }
    return window.withLock { table.lines(events: events, in: &$0) }
  }
}
