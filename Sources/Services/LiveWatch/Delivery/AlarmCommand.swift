import Glibc
import Synchronization

/// Runs a command for every event except tags and muted events. The command receives the event as JSON on its standard
/// input and as environment variables.
///
/// Commands for events of one feed run one after another. Commands for different feeds run in parallel, a few at a time
/// and each for a limited time. The number of waiting events is limited. A command that fails is run again. A command
/// that exceeds its timeout is ended and not run again.
package final class AlarmCommand: QueuedSink {
  package static let concurrency = 4
  /// The timeout of a command, in seconds.
  package static let timeout = 30.0
  static let capacity = 256
  /// The maximum number of attempts if the command ends by a signal or with an exit code other than 0 and 75.
  private static let attempts = 5
  /// The exit code with which a command requests unlimited further attempts: EX_TEMPFAIL of <sysexits.h>.
  private static let temporaryFailure: Int32 = 75

  package let buffer: EventBuffer
  private let command: String
  private let timeout: Double
  private let firstDelay: Double
  private let output: Int32?
  private let outage = Mutex(Outage())

  /// Makes a sink; ``start()`` starts it.
  /// - Parameters:
  ///   - command: The command line for the shell.
  ///   - timeout: The timeout of the command in seconds.
  ///   - firstDelay: Seconds before the second attempt; each further wait is twice as long, up to a minute.
  ///   - output: The descriptor to which a limited part of the output of each run is copied; nil means that the output is
  ///     dropped.
  ///   - log: Logs errors.
  package init(
    _ command: String,
    timeout: Double = AlarmCommand.timeout,
    firstDelay: Double = 1,
    output: Int32?,
    log: @escaping @Sendable (String) -> Void
  ) {
    self.command = command
    self.timeout = timeout
    self.firstDelay = firstDelay
    self.output = output
    buffer = EventBuffer(
      "--alarm-command",
      capacity: Self.capacity,
      remedy: "make the command return sooner",
      log: log
    )
  }

  package func take(_ event: WatchEvent) { if event.isSent { buffer.put(event) } }

  package func start() {
    buffer.start { [self] in
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<Self.concurrency {
          group.addTask { while let event = await self.buffer.next() { await self.run(event) } }
        }
      }
    }
  }

  /// Waits at most `seconds` for the commands of the last events, then ends them. Logs the number of events that were
  /// dropped or are kept for the next watch.
  package func finish(waitingAtMost seconds: Double = 5) async {
    await buffer.finish(waitingAtMost: seconds)
    buffer.reportLoss()
  }

  /// Runs the command until it succeeds or no further attempt is allowed.
  private func run(_ event: WatchEvent) async {
    let place = "(\(event.title) of \(event.input))"
    let process = ChildProcess(
      command: command,
      environment: Self.environment(of: event),
      input: event.line,
      output: output
    )
    var failures = Outage(first: firstDelay)
    for attempt in 1... {
      let ending = await process.run(atMost: timeout)
      if ending.isOutputCut {
        buffer.report(
          "printed more than \(CommandOutput.limit >> 10) KiB, and the rest is not shown: "
            + "make the command print less \(place)"
        )
      }
      switch ending.outcome {
      case .exited(0):
        if outage.withLock({ $0.end() }) { buffer.report("works again") }
        return buffer.finish(event, isDelivered: true)
      case .stopped: return buffer.report("\(problem(.stopped)) \(place)")
      case let outcome where Self.isFinal(outcome, attempt: attempt):
        buffer.report("\(problem(outcome)) \(place)")
        return buffer.finish(event, isDelivered: false)
      case let outcome:
        if outage.withLock({ $0.begin() }) {
          buffer.report("\(problem(outcome)); the command is run again \(place)")
        }
        _ = failures.begin()
        try? await Task.sleep(for: failures.wait)
        // The event is kept for the next watch, or counted as dropped.
        guard !Task.isCancelled else { return }
      }
    }
  }

  /// Whether no further attempt is made after `outcome`.
  private static func isFinal(_ outcome: ChildProcess.Outcome, attempt: Int) -> Bool {
    switch outcome {
    case .exited(temporaryFailure), .notStarted: false
    case .exited, .signalled: attempt >= attempts
    case .late, .stopped: true
    }
  }

  private func problem(_ outcome: ChildProcess.Outcome) -> String {
    switch outcome {
    case .exited(let code): "ended with exit code \(code): run the command by hand"
    case .signalled(let number): "was ended by signal \(number): run the command by hand"
    case .late:
      "took longer than \(SecondsText.text(timeout)) and was ended: make the command return sooner"
    case .stopped: "was ended because the watch ended: make the command return sooner"
    case .notStarted(let words): "cannot be started (\(words)): check the system's limits"
    }
  }

  /// The fields of the event, and the event as JSON and as text, as environment variables. A null field is empty.
  private static func environment(of event: WatchEvent) -> [(name: String, value: String)] {
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
