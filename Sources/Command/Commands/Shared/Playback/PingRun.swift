import Formats
import NielsenAppApi
import Playback
import Presentation
import Records
import System
import TimedMetadata

final class PingRun {
  private let input: String
  private let arguments: PlaybackArguments
  private let selection: MissingTags.Selection
  private let write: (PingRow) throws(OutputError) -> Void
  private let diagnostics: Diagnostics
  private let sending: SendingRun?
  /// A PEM file with additional certificates that are trusted for the server of time-shift codes.
  var caFile: String?
  /// Called with every event of playback.
  var onEvent: ((PlayedEvent) -> Void)?
  /// The remarks on listed calls that have been reported. Each remark is reported once.
  private var remarks: Set<String> = []
  private var index = 0

  /// `write` receives a row for each ping.
  init(
    _ input: String,
    _ arguments: PlaybackArguments,
    _ selection: MissingTags.Selection,
    _ diagnostics: Diagnostics,
    _ sending: SendingRun?,
    write: @escaping (PingRow) throws(OutputError) -> Void
  ) {
    self.input = input
    self.arguments = arguments
    self.selection = selection
    self.write = write
    self.diagnostics = diagnostics
    self.sending = sending
  }

  /// Plays a stream. If `events` is nil, plays a scenario or a list of calls that needs no stream. If reading fails or is
  /// interrupted, the viewer stops watching, and the pings for the part that was watched are still made. If the task is
  /// cancelled, the player stops waiting for time-shift codes and for the sender.
  func play(_ events: TimedMetadataEvents?) async throws {
    var options = arguments.options(for: input)
    let isAsked = options.withScenario.appInfo["nol_devDebug"] != nil
    options.log = diagnostics.engineLog(for: input, isAsked: isAsked)
    let codes = try arguments.timeShiftClient(caFile: caFile)
    options.timeShift = codes?.responder
    let network = sending?.prepare(&options)
    try await withTaskCancellationHandler {
      let player = try SynthesizedPlayer(options: options)
      player.onEvent = { [unowned self] event in
        onEvent?(event)
        if let line = event.line { report(event, ofLine: line) }
      }
      if let events { return try await play(events, with: player) }
      player.finish(duration: nil)
      try await writePings(of: player)
      explain(player)
    } onCancel: {
      codes?.cancel()
      network?.cancel()
    }
  }

  /// Reports the SDK's remark on a line of a list of calls, unless the same remark has been reported.
  private func report(_ event: PlayedEvent, ofLine line: Int) {
    guard case .remark(let text) = event.kind, remarks.insert(text).inserted else { return }
    diagnostics.notice("\(input): line \(line): \(event.instance): \(text)")
  }

  private func play(_ events: TimedMetadataEvents, with player: SynthesizedPlayer) async throws {
    let pass = StreamPass(input, events, diagnostics, notes: .losses)
    do {
      for try await event in pass {
        switch event {
        case .tag(let tag):
          player.receive(tag)
          try await writePings(of: player)
        case .marker(let marker): player.receive(marker)
        case .note, .segment, .end: break
        }
      }
    } catch let error as TimedMetadataError {
      // If no Nielsen tag was read, nothing was watched.
      if pass.nielsenTagCount > 0 { player.finish(duration: nil) }
      try await writePings(of: player)
      throw error
    }
    player.finish(duration: pass.summary?.duration(ofProgram: player.playedProgram))
    try await writePings(of: player)
    explain(player)
    guard let summary = pass.summary else { return }
    if let losses = RenditionNotices(renditions: summary.renditions).losses {
      diagnostics.notice("\(input): \(losses)")
    }
    let missing = MissingTags(summary: summary, selection: selection, losses: pass.losses)
    if pass.nielsenTagCount > 0 {
      if let lost = missing.lossesBesideTags { diagnostics.notice("\(input): \(lost)") }
    } else if pass.tagCount > 0 {
      diagnostics.notice("\(input): \(missing.explanationOfPlaying)")
    } else {
      diagnostics.notice("\(input): \(missing.explanation)")
    }
  }

  private func writePings(of player: SynthesizedPlayer) async throws(OutputError) {
    let made = player.takePings()
    guard !made.isEmpty else { return }
    await sending?.keepUp(made.count)
    diagnostics.progress.hide()
    for timed in made {
      defer { index += 1 }
      guard arguments.isWanted(timed.ping) else { continue }
      let isOfList = arguments.calls != nil
      let isReceiver = !isOfList && timed.instance == TimedPing.receiver
      try write(
        PingRow(
          input: isReceiver ? "\(input) (receiver)" : input,
          index: index,
          time: timed.time,
          ping: timed.ping,
          instance: isOfList ? timed.instance : nil
        )
      )
    }
  }

  private func explain(_ player: SynthesizedPlayer) {
    // Errors of listed calls have been reported with the numbers of their lines.
    for error in arguments.calls == nil ? player.engineErrors : [] {
      let remedy =
        switch error.code {
        case LogCode.failedProcessID3.rawValue:
          ": run 'id3tap extract' to see the faults of the tags"
        case LogCode.failedAccessDatabase.rawValue, AppApiErrorCode.fileReadFailure.rawValue,
          AppApiErrorCode.fileWriteFailure.rawValue:
          ": the identities are kept in memory only"
        default: error.text.isEmpty ? "" : ": \(error.text)"
        }
      diagnostics.notice(
        "\(input): the engine raised error \(error.code) \(error.name) \(error.count) "
          + "time\(error.count == 1 ? "" : "s")" + remedy
      )
    }
    if let scenario = arguments.scenario, !player.unreachedSteps.isEmpty {
      let lines = player.unreachedSteps.map(String.init).joined(separator: ", ")
      let isOne = player.unreachedSteps.count == 1
      diagnostics.notice(
        "\(scenario.path): the step\(isOne ? "" : "s") in line\(isOne ? "" : "s") \(lines) "
          + "\(isOne ? "was" : "were") not reached"
      )
    }
    if player.unplacedBreakCount > 0 {
      let isOne = player.unplacedBreakCount == 1
      diagnostics.notice(
        "\(input): \(player.unplacedBreakCount) ad break\(isOne ? "" : "s") not played: SCTE-35 "
          + "announced the splice too late: run 'id3tap check' to see the times"
      )
    }
    if player.surplusTagCount > 0 {
      let tags = Decimals.counted(player.surplusTagCount, "tag")
      diagnostics.notice(
        "\(input): \(tags) not played, because there are too many: use --limit-seconds to read less"
      )
    }
    if player.skippedTagCount > 0 {
      let programs = player.skippedPrograms.map(String.init).joined(separator: ", ")
      diagnostics.notice(
        "\(input): \(Decimals.counted(player.skippedTagCount, "Nielsen tag")) not played "
          + "(other programs: \(programs)): use --program to choose a program"
      )
    }
  }
}
