import Dispatch
import Glibc
import Synchronization
import System

/// Whether the user asked for an end: Ctrl-C, or the signals that a service manager or a closing
/// terminal sends. The first lets the run finish its lines; a second ends the process at once.
enum Interruption {
  private static let requested = Atomic<Bool>(false)
  private static let wakeUp = Atomic<Int32>(-1)
  private static let pipeEnd = Atomic<Int32>(-1)
  private static let action = Mutex<(@Sendable () -> Void)?>(nil)

  /// Whether an end was asked for.
  static var isRequested: Bool { requested.load(ordering: .relaxed) }

  /// Becomes readable when an end is asked for: what to poll beside a descriptor that may block.
  static var descriptor: Int32 { pipeEnd.load(ordering: .relaxed) }

  /// Calls `action` on another thread when an end is asked for, after ``watch()``.
  static func onRequest(_ action: @escaping @Sendable () -> Void) {
    self.action.withLock { $0 = action }
  }

  /// Watches the signals, except those that the parent process chose to ignore (`nohup`).
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
    // A parent that blocks signals in the thread that starts us passes its mask on.
    pthread_sigmask(SIG_UNBLOCK, &watched, nil)
  }

  /// Calls the action when a descriptor can be read. The byte stays there for others that wait for it.
  private static func callAction(when descriptor: Int32) {
    let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: .global())
    source.setEventHandler {
      source.cancel()
      action.withLock { $0 }?()
    }
    source.activate()
  }

  /// Waits for an end to be asked for, which cancels the task.
  static func wait() async { _ = await Shared(()).wait { _ in Void?.none } }

  /// A pipe for a signal handler, which may write a byte and little else.
  static func pipe() -> (read: Int32, write: Int32)? {
    var ends: [Int32] = [-1, -1]
    guard Glibc.pipe(&ends) == 0 else { return nil }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    return (ends[0], ends[1])
  }

  /// How long poll(2) may wait before it is asked whether the task was cancelled for another reason than a signal, in
  /// milliseconds.
  private static let pollMilliseconds: Int32 = 100

  /// Waits until a read of `descriptor` would not block. False: the reading must end. A signal that comes just before a read
  /// would not end that.
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
