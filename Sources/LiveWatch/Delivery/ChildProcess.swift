import FoundationEssentials
import Glibc
import System

/// A shell command that gets a text on its standard input. It runs in its own process group and with a mark,
/// so that it can be ended together with all processes that it started.
struct ChildProcess {
  /// How a command ended.
  enum Outcome: Equatable {
    /// It exited with this code.
    case exited(Int32)
    /// This signal ended it.
    case signalled(Int32)
    /// It exceeded its timeout, and was ended.
    case late
    /// It was ended because the watch ends.
    case stopped
    /// It could not be started: the system's message.
    case notStarted(String)
  }

  /// The end of a command.
  struct Ending: Equatable {
    var outcome: Outcome
    /// Whether it printed more than is shown.
    var isOutputCut = false
  }

  /// The command line for the shell.
  let command: String
  /// Variables that are added to the environment of the watch.
  let environment: [(name: String, value: String)]
  /// The bytes for its standard input.
  let input: [UInt8]
  /// The descriptor to which a bounded part of its output is copied; nil: the output is dropped.
  let output: Int32?

  private let mark = ProcessMark()

  /// Seconds between SIGTERM and SIGKILL.
  private static let grace = 2.0
  /// The interval, in seconds, between two checks whether the command has ended.
  private static let interval = 0.02

  /// Runs the command for at most this many seconds. `stop` ends it sooner.
  func run(atMost seconds: Double, stop: StopSignal) -> Ending {
    guard let input = Pipe() else { return Ending(outcome: .notStarted(Self.words(errno))) }
    guard let output else {
      return run(input, nil, atMost: seconds, stop: stop) { _ in }
    }
    guard let printed = Pipe() else {
      let words = Self.words(errno)
      input.closeBoth()
      return Ending(outcome: .notStarted(words))
    }
    _ = fcntl(printed.readEnd, F_SETFL, O_NONBLOCK)
    var copying = CommandOutput(from: printed.readEnd, to: output)
    var ending = run(input, printed, atMost: seconds, stop: stop) { hasEnded in
      if hasEnded { copying.finish() } else { copying.copy() }
    }
    close(printed.readEnd)
    ending.isOutputCut = copying.isCut
    return ending
  }

  /// Runs the command with these pipes, and calls `look` repeatedly, the last time after its end.
  private func run(
    _ input: Pipe,
    _ printed: Pipe?,
    atMost seconds: Double,
    stop: StopSignal,
    look: (_ hasEnded: Bool) -> Void
  ) -> Ending {
    let spawned = spawn(standardInput: input.readEnd, output: printed?.writeEnd)
    close(input.readEnd)
    if let printed { close(printed.writeEnd) }
    switch spawned {
    case .failure(let error):
      close(input.writeEnd)
      return Ending(outcome: .notStarted(error.words))
    case .success(let process):
      feed(input.writeEnd)
      // This is the end of the command's input.
      close(input.writeEnd)
      let outcome = wait(for: process, atMost: seconds, stop: stop) { look(false) }
      look(true)
      return Ending(outcome: outcome)
    }
  }

  /// A pipe whose ends no other command inherits.
  private struct Pipe {
    let readEnd: Int32
    let writeEnd: Int32

    /// Nil when the system has no pipes left: `errno` has the reason.
    init?() {
      var ends: [Int32] = [-1, -1]
      guard pipe(&ends) == 0 else { return nil }
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      readEnd = ends[0]
      writeEnd = ends[1]
    }

    func closeBoth() {
      close(readEnd)
      close(writeEnd)
    }
  }

  private struct SpawnError: Error { var words: String }

  private func spawn(standardInput: Int32, output: Int32?) -> Result<pid_t, SpawnError> {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, standardInput, STDIN_FILENO)
    for descriptor in [STDOUT_FILENO, STDERR_FILENO] {
      if let output {
        posix_spawn_file_actions_adddup2(&actions, output, descriptor)
      } else {
        posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_WRONLY, 0)
      }
    }
    // The command must not inherit sockets and databases of the watch.
    for descriptor in Self.inheritedDescriptors() {
      posix_spawn_file_actions_addclose(&actions, descriptor)
    }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    posix_spawnattr_setpgroup(&attributes, 0)
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    // Signals that the watch ignores or handles have their default action in the command.
    for number in [SIGPIPE, SIGXFSZ, SIGINT, SIGTERM, SIGHUP] { sigaddset(&signals, number) }
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(
      &attributes,
      Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF)
    )
    var arguments = Self.strings(["/bin/sh", "-c", command])
    let marked = environment + [(ProcessMark.name, mark.value)]
    var variables = Self.strings(Self.environment(adding: marked))
    defer { for text in arguments + variables { free(text) } }
    var process = pid_t()
    let result = posix_spawn(&process, "/bin/sh", &actions, &attributes, &arguments, &variables)
    return result == 0 ? .success(process) : .failure(SpawnError(words: Self.words(result)))
  }

  /// Writes the input. A pipe holds 64 KiB, more than any event: a command that never reads does not block
  /// this, and a command that has closed its end is not an error.
  private func feed(_ descriptor: Int32) {
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    var written = 0
    while written < input.count {
      let count = input.withUnsafeBytes {
        write(descriptor, $0.baseAddress?.advanced(by: written), $0.count - written)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return }
      written += count
    }
  }

  private func wait(
    for process: pid_t,
    atMost seconds: Double,
    stop: StopSignal,
    look: () -> Void
  ) -> Outcome {
    let clock = WatchClock.system
    let deadline = clock.now + seconds
    while true {
      if let outcome = Self.outcome(of: process, waits: false) { return outcome }
      look()
      let isLate = clock.now >= deadline
      if isLate || stop.isRequested {
        end(process, look: look)
        return isLate ? .late : .stopped
      }
      _ = stop.wait(atMost: Self.interval)
    }
  }

  /// Ends all processes that the command started: first with SIGTERM, then with SIGKILL.
  private func end(_ process: pid_t, look: () -> Void) {
    kill(-process, SIGTERM)
    signalStrays(of: process, SIGTERM)
    let clock = WatchClock.system
    let deadline = clock.now + Self.grace
    let pause = StopSignal()
    while clock.now < deadline {
      if Self.outcome(of: process, waits: false) != nil { break }
      look()
      _ = pause.wait(atMost: Self.interval)
    }
    // Processes that the command started and did not end belong to the same group.
    let isEnded = Self.hasEnded(process)
    kill(-process, SIGKILL)
    // A process can start another during the search.
    for _ in 0..<Self.mostSearches {
      guard signalStrays(of: process, SIGKILL) else { break }
      _ = pause.wait(atMost: Self.interval)
    }
    if !isEnded { _ = Self.outcome(of: process, waits: true) }
  }

  /// The most searches for processes that have left the group and do not end.
  private static let mostSearches = 10

  /// Signals processes that the command started and that have left its group.
  /// - Returns: Whether there was one.
  @discardableResult private func signalStrays(of process: pid_t, _ number: Int32) -> Bool {
    let strays = mark.processes.filter { getpgid($0) != process }
    for stray in strays { kill(stray, number) }
    return !strays.isEmpty
  }

  /// Whether the process has already been waited for.
  private static func hasEnded(_ process: pid_t) -> Bool {
    var information = siginfo_t()
    return waitid(P_PID, id_t(process), &information, WEXITED | WNOHANG | WNOWAIT) != 0
  }

  private static func outcome(of process: pid_t, waits: Bool) -> Outcome? {
    var status: Int32 = 0
    while true {
      let result = waitpid(process, &status, waits ? 0 : WNOHANG)
      if result < 0, errno == EINTR { continue }
      guard result == process else { return nil }
      // <sys/wait.h>: the macros that split a status.
      let signal = status & 0x7f
      return signal == 0 ? .exited(status >> 8 & 0xff) : .signalled(signal)
    }
  }

  /// C strings in an array with a null pointer at its end.
  private static func strings(_ texts: [String]) -> [UnsafeMutablePointer<CChar>?] {
    texts.map { strdup($0) } + [nil]
  }

  private static func environment(adding: [(name: String, value: String)]) -> [String] {
    var variables = ProcessInfo.processInfo.environment
    // A C string ends at its first NUL.
    for (name, value) in adding { variables[name] = value.replacing("\0", with: "") }
    return variables.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
  }

  /// Open files that a new process would get.
  private static func inheritedDescriptors() -> [Int32] {
    NumberedFiles.numbers(in: "/proc/self/fd").filter { number in
      // A descriptor that has been closed meanwhile has all flags.
      number > STDERR_FILENO && fcntl(number, F_GETFD) & FD_CLOEXEC == 0
    }
  }

  private static func words(_ number: Int32) -> String {
    SystemError.reason(number)
  }
}
