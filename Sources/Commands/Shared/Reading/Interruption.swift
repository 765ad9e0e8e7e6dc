import Glibc
import Synchronization

/// Whether the user asked for an end: Ctrl-C, or the signals that a service manager or a closing
/// terminal sends. The first lets the run finish its lines; a second ends the process at once.
enum Interruption {
  private static let requested = Atomic<Bool>(false)
  private static let wakeUp = Atomic<Int32>(-1)
  private static let pipeEnd = Atomic<Int32>(-1)

  /// Whether an end was asked for.
  static var isRequested: Bool { requested.load(ordering: .relaxed) }

  /// Becomes readable when an end is asked for: what to poll beside a descriptor that may block.
  static var descriptor: Int32 { pipeEnd.load(ordering: .relaxed) }

  /// Watches the signals, except those that the parent process chose to ignore (`nohup`).
  static func watch() {
    var ends: [Int32] = [-1, -1]
    if Glibc.pipe(&ends) == 0 {
      for end in ends {
        _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        _ = fcntl(end, F_SETFL, O_NONBLOCK)
      }
      pipeEnd.store(ends[0], ordering: .relaxed)
      wakeUp.store(ends[1], ordering: .relaxed)
    }
    var watched = sigset_t()
    sigemptyset(&watched)
    for number in [SIGINT, SIGTERM, SIGHUP] where !isIgnored(number) {
      sigaddset(&watched, number)
      var action = sigaction()
      action.__sigaction_handler.sa_handler = { _ in Interruption.request() }
      action.sa_flags = Int32(bitPattern: UInt32(SA_RESETHAND))
      sigaction(number, &action, nil)
    }
    // A parent that blocks signals in the thread that starts us passes its mask on.
    pthread_sigmask(SIG_UNBLOCK, &watched, nil)
  }

  /// Waits for a signal to end, at most this time.
  static func wait(milliseconds: Int32) {
    var watched = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    _ = poll(&watched, 1, milliseconds)
  }

  /// Asks for an end, as the signals do.
  static func request() {
    let savedError = errno
    requested.store(true, ordering: .relaxed)
    var byte: UInt8 = 0
    write(wakeUp.load(ordering: .relaxed), &byte, 1)
    errno = savedError
  }

  /// Whether the parent process chose to ignore a signal.
  static func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    guard sigaction(number, nil, &action) == 0 else { return false }
    let handler = unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
    return handler == unsafeBitCast(SIG_IGN, to: Int.self)
  }
}
