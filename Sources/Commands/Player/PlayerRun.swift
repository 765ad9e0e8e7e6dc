import ArgumentParser
import PingDelivery
import Playback
import Synchronization
import System
import Terminal
import TerminalPlayer

/// Plays channels on the terminal, or as a script says.
struct PlayerRun {
  /// The time of the clock of a script at its start, in Unix seconds: 2023-11-14T22:13:20Z.
  static let scriptStart: Int64 = 1_700_000_000
  /// Where the log is saved unless `-o` names another file.
  static let logName = "id3tap-player.jsonl"

  let channels: PlayerChannels
  /// The name of the list of channels, and what reads it again; nil without a list.
  let reload: (list: String, read: () throws(PlayerChannels.Problem) -> PlayerChannels)?
  let playback: PlaybackArguments
  let reading: InputReading
  let totalTimeout: Duration?
  let output: OutputOptions
  let diagnostics: Diagnostics

  /// Plays on the terminal.
  /// - Throws: the exit code, when it is not 0.
  func onTerminal(speed: Double) throws {
    let clock = RunningClock(
      start: playback.start.map { $0 * 1000 } ?? SystemClock.milliseconds(),
      speed: speed
    )
    let isColored = output.color.isColored(
      onTerminal: OutputDestination.standardOutput().isTerminal
    )
    let waiting = WaitingLines()
    let sending = SendingRun(playback, reading.fetching.network, diagnostics)
    StandardError.redirect { text in
      waiting.put(text)
      TerminalRun.wake()
    }
    let end: (failure: Int32, log: PlayerLog)?
    do {
      defer { StandardError.redirect(to: nil) }
      var options = try self.options(sending)
      options.onChange = { TerminalRun.wake() }
      end = play(options, clock: clock, save: save) {
        controller -> (failure: Int32, log: PlayerLog) in
        let run = TerminalRun(
          controller,
          clock: clock,
          isColored: isColored,
          isInterrupted: { Interruption.isRequested },
          look: {
            sending?.report()
            for line in waiting.empty() { controller.session.report(line) }
          }
        )
        return (run(), controller.session.log)
      }
    }
    for line in waiting.empty() { diagnostics.failure(line) }
    let isSent = sending?.finish() ?? true
    if let failure = end?.failure, failure != 0 {
      diagnostics.failure(
        "the terminal cannot be used (\(SmallFile.words(for: failure))): use --script"
      )
      throw ExitCodes.failed
    }
    let isWritten = write(end?.log, sending?.failedSends ?? [])
    if Interruption.isRequested { throw ExitCodes.interrupted }
    if !isSent || !isWritten { throw ExitCodes.failed }
  }

  /// Plays as a script says and writes the log. Without a speed the time of the script is not waited for.
  /// - Throws: the exit code, when it is not 0.
  func script(_ script: PlayerScript, speed: Double?) throws {
    let destination = try destination()
    let start = (playback.start ?? Self.scriptStart) * 1000
    let sending = SendingRun(playback, reading.fetching.network, diagnostics)
    var options = try self.options(sending)
    options.waitsForStream = speed == nil
    options.onPings = { sending?.keepUp($0) }
    var hasFailed = false
    options.onFailure = { failure in
      hasFailed = true
      if !Interruption.isRequested { diagnostics.failure(failure.description) }
    }
    let log: PlayerLog?
    if let speed {
      let clock = RunningClock(start: start, speed: speed)
      log = play(options, clock: clock, save: saveLater) { controller in
        self.run(
          script,
          controller,
          clock,
          .sleeping(by: clock) { Interruption.wait(milliseconds: $0) }
        )
      }
    } else {
      let clock = VirtualClock(milliseconds: start)
      log = play(options, clock: clock, save: saveLater) { controller in
        self.run(script, controller, clock, .setting(clock))
      }
    }
    let isSent = sending?.finish() ?? true
    do throws(OutputError) {
      if let log { try write(log, sending?.failedSends ?? [], to: destination) }
    } catch {
      if error.code != .readerGone {
        diagnostics.failure(error.description)
        throw ExitCodes.failed
      }
    }
    if Interruption.isRequested { throw ExitCodes.interrupted }
    if hasFailed || !isSent { throw ExitCodes.failed }
  }

  private func run(
    _ script: PlayerScript,
    _ controller: PlayerController,
    _ clock: any PlayerClock,
    _ waiting: ScriptRun.Waiting
  ) -> PlayerLog {
    ScriptRun(
      controller,
      clock: clock,
      waiting: waiting,
      isInterrupted: { Interruption.isRequested }
    )(script)
    return controller.session.log
  }

  /// Makes the player for `body`; the engine is released when this returns, so that the sender can end.
  private func play<Result>(
    _ options: PlayerOptions,
    clock: any PlayerClock,
    save: @escaping (PlayerLog) -> String,
    _ body: (PlayerController) -> Result
  ) -> Result? {
    let current = CurrentMembers(channels.members)
    let session = PlayerSession(channels: channels.channels, options: options, clock: clock) {
      ChannelStream(current.members[$0], reading, deadline: totalTimeout)
    }
    return session.map { session in
      let reload = reload.map { reload in
        { (session: PlayerSession) in Self.reload(reload, session, current) }
      }
      return body(
        reload.map { PlayerController(session, save: save, reload: $0) }
          ?? PlayerController(session, save: save)
      )
    }
  }

  /// Reads the list of channels again, and says how that went.
  private static func reload(
    _ reload: (list: String, read: () throws(PlayerChannels.Problem) -> PlayerChannels),
    _ session: PlayerSession,
    _ current: CurrentMembers
  ) -> String {
    do throws(PlayerChannels.Problem) {
      let found = try reload.read()
      current.members = found.members
      session.replaceChannels(found.channels)
      let count = found.channels.count
      return "list of channels read again: \(count) channel\(count == 1 ? "" : "s")"
    } catch {
      return "\(error.description): the channels stay as they are"
    }
  }

  private func options(_ sending: SendingRun?) throws -> PlayerOptions {
    var options = PlayerOptions()
    options.playback = playback.options(for: channels.channels.first?.url ?? "")
    options.playback.log = diagnostics.engineLog(for: channels.channels.first?.url ?? "")
    options.playback.timeShift = try playback.timeShiftClient()?.responder
    sending?.prepare(&options.playback)
    options.isWanted = playback.isWanted
    return options
  }

  // MARK: - The log

  private func destination() throws -> OutputDestination {
    do {
      return try output.destination()
    } catch {
      diagnostics.failure(error.description)
      throw ExitCodes.failed
    }
  }

  /// Writes the log where `-o` says, if it does; false when that failed.
  private func write(_ log: PlayerLog?, _ failures: [FailedSend]) -> Bool {
    guard output.output != nil, let log else { return true }
    do throws(OutputError) {
      try write(log, failures, to: output.destination())
      return true
    } catch {
      if error.code == .readerGone { return true }
      diagnostics.failure(error.description)
      return false
    }
  }

  /// Saves the log, and says how that went.
  private func save(_ log: PlayerLog) -> String {
    let path = output.output.flatMap { $0 == "-" ? nil : $0 } ?? Self.logName
    do throws(OutputError) {
      try write(log, to: .file(path))
      return "\(path): \(log.entries.count) lines saved"
    } catch {
      return error.description
    }
  }

  /// The log of a script is its result.
  private func saveLater(_ log: PlayerLog) -> String {
    "the log is written at the end of the script"
  }

  private func write(
    _ log: PlayerLog,
    _ failures: [FailedSend] = [],
    to destination: OutputDestination
  ) throws(OutputError) {
    if log.droppedCount > 0 {
      diagnostics.notice(
        "\(destination.name): the first \(log.droppedCount) lines of the log were dropped, because it was too long: "
          + "play less at once"
      )
    }
    for entry in log.entries(with: failures.map { ($0.url, $0.logged) }) {
      try destination.append { bytes in
        entry.json.append(to: &bytes)
        bytes.append(UInt8(ascii: "\n"))
      }
    }
    try destination.commit()
  }
}

extension FailedSend {
  /// The error that an app's delegate would have received.
  fileprivate var logged: LogEntry.Content {
    switch code {
    case .log(let code): .error(code: code.rawValue, name: code.name, text)
    case .api(let code): .error(code: code.rawValue, name: code.name, text)
    }
  }
}

/// The inputs of the channels, which a new list replaces.
private final class CurrentMembers {
  var members: [InputGroup.Member]

  init(_ members: [InputGroup.Member]) { self.members = members }
}

/// Messages while the screen belonged to the player, from any thread.
private final class WaitingLines: Sendable {
  /// Lines between two reads of them; more are not kept.
  private static let limit = 1000
  private let lines = Mutex<[String]>([])

  func put(_ text: String) {
    let prefix = "id3tap: "
    let line = text.split(separator: "\n").first.map(String.init) ?? ""
    lines.withLock { lines in
      guard lines.count < Self.limit else { return }
      lines.append(line.hasPrefix(prefix) ? String(line.dropFirst(prefix.count)) : line)
    }
  }

  func empty() -> [String] {
    lines.withLock { lines in
      defer { lines = [] }
      return lines
    }
  }
}
