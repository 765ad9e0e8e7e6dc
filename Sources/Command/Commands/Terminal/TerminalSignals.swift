import Glibc
import Synchronization

/// The signals that a full-screen program must handle:
///
/// - After a signal that requests the end, the previous handler is called. Without a previous handler, and after a
///   repeated request, the terminal is restored and the process ends.
/// - After a signal for a program fault, the terminal is restored, and the signal then has its previous effect.
/// - SIGWINCH, SIGTSTP and SIGCONT wake the thread that draws, which handles them.
package enum TerminalSignals {
  package enum Event: UInt8, Sendable {
    case end = 1
    case resized, suspend, resumed, changed
  }

  private static let ends = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]
  private static let faults = [
    SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP, SIGSYS, SIGXCPU,
  ]
  private static let wakes = [SIGWINCH, SIGTSTP, SIGCONT]

  private static let readEnd = Atomic<Int32>(-1)
  private static let writeEnd = Atomic<Int32>(-1)
  private static let isEnding = Atomic(false)
  /// The signals in `ends` except those that were passed to `watch(except:)`.
  private static let watchedEnds = Mutex<[Int32]>([])
  /// One more than the highest signal number.
  private static let signalCount = 65
  // The elements are written before the handlers that read them are set.
  nonisolated(unsafe) private static let former: UnsafeMutablePointer<sigaction> = {
    let actions = UnsafeMutablePointer<sigaction>.allocate(capacity: signalCount)
    actions.initialize(repeating: sigaction(), count: signalCount)
    return actions
  }()

  /// A descriptor that becomes readable after an event.
  static var descriptor: Int32 { readEnd.load(ordering: .relaxed) }

  /// Starts to watch the signals, except those that are ignored (`nohup`).
  /// - Parameter others: Signals that keep their handlers, because they do not request the end.
  package static func watch(except others: Set<Int32> = []) {
    makePipe()
    // Initializes `isEnding` here rather than in a signal handler.
    _ = isEnding.load(ordering: .relaxed)
    let ends = ends.filter { !others.contains($0) }
    watchedEnds.withLock { $0 = ends }
    for number in ends {
      set(number) { number in TerminalSignals.end(number) }
    }
    for number in faults {
      set(number) { number in
        TerminalGuard.giveBack()
        TerminalSignals.restore(number)
        raise(number)
      }
    }
    set(SIGWINCH) { _ in TerminalSignals.post(.resized) }
    set(SIGTSTP) { _ in TerminalSignals.post(.suspend) }
    set(SIGCONT) { _ in TerminalSignals.post(.resumed) }
    // The parent process may have blocked signals, and the mask is inherited.
    unblock(ends + faults + wakes)
  }

  private static func unblock(_ numbers: [Int32]) {
    var signals = sigset_t()
    sigemptyset(&signals)
    for number in numbers { sigaddset(&signals, number) }
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
  }

  /// Restores the previous handlers. If the end has been requested, the next signal that requests it ends the process.
  package static func unwatch() {
    for number in faults + wakes { restore(number) }
    let isEnding = isEnding.load(ordering: .relaxed)
    for number in watchedEnds.withLock({ $0 }) where !isIgnored(former[Int(number)]) {
      if isEnding { signal(number, SIG_DFL) } else { restore(number) }
    }
  }

  /// Stops the process as Ctrl-Z does. Returns when the process is continued.
  static func suspend() {
    restore(SIGTSTP)
    // This thread may block the signal. With the signal unblocked, `raise` returns only after the process is continued.
    unblock([SIGTSTP])
    raise(SIGTSTP)
    set(SIGTSTP) { _ in TerminalSignals.post(.suspend) }
  }

  static func events() -> [Event] {
    var events: [Event] = []
    var bytes = [UInt8](repeating: 0, count: 256)
    while true {
      let count = read(descriptor, &bytes, bytes.count)
      guard count > 0 else { return events }
      for event in bytes[..<count].compactMap(Event.init) where !events.contains(event) {
        events.append(event)
      }
    }
  }

  /// Wakes the thread that draws. Any thread and any signal handler may call this function.
  package static func post(_ event: Event) {
    let error = errno
    var byte = event.rawValue
    // If the pipe is full, the thread wakes anyway.
    write(writeEnd.load(ordering: .relaxed), &byte, 1)
    errno = error
  }

  private static func end(_ number: Int32) {
    guard !isEnding.exchange(true, ordering: .relaxed) else {
      TerminalGuard.giveBack()
      signal(number, SIG_DFL)
      raise(number)
      return
    }
    let handler = former[Int(number)].__sigaction_handler.sa_handler
    let address = unsafeBitCast(handler, to: Int.self)
    if address == unsafeBitCast(SIG_DFL, to: Int.self) {
      TerminalGuard.giveBack()
      signal(number, SIG_DFL)
      raise(number)
    } else if address != unsafeBitCast(SIG_IGN, to: Int.self) {
      handler?(number)
    }
    post(.end)
  }

  private static func makePipe() {
    guard descriptor < 0 else { return }
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    readEnd.store(ends[0], ordering: .relaxed)
    writeEnd.store(ends[1], ordering: .relaxed)
  }

  private static func set(_ number: Int32, _ handler: @escaping @convention(c) (Int32) -> Void) {
    var old = sigaction()
    guard sigaction(number, nil, &old) == 0 else { return }
    former[Int(number)] = old
    guard !isIgnored(old) else { return }
    var new = sigaction()
    new.__sigaction_handler.sa_handler = handler
    new.sa_flags = SA_RESTART | SA_ONSTACK
    sigaction(number, &new, nil)
  }

  private static func isIgnored(_ action: sigaction) -> Bool {
    unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
      == unsafeBitCast(SIG_IGN, to: Int.self)
  }

  private static func restore(_ number: Int32) {
    sigaction(number, &former[Int(number)], nil)
  }
}
