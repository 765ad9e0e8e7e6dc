import FoundationEssentials
import Glibc
import Synchronization
import System

/// A shell command that reads text from its standard input. A command that takes too long is ended together with its
/// process group. One thread starts the command, copies its output, and ends it if necessary; another thread waits for
/// its exit.
struct ChildProcess: Sendable {
  enum Outcome: Equatable {
    case exited(Int32)
    case signalled(Int32)
    /// The command exceeded its timeout and was ended.
    case late
    /// The command was ended because the watch is ending.
    case stopped
    /// The command could not be run for this reason.
    case notStarted(String)
  }

  struct Ending: Equatable {
    var outcome: Outcome
    /// Whether output was dropped because it exceeded ``CommandOutput/limit``.
    var isOutputCut = false
  }

  let command: String
  /// Variables that are added to the environment of the watch.
  let environment: [(name: String, value: String)]
  let input: [UInt8]
  /// The descriptor to which a limited part of the output is copied; nil means that the output is dropped.
  let output: Int32?

  /// The time between SIGTERM and SIGKILL.
  private static let grace = Duration.seconds(2)
  /// The maximum time for writing the last output.
  private static let outputTime = Duration.seconds(1)
  private static let noThread = "no more threads are available"

  /// Runs the command for at most `seconds`. Cancelling the task ends the command.
  func run(atMost seconds: Double) async -> Ending {
    guard let stop = Pipe() else { return Ending(outcome: .notStarted(SystemError.reason())) }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { done in
        let hasThread = ReadingThread.start {
          done.resume(returning: live(until: .now + .seconds(seconds), stop))
        }
        if !hasThread { done.resume(returning: Ending(outcome: .notStarted(Self.noThread))) }
      }
    } onCancel: {
      stop.closeWriteEnd()
    }
  }

  private func live(until end: ContinuousClock.Instant, _ stop: Pipe) -> Ending {
    // Without this, writing to a command that has closed its input would end this process by SIGPIPE.
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGPIPE)
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    guard let standardInput = Pipe(), let printed = Pipe(), let over = Pipe() else {
      return Ending(outcome: .notStarted(SystemError.reason()))
    }
    var process = pid_t()
    let error = spawn(&process, standardInput.readEnd, printed.writeEnd)
    guard error == 0 else { return Ending(outcome: .notStarted(SystemError.reason(error))) }
    printed.closeWriteEnd()
    standardInput.closeReadEnd()
    feed(standardInput.writeEnd)
    standardInput.closeWriteEnd()
    let isAwaited = ReadingThread.start { [process] in
      var information = siginfo_t()
      while waitid(P_PID, id_t(process), &information, WEXITED | WNOWAIT) != 0, errno == EINTR {}
      over.closeWriteEnd()
    }
    _ = fcntl(printed.readEnd, F_SETFL, O_NONBLOCK)
    var copying = output.map { CommandOutput(from: printed.readEnd, to: $0) }
    var reason: Outcome?
    if isAwaited {
      reason = follow(process, until: end, over: over, stop: stop, printed, &copying)
    } else {
      reason = .notStarted(Self.noThread)
    }
    // If the command was stopped, its group is killed before `waitpid`. Afterwards, the number may belong to another
    // process.
    if reason != nil { kill(-process, SIGKILL) }
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    copying?.end(within: Self.outputTime)
    // This is equivalent to the macros of <sys/wait.h>.
    let signal = status & 0x7f
    let outcome = signal == 0 ? Outcome.exited(status >> 8 & 0xff) : .signalled(signal)
    return Ending(outcome: reason ?? outcome, isOutputCut: copying?.isCut ?? false)
  }

  /// Copies the output of the process until the process has ended. Ends the process and its group at `end`, or when
  /// `stop` is closed: with SIGTERM, then with SIGKILL. Returns the reason; nil if the process ended by itself.
  private func follow(
    _ process: pid_t,
    until end: ContinuousClock.Instant,
    over: Pipe,
    stop: Pipe,
    _ printed: Pipe,
    _ copying: inout CommandOutput?
  ) -> Outcome? {
    var (reason, deadline) = (Outcome?.none, end)
    var awaited = [over, stop, printed].map {
      pollfd(fd: $0.readEnd, events: Int16(POLLIN), revents: 0)
    }
    while true {
      let left = min(max(0, ((deadline - .now) / .milliseconds(1)).rounded(.up)), 3_600_000)
      if poll(&awaited, nfds_t(awaited.count), Int32(left)) < 0 { continue }
      if awaited[0].revents != 0 { return reason }
      // `poll` ignores negative descriptors.
      if awaited[2].revents != 0, copying?.copy() != true { awaited[2].fd = -1 }
      let isStopped = awaited[1].revents != 0
      guard isStopped || deadline <= .now else { continue }
      if reason == nil {
        reason = isStopped ? .stopped : .late
        deadline = .now + Self.grace
        awaited[1].fd = -1
        kill(-process, SIGTERM)
      } else {
        kill(-process, SIGKILL)
        deadline = .now + .seconds(3600)
      }
    }
  }

  /// A pipe whose ends are not inherited by other commands. Releasing it closes both ends.
  private final class Pipe: Sendable {
    private let ends: Mutex<[Int32]>

    /// Fails if the system cannot create a pipe; `errno` has the reason.
    init?() {
      var ends: [Int32] = [-1, -1]
      guard pipe(&ends) == 0 else { return nil }
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      self.ends = Mutex(ends)
    }

    deinit { for end in 0..<2 { closeEnd(end) } }

    var readEnd: Int32 { ends.withLock { $0[0] } }
    var writeEnd: Int32 { ends.withLock { $0[1] } }

    func closeReadEnd() { closeEnd(0) }
    func closeWriteEnd() { closeEnd(1) }

    private func closeEnd(_ index: Int) {
      ends.withLock { ends in
        if ends[index] >= 0 { close(ends[index]) }
        ends[index] = -1
      }
    }
  }

  /// Starts the process. Returns the system's error number, or 0.
  private func spawn(_ process: inout pid_t, _ standardInput: Int32, _ printed: Int32) -> Int32 {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, standardInput, STDIN_FILENO)
    for descriptor in [STDOUT_FILENO, STDERR_FILENO] {
      if output != nil {
        posix_spawn_file_actions_adddup2(&actions, printed, descriptor)
      } else {
        posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_WRONLY, 0)
      }
    }
    // The command must not inherit sockets and databases of the watch.
    let open = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
    // A descriptor that was just closed gives -1 here, which has all flag bits set.
    for descriptor in open.compactMap({ Int32($0) })
    where descriptor > STDERR_FILENO && fcntl(descriptor, F_GETFD) & FD_CLOEXEC == 0 {
      posix_spawn_file_actions_addclose(&actions, descriptor)
    }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    posix_spawnattr_setpgroup(&attributes, 0)
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    // Signals that the watch ignores or handles get their default action in the command.
    for number in [SIGPIPE, SIGXFSZ, SIGINT, SIGTERM, SIGHUP] { sigaddset(&signals, number) }
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(
      &attributes,
      Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF)
    )
    var variables = ProcessInfo.processInfo.environment
    // NUL characters are removed because they would end the C string.
    for (name, value) in environment { variables[name] = value.replacing("\0", with: "") }
    var texts = Self.strings(["/bin/sh", "-c", command])
    var environment = Self.strings(variables.sorted { $0.key < $1.key }.map { "\($0)=\($1)" })
    defer { for text in texts + environment { free(text) } }
    return posix_spawn(&process, "/bin/sh", &actions, &attributes, &texts, &environment)
  }

  /// An array of C strings with a null pointer at the end.
  private static func strings(_ texts: [String]) -> [UnsafeMutablePointer<CChar>?] {
    texts.map { strdup($0) } + [nil]
  }

  /// Writes the input. A pipe buffers 64 KiB, more than any event, so a command that never reads does not block the
  /// write. It is not an error if the command has closed its input.
  private func feed(_ descriptor: Int32) {
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    _ = DescriptorWriter.write(input, to: descriptor)
  }
}

/// Copies a limited part of the output of a command. The rest is read and dropped, so that the command is not blocked.
struct CommandOutput {
  /// The maximum number of bytes of a command's output that are shown.
  static let limit = 64 << 10
  /// The maximum number of bytes per read: a full pipe.
  private static let chunk = 64 << 10
  /// The minimum free space, in bytes, of a pipe that is ready for writing (pipe(7)).
  private static let pipeBuffer = 4096

  /// The non-blocking descriptor to read from.
  private let source: Int32
  private let target: Int32
  private var buffer = [UInt8](repeating: 0, count: chunk)
  /// Bytes that have not been written yet.
  private var pending: ArraySlice<UInt8> = []
  /// The number of bytes copied or pending so far.
  private var taken = 0
  private var endsLine = true
  private(set) var isCut = false

  init(from source: Int32, to target: Int32) { (self.source, self.target) = (source, target) }

  /// Reads the available output, and writes what fits without blocking. Returns false at the end of the output.
  @discardableResult
  mutating func copy() -> Bool {
    let count = Glibc.read(source, &buffer, Self.chunk)
    if count > 0 {
      let kept = min(count, Self.limit - taken)
      isCut = isCut || kept < count
      pending += buffer[..<kept]
      taken += kept
      if kept > 0 { endsLine = buffer[kept - 1] == UInt8(ascii: "\n") }
    }
    write(until: .now)
    return count != 0
  }

  /// Copies the rest of the output of a command that has ended, for at most `time`. Cut output gets a final line break.
  mutating func end(within time: Duration) {
    copy()
    if isCut, !endsLine { pending.append(UInt8(ascii: "\n")) }
    write(until: .now + time)
  }

  private mutating func write(until end: ContinuousClock.Instant) {
    while !pending.isEmpty {
      var room = pollfd(fd: target, events: Int16(POLLOUT), revents: 0)
      let wait = Int32(max(0, (end - .now) / .milliseconds(1)).rounded(.up))
      let isReady = poll(&room, 1, wait)
      if isReady < 0, errno == EINTR { continue }
      guard isReady > 0, room.revents & Int16(POLLOUT) != 0 else { return }
      let count = pending.prefix(Self.pipeBuffer).withUnsafeBytes {
        Glibc.write(target, $0.baseAddress, $0.count)
      }
      if count < 0, errno == EINTR { continue }
      if count < 0, errno == EAGAIN { return }
      // If the target is closed, the rest is dropped.
      pending.removeFirst(count > 0 ? count : pending.count)
    }
  }
}
