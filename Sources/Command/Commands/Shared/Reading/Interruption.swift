import Dispatch
import Glibc
import Synchronization
import System

/// Interruptions by the user: Ctrl-C, or the signals of a service manager or a closed terminal. After the first signal
/// the run writes its last lines and ends. A second signal with the same number ends the process immediately.
enum Interruption {
  private static let requested = Atomic<Bool>(false)
  private static let wakeUp = Atomic<Int32>(-1)
  private static let pipeEnd = Atomic<Int32>(-1)
  private static let action = Mutex<(@Sendable () -> Void)?>(nil)

  static var isRequested: Bool { requested.load(ordering: .relaxed) }

  /// A descriptor that becomes readable after an interruption, to poll together with a descriptor that may block.
  static var descriptor: Int32 { pipeEnd.load(ordering: .relaxed) }

  /// Sets the action to call on another thread after an interruption. Requires ``watch()``.
  static func onRequest(_ action: @escaping @Sendable () -> Void) {
    self.action.withLock { $0 = action }
  }

  /// Starts to watch the signals, except those that the parent process ignores (`nohup`).
  static func watch() {
    if let ends = pipe() {
      pipeEnd.store(ends.read, ordering: .relaxed)
      wakeUp.store(ends.write, ordering: .relaxed)
      callAction(when: ends.read)
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
    // The parent process may have blocked signals, and the mask is inherited.
    pthread_sigmask(SIG_UNBLOCK, &watched, nil)
  }

  /// Calls the action when a descriptor becomes readable. The byte is not read, so that it also wakes other waits.
  private static func callAction(when descriptor: Int32) {
    let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: .global())
    source.setEventHandler {
      source.cancel()
      action.withLock { $0 }?()
    }
    source.activate()
  }

  /// Waits for an interruption, which cancels the task.
  static func wait() async { _ = await Shared(()).wait { _ in Void?.none } }

  /// A pipe for signal handlers, which may do little more than write a byte.
  static func pipe() -> (read: Int32, write: Int32)? {
    var ends: [Int32] = [-1, -1]
    guard Glibc.pipe(&ends) == 0 else { return nil }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    return (ends[0], ends[1])
  }

  /// The interval, in milliseconds, at which a wait in poll(2) checks whether the task was cancelled without a signal.
  private static let pollMilliseconds: Int32 = 100

  /// Waits until a read of `descriptor` would not block. Returns false if reading must end. Without this wait, a signal
  /// that arrives just before a read would not end the read.
  static func waitToRead(_ descriptor: Int32) -> Bool {
    var watched = [
      pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: self.descriptor, events: Int16(POLLIN), revents: 0),
    ]
    while !isRequested, !Task.isCancelled {
      let ready = poll(&watched, nfds_t(watched.count), pollMilliseconds)
      if ready < 0, errno == EINTR { continue }
      guard ready != 0 else { continue }
      return !isRequested
    }
    return false
  }

  /// Requests the end of the run, as the signals do.
  static func request() {
    let savedError = errno
    requested.store(true, ordering: .relaxed)
    var byte: UInt8 = 0
    write(wakeUp.load(ordering: .relaxed), &byte, 1)
    errno = savedError
  }

  /// Whether the parent process ignores a signal.
  static func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    guard sigaction(number, nil, &action) == 0 else { return false }
    let handler = unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
    return handler == unsafeBitCast(SIG_IGN, to: Int.self)
  }
}
