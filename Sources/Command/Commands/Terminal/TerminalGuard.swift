import Glibc
import Synchronization

/// Takes and restores the terminal: the alternate screen, the cursor and line wrapping (xterm's private modes 1049, 25
/// and 7), and the settings of termios(3). Signal handlers and the exit of the process also restore the terminal.
///
/// The state is global, because a process has one terminal and signal handlers can only use globals.
package enum TerminalGuard {
  /// The keys that are read one by one and without echo. Ctrl-C and Ctrl-Z still send signals, and Ctrl-S and Ctrl-Q
  /// still pause and resume the output.
  package enum Keys: Sendable {
    /// The keys that are pressed while the process is in the foreground. In the background the process only draws.
    case inForeground
    /// No keys: only the screen is taken.
    case none
  }

  private static let enterText: StaticString = "\u{1b}[?1049h\u{1b}[?25l\u{1b}[?7l\u{1b}[2J"
  private static let leaveText: StaticString = "\u{1b}[0m\u{1b}[?7h\u{1b}[?25h\u{1b}[?1049l"

  private static let isTaken = Atomic(false)
  private static let areKeysTaken = Atomic(false)
  // `saved` is written before `areKeysTaken` is set. `giveBack` reads it only if `areKeysTaken` is set.
  nonisolated(unsafe) private static var saved = termios()

  private static let exitHandler: Void = {
    atexit { TerminalGuard.giveBack() }
    return
  }()

  /// Whether the program controls the screen.
  static var hasScreen: Bool { isTaken.load(ordering: .acquiring) }

  /// Whether keys are read one by one.
  package static var hasKeys: Bool { areKeysTaken.load(ordering: .acquiring) }

  /// Whether this process gets the keys: its process group is in the foreground of the terminal.
  static var isInForeground: Bool { tcgetpgrp(STDIN_FILENO) == getpgrp() }

  /// Takes the screen and keys.
  package static func take(_ keys: Keys) {
    guard !hasScreen else { return }
    _ = exitHandler
    isTaken.store(true, ordering: .releasing)
    takeKeys(keys)
    write(enterText)
  }

  /// Takes the keys after the process was continued in the background and then moved to the foreground.
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
    // A read returns the bytes that have arrived; waiting is left to poll(2).
    withUnsafeMutableBytes(of: &raw.c_cc) { controls in
      controls[Int(VMIN)] = 0
      controls[Int(VTIME)] = 0
    }
    areKeysTaken.store(true, ordering: .releasing)
    if tcsetattr(STDIN_FILENO, TCSANOW, &raw) != 0 {
      areKeysTaken.store(false, ordering: .releasing)
    }
  }

  /// Restores the terminal, if it was taken. Safe in a signal handler (POSIX, 2.4.3: write, tcsetattr).
  package static func giveBack() {
    let hadScreen = isTaken.exchange(false, ordering: .acquiringAndReleasing)
    let hadKeys = areKeysTaken.exchange(false, ordering: .acquiringAndReleasing)
    guard hadScreen || hadKeys else { return }
    let error = errno
    // In the background, tcsetattr(3) would stop the process with SIGTTOU.
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
