import Glibc
import Synchronization

/// Takes the terminal, and gives it back as it was, also out of a signal handler: alternate screen and cursor
/// (xterm's private modes 1049 and 25), wrapping of lines (7), and the settings of termios(3). Exits of the
/// process give it back, too.
///
/// There is one terminal in a process, and signal handlers know nothing but globals.
package enum TerminalGuard {
  /// Which keys come one by one and unseen. Ctrl-C and Ctrl-Z stay signals.
  package enum Keys: Sendable {
    /// All but Ctrl-S and Ctrl-Q, which hold and continue the output as always, and only while the process is in the
    /// foreground: it can be continued in the background, and still draws.
    case inForeground
    /// None: there is only the screen.
    case none
  }

  private static let enterText: StaticString = "\u{1b}[?1049h\u{1b}[?25l\u{1b}[?7l\u{1b}[2J"
  private static let leaveText: StaticString = "\u{1b}[0m\u{1b}[?7h\u{1b}[?25h\u{1b}[?1049l"

  private static let isTaken = Atomic(false)
  private static let areKeysTaken = Atomic(false)
  // Written before `areKeysTaken` is set, read after it was found set.
  nonisolated(unsafe) private static var saved = termios()

  private static let exitHandler: Void = {
    atexit { TerminalGuard.giveBack() }
    return
  }()

  /// Whether the screen is the program's.
  static var hasScreen: Bool { isTaken.load(ordering: .acquiring) }

  /// Whether keys come one by one.
  package static var hasKeys: Bool { areKeysTaken.load(ordering: .acquiring) }

  /// Whether the keys go to this process: its group has the terminal.
  static var isInForeground: Bool { tcgetpgrp(STDIN_FILENO) == getpgrp() }

  /// Takes the screen, and keys.
  package static func take(_ keys: Keys) {
    guard !hasScreen else { return }
    _ = exitHandler
    // Keys are given back only with the screen.
    isTaken.store(true, ordering: .releasing)
    takeKeys(keys)
    write(enterText)
  }

  /// Takes the keys of a process that was continued in the background, and is in the foreground now.
  static func takeKeysAgain() {
    guard hasScreen, !hasKeys else { return }
    takeKeys(.inForeground)
  }

  private static func takeKeys(_ keys: Keys) {
    guard keys == .inForeground, isInForeground, tcgetattr(STDIN_FILENO, &saved) == 0 else {
      return
    }
    var raw = saved
    raw.c_lflag &= ~tcflag_t(ICANON | ECHO)
    // A read returns what there is; poll(2) waits.
    withUnsafeMutableBytes(of: &raw.c_cc) { controls in
      controls[Int(VMIN)] = 0
      controls[Int(VTIME)] = 0
    }
    areKeysTaken.store(true, ordering: .releasing)
    if tcsetattr(STDIN_FILENO, TCSANOW, &raw) != 0 {
      areKeysTaken.store(false, ordering: .releasing)
    }
  }

  /// Gives the terminal back, if it was taken. Safe in a signal handler (POSIX, 2.4.3: write, tcsetattr).
  package static func giveBack() {
    let hadScreen = isTaken.exchange(false, ordering: .acquiringAndReleasing)
    let hadKeys = areKeysTaken.exchange(false, ordering: .acquiringAndReleasing)
    guard hadScreen || hadKeys else { return }
    let error = errno
    // In the background the settings could not be changed without being stopped.
    var blocked = sigset_t()
    var former = sigset_t()
    sigemptyset(&blocked)
    sigaddset(&blocked, SIGTTOU)
    pthread_sigmask(SIG_BLOCK, &blocked, &former)
    write(leaveText)
    if hadKeys, isInForeground {
      tcsetattr(STDIN_FILENO, TCSANOW, &saved)
    }
    pthread_sigmask(SIG_SETMASK, &former, nil)
    errno = error
  }

  private static func write(_ text: StaticString) {
    var written = 0
    while written < text.utf8CodeUnitCount {
      let count = Glibc.write(
        STDOUT_FILENO,
        text.utf8Start + written,
        text.utf8CodeUnitCount - written
      )
      if count < 0, errno == EINTR || errno == EAGAIN { continue }
      // The terminal is gone.
      guard count > 0 else { return }
      written += count
    }
  }
}
