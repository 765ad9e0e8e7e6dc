import Glibc
import Synchronization

/// SIGHUP as daemons take it: read the lists again. When it comes because the terminal was closed, it asks
/// for an end as always.
enum ReloadSignal {
  private static let requested = Atomic<Bool>(false)

  /// Whether there was a terminal that can be closed.
  private static let hadTerminal = Atomic<Bool>(false)

  /// Takes the signal over, unless the parent process chose to ignore it (`nohup`).
  static func watch() {
    guard !Interruption.isIgnored(SIGHUP) else { return }
    hadTerminal.store(hasTerminal, ordering: .relaxed)
    var action = sigaction()
    action.__sigaction_handler.sa_handler = { _ in
      ReloadSignal.requested.store(true, ordering: .relaxed)
    }
    action.sa_flags = SA_RESTART
    sigaction(SIGHUP, &action, nil)
  }

  /// Whether the signal came since this was last asked.
  static func take() -> Bool {
    guard requested.exchange(false, ordering: .relaxed) else { return false }
    // The terminal is gone: the signal asks for the end.
    if hadTerminal.load(ordering: .relaxed), !hasTerminal {
      Interruption.request()
      return false
    }
    return true
  }

  /// Whether the process has a controlling terminal.
  private static var hasTerminal: Bool {
    let descriptor = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
    guard descriptor >= 0 else { return false }
    close(descriptor)
    return true
  }
}
