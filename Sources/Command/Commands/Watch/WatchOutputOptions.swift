import ArgumentParser
import Glibc
import LiveWatch
import Records
import Synchronization
import System

/// The destination and format of the events of a watch.
struct WatchOutputOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The format on standard output. (default: table on a terminal, jsonl elsewhere)",
      valueName: "table|jsonl"
    ),
    completion: .list(["table", "jsonl"]),
    transform: parseWatchFormat
  )
  var format: OutputFormat?

  @Option(
    name: [.customShort("o"), .customLong("output")],
    help: ArgumentHelp(
      "Append the events to this file, as JSON Lines.",
      discussion: "The table on the terminal is still shown.",
      valueName: "file"
    ),
    completion: .file()
  )
  var output: String?

  @Option(
    help: ArgumentHelp(
      "The events on standard output, or in the file of -o: 'all', or 'alarms' for all except tags.",
      valueName: "all|alarms"
    )
  )
  var events: EventChoice = .all

  @Option(help: "Whether to colour the table: 'auto' does so on a terminal unless NO_COLOR is set.")
  var color: ColorChoice = .auto

  /// The file that `-o` names. Nil for standard output.
  var path: String? { output == "-" ? nil : output }

  func validate() throws {
    if output?.isEmpty == true { throw ValidationError("-o: name a file.") }
  }
}

enum EventChoice: String, CaseIterable, ExpressibleByArgument {
  case all, alarms
}

private func parseWatchFormat(_ text: String) throws -> OutputFormat {
  guard let format = OutputFormat(rawValue: text), format == .table || format == .jsonl else {
    throw ValidationError("'\(text)' is not a format: choose one of 'table', 'jsonl'.")
  }
  return format
}

/// Shows the table of a watch on the terminal, about once a second. A separate thread draws the table, so that a
/// terminal that is stopped by Ctrl-S does not delay anything else.
final class LiveTable: EventSink {
  /// The maximum number of event messages that are kept.
  private static let capacity = 100
  /// The maximum time between two updates of the table, in milliseconds.
  private static let interval: Int32 = 1000

  private let isColored: Bool
  private let latest = Mutex<[String]>([])
  private let window = Mutex<TableWindow?>(nil)
  private let shallEnd = Atomic<Bool>(false)
  private let hasEnded = Shared(false)
  private let closed = Atomic<Bool>(false)

  init(isColored: Bool) { self.isColored = isColored }

  /// Whether messages appear in the table.
  var isShown: Bool { !closed.load(ordering: .acquiring) }

  /// Keeps the message of every event except tags, so that the table shows it.
  func take(_ event: WatchEvent) { if event.isAlarming { report(event.text) } }

  func report(_ line: String) {
    latest.withLock { latest in
      latest.append(line)
      if latest.count > Self.capacity { latest.removeFirst() }
    }
  }

  func start(_ watch: Watch) -> Bool {
    // `ReloadSignal` handles SIGHUP.
    TerminalSignals.watch(except: [SIGHUP])
    TerminalGuard.take(.inForeground)
    let hasKeys = TerminalGuard.hasKeys
    if hasKeys { window.withLock { $0 = TableWindow() } }
    return ReadingThread.start { [self] in
      let terminal = TakenTerminal(keys: hasKeys ? .inForeground : .none)
      while !shallEnd.load(ordering: .relaxed) {
        let size = ScreenSize.current
        terminal.show(lines(of: watch, size), size: size)
        let moves = terminal.wait(atMost: Self.interval).compactMap(Self.move)
        window.withLock { window in for move in moves { window?.move(move) } }
        terminal.handleSignals()
      }
      hasEnded.withLock { $0 = true }
    }
  }

  private static func move(_ key: TerminalKey) -> TableWindow.Move? {
    switch key {
    case .up, .character("k"): .lineUp
    case .down, .character("j"): .lineDown
    case .pageUp, .character("b"): .pageUp
    case .pageDown, .character(" "): .pageDown
    case .home, .character("g"): .top
    case .end, .character("G"): .bottom
    default: nil
    }
  }

  /// Restores the previous content of the terminal, and prints the last state of the table below it.
  func finish(_ watch: Watch) async {
    shallEnd.store(true, ordering: .relaxed)
    TerminalSignals.post(.changed)
    _ = await hasEnded.wait(atMost: 1) { $0 ? true : nil }
    window.withLock { $0 = nil }
    let lines = lines(of: watch, .current)
    TerminalGuard.giveBack()
    TerminalSignals.unwatch()
    closed.store(true, ordering: .releasing)
    print(lines.joined(separator: "\n"))
  }

  private func lines(of watch: Watch, _ size: ScreenSize) -> [String] {
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
