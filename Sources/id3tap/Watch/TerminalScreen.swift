import Glibc
import Synchronization
import System

/// The whole terminal, drawn repeatedly. Its previous content is restored at the end, also when the process
/// is stopped with Ctrl-Z meanwhile.
final class TerminalScreen: Sendable {
  /// xterm's private modes: the other screen (1049), no cursor (25), no wrapping of lines (7).
  private static let enter = "\u{1b}[?1049h\u{1b}[?25l\u{1b}[?7l\u{1b}[H\u{1b}[2J"
  private static let leave = "\u{1b}[?7h\u{1b}[?25h\u{1b}[?1049l"

  private let isOpen = Mutex(false)

  /// Goes to the other screen.
  func open() {
    isOpen.withLock { isOpen in
      guard !isOpen else { return }
      isOpen = true
      Self.write(Self.enter)
      Self.watchStops()
    }
  }

  deinit { close() }

  func close() {
    isOpen.withLock { isOpen in
      guard isOpen else { return }
      isOpen = false
      signal(SIGTSTP, SIG_DFL)
      Self.write(Self.leave)
    }
  }

  /// Shows lines, which fit the screen.
  func draw(_ lines: [String]) {
    isOpen.withLock { isOpen in
      guard isOpen else { return }
      let text = lines.map { "\($0)\u{1b}[K" }.joined(separator: "\r\n")
      Self.write("\u{1b}[H\(text)\u{1b}[J")
    }
  }

  /// Columns and rows of the terminal; nil where unknown.
  static var size: (columns: Int, rows: Int)? {
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0
    else { return nil }
    return (Int(size.ws_col), Int(size.ws_row))
  }

  /// Ctrl-Z gives the shell its screen, and `fg` restores ours.
  private static func watchStops() {
    var action = sigaction()
    action.__sigaction_handler.sa_handler = { _ in
      let savedError = errno
      TerminalKeys.set(leaving: true)
      TerminalScreen.writeInHandler(leaving: true)
      kill(getpid(), SIGSTOP)
      TerminalKeys.set(leaving: false)
      TerminalScreen.writeInHandler(leaving: false)
      errno = savedError
    }
    action.sa_flags = SA_RESTART
    sigaction(SIGTSTP, &action, nil)
  }

  /// Allocates nothing: it runs in a signal handler.
  private static func writeInHandler(leaving: Bool) {
    let text: StaticString =
      leaving
      ? "\u{1b}[?7h\u{1b}[?25h\u{1b}[?1049l"
      : "\u{1b}[?1049h\u{1b}[?25l\u{1b}[?7l\u{1b}[H\u{1b}[2J"
    _ = Glibc.write(STDOUT_FILENO, text.utf8Start, text.utf8CodeUnitCount)
  }

  private static func write(_ text: String) {
    // Where the terminal is gone, the text is lost.
    _ = DescriptorWriter.write(Array(text.utf8), to: STDOUT_FILENO)
  }
}
