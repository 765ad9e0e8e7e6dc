import Dispatch
import Glibc
import Synchronization
import System

/// SIGHUP as daemons take it: read the lists again, and open output files by their names. When it comes because the
/// terminal was closed, it asks for an end as always.
enum ReloadSignal {
  /// What is done on the signal.
  enum Purpose: CaseIterable {
    case lists
    case outputs
  }

  private static let wakeUp = Atomic<Int32>(-1)
  /// What is to be done since the signal came.
  private static let pending = Shared<Set<Purpose>>([])

  /// Whether there was a terminal that can be closed.
  private static let hadTerminal = Atomic<Bool>(false)

  /// Takes the signal over, unless the parent process chose to ignore it (`nohup`).
  static func watch() {
    guard !Interruption.isIgnored(SIGHUP) else { return }
    guard let ends = Interruption.pipe() else { return }
    hadTerminal.store(hasTerminal, ordering: .relaxed)
    wakeUp.store(ends.write, ordering: .relaxed)
    let source = DispatchSource.makeReadSource(fileDescriptor: ends.read, queue: .global())
    source.setEventHandler {
      withExtendedLifetime(source) {}
      var byte: UInt8 = 0
      while read(ends.read, &byte, 1) > 0 {}
      take()
    }
    source.activate()
    var action = sigaction()
    action.__sigaction_handler.sa_handler = { _ in
      let savedError = errno
      var byte: UInt8 = 0
      write(ReloadSignal.wakeUp.load(ordering: .relaxed), &byte, 1)
      errno = savedError
    }
    action.sa_flags = SA_RESTART
    sigaction(SIGHUP, &action, nil)
  }

  /// Waits for the signal, for `seconds` at most. One task waits for each purpose.
  /// - Returns: Whether it came.
  static func wait(for purpose: Purpose, atMost seconds: Double = .infinity) async -> Bool {
    await pending.wait(atMost: seconds) { $0.remove(purpose) != nil ? true : nil } ?? false
  }

  private static func take() {
    // The terminal is gone: the signal asks for the end.
    if hadTerminal.load(ordering: .relaxed), !hasTerminal {
      Interruption.request()
    } else {
      pending.withLock { $0 = Set(Purpose.allCases) }
    }
  }

  /// Whether the process has a controlling terminal.
  private static var hasTerminal: Bool {
    let descriptor = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
    guard descriptor >= 0 else { return false }
    close(descriptor)
    return true
  }
}
