import Glibc
import Synchronization

/// Gives the terminal back as it was, also out of a signal handler: alternate screen and cursor (xterm's
/// private modes 1049 and 25), wrapping of lines (7), and the settings of termios(3).
///
/// There is one terminal in a process, and signal handlers know nothing but globals.
enum TerminalGuard {
  private static let enterText: StaticString = "\u{1b}[?1049h\u{1b}[?25l\u{1b}[?7l\u{1b}[2J"
  private static let leaveText: StaticString = "\u{1b}[0m\u{1b}[?7h\u{1b}[?25h\u{1b}[?1049l"

  private static let isTaken = Atomic(false)
  // Written before `isTaken` is set, read after it was found set.
  nonisolated(unsafe) private static var saved = termios()

  /// Takes the terminal: keys come one by one and unseen, Ctrl-C and Ctrl-Z stay signals.
  /// - Returns: Zero, or the system's error number when standard input is not a terminal any more.
  static func take() -> Int32 {
    guard !isTaken.load(ordering: .acquiring) else { return 0 }
    guard tcgetattr(STDIN_FILENO, &saved) == 0 else { return errno }
    var raw = saved
    raw.c_lflag &= ~tcflag_t(ICANON | ECHO | IEXTEN)
    raw.c_iflag &= ~tcflag_t(IXON | ICRNL | INLCR | IGNCR)
    // A read returns what there is; poll(2) waits.
    withUnsafeMutableBytes(of: &raw.c_cc) { controls in
      controls[Int(VMIN)] = 0
      controls[Int(VTIME)] = 0
    }
    isTaken.store(true, ordering: .releasing)
    guard tcsetattr(STDIN_FILENO, TCSANOW, &raw) == 0 else {
      let number = errno
      giveBack()
      return number
    }
    write(enterText)
    return 0
  }

  /// Gives the terminal back, if it was taken. Safe in a signal handler (POSIX, 2.4.3: write, tcsetattr).
  static func giveBack() {
    guard isTaken.exchange(false, ordering: .acquiringAndReleasing) else { return }
    let error = errno
    // In the background the settings could not be changed without being stopped.
    var blocked = sigset_t()
    var former = sigset_t()
    sigemptyset(&blocked)
    sigaddset(&blocked, SIGTTOU)
    pthread_sigmask(SIG_BLOCK, &blocked, &former)
    write(leaveText)
    tcsetattr(STDIN_FILENO, TCSANOW, &saved)
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
