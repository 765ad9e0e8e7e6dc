import Documents
import NielsenAppApi
import Playback
import Records
import System
import TimedMetadata

/// Plays one input and writes its pings.
final class PingRun {
  private let input: String
  private let arguments: PlaybackArguments
  private let selection: MissingTags.Selection
  private let write: (PingRow) throws(OutputError) -> Void
  private let diagnostics: Diagnostics
  private let sending: SendingRun?
  /// Receives what the viewer of a scenario does.
  var onAction: (@Sendable (ViewerAction) -> Void)?
  private var made: [TimedPing] = []
  private var index = 0

  convenience init(
    _ input: String,
    _ arguments: PlaybackArguments,
    _ selection: MissingTags.Selection,
    _ rows: RowWriter<PingRow>,
    _ diagnostics: Diagnostics,
    _ sending: SendingRun?
  ) {
    self.init(input, arguments, selection, diagnostics, sending) { (row) throws(OutputError) in
      try rows.write(row)
    }
  }

  /// Passes the pings to `write`.
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

  private func options() throws -> PlaybackOptions {
    var options = arguments.options(for: input)
    options.log = diagnostics.engineLog(for: input)
    options.timeShift = try arguments.timeShiftClient()?.responder
    options.onAction = onAction
    sending?.prepare(&options)
    return options
  }

  /// Plays everything that can be read. Where reading fails, or is interrupted, the viewer stops
  /// watching: the pings of what was watched are still made.
  func play(_ reader: InputEvents) throws {
    let player = try SynthesizedPlayer(options: try options()) { [unowned self] in made.append($0) }
    var pass = StreamPass(input, diagnostics)
    pass.notes = .losses
    pass.onTag = { [self] tag, _ in
      player.receive(tag)
      try writePings()
    }
    pass.onMarker = { player.receive($0) }
    let summary: InputSummary?
    do {
      summary = try pass.read(reader)
    } catch let error as TimedMetadataError {
      // Without a tag nothing was watched.
      if pass.nielsenTagCount > 0 { player.finish(duration: nil) }
      try writePings()
      throw error
    }
    player.finish(duration: summary?.duration(ofProgram: player.playedProgram))
    try writePings()
    explain(player)
    guard let summary else { return }
    if let losses = RenditionTally(renditions: summary.renditions).losses {
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

  /// Plays a scenario that has no tags.
  func playWithoutInput() throws {
    let player = try SynthesizedPlayer(options: try options()) { [unowned self] in made.append($0) }
    player.finish(duration: nil)
    try writePings()
    explain(player)
  }

  private func writePings() throws(OutputError) {
    guard !made.isEmpty else { return }
    sending?.keepUp(made.count)
    diagnostics.progress.hide()
    for timed in made {
      defer { index += 1 }
      guard arguments.isWanted(timed.ping) else { continue }
      let name = timed.isReceivers ? "\(input) (receiver)" : input
      try write(PingRow(input: name, index: index, time: timed.time, ping: timed.ping))
    }
    made.removeAll(keepingCapacity: true)
  }

  private func explain(_ player: SynthesizedPlayer) {
    for error in player.engineErrors {
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
        "\(scenario.path): the step\(isOne ? "" : "s") of line\(isOne ? "" : "s") \(lines) "
          + "\(isOne ? "was" : "were") not reached"
      )
    }
    if player.surplusTagCount > 0 {
      diagnostics.notice(
        "\(input): \(player.surplusTagCount) tags above the limit of a scenario were not played: "
          + "read less with --limit-seconds"
      )
    }
    if player.skippedTagCount > 0 {
      let programs = player.skippedPrograms.map(String.init).joined(separator: ", ")
      diagnostics.notice(
        "\(input): \(player.skippedTagCount) Nielsen tags of other programs (\(programs)) were not "
          + "played: choose a program with --program"
      )
    }
  }
}
