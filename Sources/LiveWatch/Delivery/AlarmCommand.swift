import Glibc
import Synchronization

/// Runs a command for every event except tags. The command gets the event as JSON on its standard input, and
/// as environment variables.
///
/// The events of one feed follow one another; those of different feeds run in parallel, a few at a time, each for a bounded
/// time. A bounded number of further events waits. A command that fails is run again. One that hangs affects nothing else.
package final class AlarmCommand: EventSink {
  /// The most commands that run at the same time.
  package static let concurrency = 4
  /// The timeout of a command, in seconds.
  package static let timeout = 30.0
  /// The most events that wait.
  static let capacity = 256
  /// The most attempts for an event that the command ends with an error.
  static let attempts = 5
  /// EX_TEMPFAIL of <sysexits.h>: the command asks to be run again until it works.
  private static let temporaryFailure: Int32 = 75

  private let command: String
  private let timeout: Double
  /// Seconds before the second attempt; each further wait is twice as long, up to a minute.
  private let firstDelay: Double
  /// The descriptor for its output; nil: the output is dropped.
  private let output: Int32?
  private let log: @Sendable (String) -> Void
  private let buffer: EventBuffer
  private let task: SinkTask
  private let state = Mutex(DeliveryCounts())
  private let outage = Mutex(Outage())

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
    self.init(
      command,
      timeout: timeout,
      firstDelay: 1,
      output: showsOutput ? STDERR_FILENO : nil,
      log: log
    )
  }

  init(
    _ command: String,
    timeout: Double,
    firstDelay: Double,
    output: Int32?,
    log: @escaping @Sendable (String) -> Void
  ) {
    self.command = command
    self.timeout = timeout
    self.firstDelay = firstDelay
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

  package func take(_ event: WatchEvent) {
    guard event.isSent, buffer.put(event) else { return }
    log(
      "--alarm-command: more than \(Self.capacity) events wait, the oldest are dropped: let it return sooner"
    )
  }

  /// The events that are not delivered yet.
  package var waiting: [WatchEvent] { buffer.waiting }

  /// Delivers events of an earlier run first. Call it before ``start()``. What waits at the end is kept for the next watch.
  package func resume(_ events: [WatchEvent]) { buffer.resume(events) }

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

  /// Runs the command until it works, or is of no use for the event.
  private func run(_ event: WatchEvent) async {
    let place = "(\(event.title) of \(event.input))"
    var failures = Outage(first: firstDelay)
    for attempt in 1... {
      let process = ChildProcess(
        command: command,
        environment: Self.environment(of: event),
        input: event.line,
        output: output
      )
      let ending = await process.run(atMost: timeout)
      if ending.isOutputCut {
        log(
          "--alarm-command: printed more than \(CommandOutput.limit >> 10) KiB, the rest is not shown: "
            + "let it print less \(place)"
        )
      }
      switch Self.result(ending.outcome, attempt: attempt) {
      case .delivered:
        state.withLock { $0.delivered += 1 }
        if outage.withLock({ $0.end() }) { log("--alarm-command: works again") }
        return buffer.finish(event)
      case .failed:
        state.withLock { $0.failed += 1 }
        log("--alarm-command: \(problem(ending.outcome)) \(place)")
        return buffer.finish(event)
      case .stopped: return log("--alarm-command: \(problem(ending.outcome)) \(place)")
      case .again:
        if outage.withLock({ $0.begin() }) {
          log("--alarm-command: \(problem(ending.outcome)); it is run again \(place)")
        }
        _ = failures.begin()
        try? await Task.sleep(for: failures.wait)
        // The event waits for the next watch, or is counted as dropped.
        guard !Task.isCancelled else { return }
      }
    }
  }

  /// What the end of a command means for its event.
  private enum Result {
    case delivered
    /// It did not work, and is not run again.
    case failed
    case again
    /// The watch ends.
    case stopped
  }

  private static func result(_ outcome: ChildProcess.Outcome, attempt: Int) -> Result {
    switch outcome {
    case .exited(0): .delivered
    case .exited(temporaryFailure), .notStarted: .again
    case .exited, .signalled: attempt < attempts ? .again : .failed
    case .late: .failed
    case .stopped: .stopped
    }
  }

  private func problem(_ outcome: ChildProcess.Outcome) -> String {
    switch outcome {
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
