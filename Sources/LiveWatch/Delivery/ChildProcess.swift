import Dispatch
import FoundationEssentials
import Glibc
import Synchronization
import System

/// A shell command that gets a text on its standard input. It leads a process group of its own, and is ended together with it.
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

  /// Time between SIGTERM and SIGKILL.
  private static let grace = Duration.seconds(2)

  /// Runs the command for at most this many seconds; it is ended when the task is cancelled.
  func run(atMost seconds: Double) async -> Ending {
    let life = Life()
    guard let input = Pipe(), let printed = Pipe() else {
      return Ending(outcome: .notStarted(Self.words(errno)))
    }
    _ = fcntl(printed.readEnd, F_SETFL, O_NONBLOCK)
    let copying = output.map { OutputCopy(from: printed.readEnd, to: $0) }
    // The system call that waits for its end needs a thread.
    let hasThread = ReadingThread.start { live(life, input, printed) }
    if !hasThread { life.fail("no thread is left") }
    let timer = Task {
      try await Task.sleep(for: .seconds(seconds))
      await life.end(.late)
    }
    await withTaskCancellationHandler {
      await life.over()
    } onCancel: {
      Task { await life.end(.stopped) }
    }
    timer.cancel()
    let outcome = life.reap()
    defer { withExtendedLifetime(printed) {} }
    return Ending(outcome: outcome, isOutputCut: await copying?.finish() ?? false)
  }

  /// Starts the command, gives it its input, and waits for its end, on a thread of its own.
  private func live(_ life: Life, _ input: Pipe, _ printed: Pipe) {
    // A command that does not read its input must not end the process.
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGPIPE)
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    switch spawn(input.readEnd, printed.writeEnd) {
    case .failure(let error): life.fail(error.words)
    case .success(let process):
      life.begin(process)
      input.closeReadEnd()
      printed.closeWriteEnd()
      feed(input.writeEnd)
      // This is the end of the command's input.
      input.closeWriteEnd()
      var information = siginfo_t()
      while waitid(P_PID, id_t(process), &information, WEXITED | WNOWAIT) != 0, errno == EINTR {}
      life.state.withLock { $0.isOver = true }
    }
  }

  /// The process, from its start until its number may be that of another.
  private final class Life: Sendable {
    struct State {
      var process: pid_t?
      /// It has exited, or was not started.
      var isOver = false
      /// Why it was ended, or not started; nil: it ends by itself.
      var ending: Outcome?
    }

    let state = Shared(State())

    func begin(_ process: pid_t) {
      state.withLock { state in
        state.process = process
        if state.ending != nil { kill(-process, SIGKILL) }
      }
    }

    func fail(_ words: String) {
      state.withLock { ($0.ending, $0.isOver) = (.notStarted(words), true) }
    }

    /// Waits until it is over, also in a task that is cancelled.
    func over() async { await Task { _ = await state.wait { $0.isOver ? () : nil } }.value }

    /// Ends it and its group: first with SIGTERM, and what is left with SIGKILL.
    func end(_ reason: Outcome) async {
      let isFirst = state.withLock { state in
        guard state.ending == nil, !state.isOver else { return false }
        state.ending = reason
        if let process = state.process { kill(-process, SIGTERM) }
        return true
      }
      guard isFirst else { return }
      _ = await state.wait(atMost: ChildProcess.grace / .seconds(1)) { $0.isOver ? () : nil }
      state.withLock { if let process = $0.process { _ = kill(-process, SIGKILL) } }
    }

    /// Releases its number after it is over; the group of one that was ended ends with it.
    func reap() -> Outcome {
      state.withLock { state in
        guard let process = state.process else { return state.ending ?? .stopped }
        if state.ending != nil { kill(-process, SIGKILL) }
        state.process = nil
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        // <sys/wait.h>: the macros that split a status.
        let signal = status & 0x7f
        return state.ending ?? (signal == 0 ? .exited(status >> 8 & 0xff) : .signalled(signal))
      }
    }
  }

  /// A pipe whose ends no other command inherits, and which are closed with it.
  private final class Pipe: Sendable {
    private let ends: Mutex<[Int32]>

    /// Nil when the system has no pipes left: `errno` has the reason.
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

  private struct SpawnError: Error { var words: String }

  private func spawn(_ standardInput: Int32, _ printed: Int32) -> Result<pid_t, SpawnError> {
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
    var variables = ProcessInfo.processInfo.environment
    // A C string ends at its first NUL.
    for (name, value) in environment { variables[name] = value.replacing("\0", with: "") }
    var texts = Self.strings(["/bin/sh", "-c", command])
    var environment = Self.strings(variables.sorted { $0.key < $1.key }.map { "\($0)=\($1)" })
    defer { for text in texts + environment { free(text) } }
    var process = pid_t()
    let result = posix_spawn(&process, "/bin/sh", &actions, &attributes, &texts, &environment)
    return result == 0 ? .success(process) : .failure(SpawnError(words: Self.words(result)))
  }

  /// C strings in an array with a null pointer at its end.
  private static func strings(_ texts: [String]) -> [UnsafeMutablePointer<CChar>?] {
    texts.map { strdup($0) } + [nil]
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

  /// Open files that a new process would get.
  private static func inheritedDescriptors() -> [Int32] {
    guard let directory = opendir("/proc/self/fd") else { return [] }
    defer { closedir(directory) }
    var numbers: [Int32] = []
    while let entry = readdir(directory) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      // A descriptor that has been closed meanwhile has all flags.
      if let number = Int32(name), number > STDERR_FILENO,
        fcntl(number, F_GETFD) & FD_CLOEXEC == 0
      {
        numbers.append(number)
      }
    }
    return numbers
  }

  private static func words(_ number: Int32) -> String {
    String(cString: strerror(number)).lowercased()
  }
}

/// Copies what a command prints while it runs.
private final class OutputCopy: Sendable {
  private let copying: Mutex<CommandOutput>
  /// Any thread may use it (libdispatch).
  private nonisolated(unsafe) let source: any DispatchSourceRead
  private let hasEnded = Shared(false)

  init(from printed: Int32, to target: Int32) {
    copying = Mutex(CommandOutput(from: printed, to: target))
    source = DispatchSource.makeReadSource(
      fileDescriptor: printed,
      queue: DispatchQueue(label: "id3tap.output")
    )
    source.setEventHandler { [self] in
      if !copying.withLock({ $0.copy() }) { source.cancel() }
    }
    source.setCancelHandler { [hasEnded] in hasEnded.withLock { $0 = true } }
    source.resume()
  }

  /// Copies what is left; returns whether something was left out. The descriptors may be closed afterwards.
  func finish() async -> Bool {
    source.cancel()
    await Task {
      _ = await hasEnded.wait { $0 ? () : nil }
      copying.withLock { $0.end() }
      var turns = CommandOutput.lastTurns
      while turns > 0, copying.withLock({ !$0.writeWithoutWaiting() }) {
        turns -= 1
        try? await Task.sleep(for: CommandOutput.turn)
      }
    }.value
    return copying.withLock { $0.isCut }
  }
}
