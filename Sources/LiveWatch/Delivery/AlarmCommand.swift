import Glibc
import Synchronization

/// Runs a command for every event except tags. The command gets the event as JSON on its standard input, and
/// as environment variables.
///
/// A few commands run in parallel, each for a bounded time; a bounded number of further events waits. A
/// command that hangs or fails is logged, and affects nothing else.
package final class AlarmCommand: EventSink {
  /// The most commands that run at the same time.
  package static let concurrency = 4
  /// The timeout of a command, in seconds.
  package static let timeout = 30.0
  /// The most events that wait.
  static let capacity = 256

  private let command: String
  private let timeout: Double
  /// The descriptor for its output; nil: the output is dropped.
  private let output: Int32?
  private let log: @Sendable (String) -> Void
  private let buffer: EventBuffer
  private let task: SinkTask
  private let state = Mutex(DeliveryCounts())

  /// Makes a sink; ``start()`` starts it.
  /// - Parameters:
  ///   - command: The command line for the shell.
  ///   - timeout: Its timeout in seconds.
  ///   - showsOutput: Whether its output goes to standard error, a bounded part of each run.
  ///   - log: Logs errors.
  package convenience init(
    _ command: String,
    timeout: Double = AlarmCommand.timeout,
    showsOutput: Bool,
    log: @escaping @Sendable (String) -> Void
  ) {
    self.init(command, timeout: timeout, output: showsOutput ? STDERR_FILENO : nil, log: log)
  }

  init(
    _ command: String,
    timeout: Double,
    output: Int32?,
    log: @escaping @Sendable (String) -> Void
  ) {
    self.command = command
    self.timeout = timeout
    self.output = output
    self.log = log
    buffer = EventBuffer(capacity: Self.capacity)
    task = SinkTask(buffer)
  }

  /// The numbers of events that were delivered, failed and dropped so far.
  package var counts: DeliveryCounts {
    var counts = state.withLock { $0 }
    buffer.count(in: &counts)
    return counts
  }

  package func take(_ event: WatchEvent) { if event.isSent { buffer.put(event) } }

  /// Starts to run commands.
  package func start() {
    task.start { [self] in
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<Self.concurrency {
          group.addTask { while let event = await self.buffer.next() { await self.run(event) } }
        }
      }
    }
  }

  /// Waits this many seconds for the commands of the last events; then ends them. Logs the number of events
  /// for which no command ran.
  package func finish(waitingAtMost seconds: Double = 5) async {
    await task.finish(waitingAtMost: seconds)
    if let words = buffer.lossWords { log("--alarm-command: \(words): let it return sooner") }
  }

  private func run(_ event: WatchEvent) async {
    let process = ChildProcess(
      command: command,
      environment: Self.environment(of: event),
      input: event.line,
      output: output
    )
    let ending = await process.run(atMost: timeout)
    let problem = Self.problem(ending.outcome, timeout: timeout)
    state.withLock { counts in
      if problem == nil { counts.delivered += 1 } else { counts.failed += 1 }
    }
    let place = "(\(event.title) of \(event.input))"
    if ending.isOutputCut {
      log(
        "--alarm-command: printed more than \(CommandOutput.limit >> 10) KiB, the rest is not shown: "
          + "let it print less \(place)"
      )
    }
    if let problem { log("--alarm-command: \(problem) \(place)") }
  }

  private static func problem(_ outcome: ChildProcess.Outcome, timeout: Double) -> String? {
    switch outcome {
    case .exited(0): nil
    case .exited(let code): "ended with exit code \(code): run it by hand"
    case .signalled(let number): "was ended by signal \(number): run it by hand"
    case .late: "took longer than \(SecondsText.text(timeout)) and was ended: let it return sooner"
    case .stopped: "was ended with the watch: let it return sooner"
    case .notStarted(let words): "cannot be started (\(words)): check the limits of the system"
    }
  }

  /// The fields of the event as environment variables; fields that are null are empty.
  static func environment(of event: WatchEvent) -> [(name: String, value: String)] {
    guard case .object(let members) = event.json else { return [] }
    let fields = members.map { member -> (name: String, value: String) in
      let value: String =
        switch member.value {
        case .null: ""
        case .string(let text): text
        case let other: other.text
        }
      return ("ID3TAP_" + member.key.uppercased(), value)
    }
    return fields + [("ID3TAP_JSON", event.json.text), ("ID3TAP_TEXT", event.text)]
  }
}
