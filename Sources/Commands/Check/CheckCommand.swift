import ArgumentParser
import Conformance
import Records
import System

/// `id3tap check`: the verdict on streams.
struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Check that the tags of streams are present and correct.",
    discussion: """
      Prints one line for an input that passes, and for any other the verdict, the faults with \
      their positions, and what to do. Findings caused by another one are listed with it. Rules \
      that need Nielsen's key are not assessed. The exit code is 0 when every input passes or \
      warns, 1 when one fails or has no Nielsen tag, and 2 when one cannot be read; with --strict \
      warnings fail.
      In a table --quiet prints one line for each input, and --verbose lists everything: the \
      streams, every rule and finding, what players would show, and the segments of playlists.

        id3tap check recording.ts
        id3tap check https://example.com/master.m3u8 \\
          --limit-seconds 600 --require all-renditions
        id3tap check --same main.ts backup.ts
        id3tap check --format html -o report.html recording.ts
        id3tap check --format junit -o report.xml recordings/
        id3tap check --player hls.js@1.6,media3 recording.ts
        id3tap check --expect news.json recording.ts
        id3tap check --explain cadence-gap
      """
  )

  @OptionGroup(title: "Check options") var checking: CheckingOptions
  @OptionGroup(title: OptionTitle.rules) var rules: RuleOptions
  @OptionGroup var input: InputOptions
  @OptionGroup(title: OptionTitle.input) var playlists: PlaylistOptions
  @OptionGroup(title: OptionTitle.output) var format: FormatOption<CheckRow>
  @OptionGroup(title: OptionTitle.output) var output: OutputOptions
  @OptionGroup(title: OptionTitle.output) var talk: TalkOptions
  @OptionGroup(title: OptionTitle.network) var fetching: FetchOptions

  func validate() throws {
    guard checking.rules.text == nil else { return try refuseInputs() }
    try input.requireInputs()
    if checking.same, input.inputs.count != 2 {
      throw ValidationError("--same compares two inputs: name two.")
    }
    if checking.same, format.format == .html {
      throw ValidationError(
        "--same has no page: pipe its JSON Lines into 'id3tap report -', or leave out --same."
      )
    }
  }

  private func refuseInputs() throws {
    guard input.inputs.isEmpty else {
      throw ValidationError("--list-rules and --explain read no input: leave the inputs out.")
    }
    guard format.format == nil || format.format == .table else {
      throw ValidationError("--list-rules and --explain write text: leave --format out.")
    }
  }

  func run() throws {
    if let text = checking.rules.text { return try print(text) }
    var options = try rules.checkOptions()
    options.players = checking.players
    options.take(input.reading.stream, playlists)
    if format.format == .html { return try writePage(options) }
    let checks = CheckRun(
      options: options,
      templates: rules.expect,
      detail: talk.quiet ? .verdict : talk.verbose ? .everything : .findings,
      comparesInputs: checking.same
    )
    var run = InputRun(
      input.inputs,
      input.reading,
      playlists: playlists,
      fetching: fetching.settings,
      readsText: checking.text,
      readsAllRepresentations: true,
      diagnostics: talk.diagnostics()
    )
    run.reading.readsInterstitials = true
    let rows = try run.rows(CheckRow.self, format: format.format, output: output)
    let diagnostics = run.diagnostics
    run.onFailure = { name, error in
      diagnostics.progress.hide()
      try checks.fail(name, error, isInterrupted: Interruption.isRequested, rows)
    }
    try run { name, reader in
      try checks.read(name, reader, rows, diagnostics)
    } finish: { (isWorthFile) throws(OutputError) in
      try checks.finish(rows)
      try rows.finish(replacingFile: isWorthFile)
    }
    if checks.hasFailed { throw ExitCodes.found }
  }

  /// Writes the page that `report` writes of the same streams.
  private func writePage(_ options: CheckOptions) throws {
    var settings = ReportedStreams.Settings(
      input.reading,
      playlists,
      fetching.settings,
      check: options
    )
    settings.templates = rules.expect
    settings.readsText = checking.text
    let run = ReportRun(talk.diagnostics(), output, settings, readsResults: false)
    try run.ending { try run.report(input.inputs, as: .html, title: nil) }
    if run.hasFailedCheck { throw ExitCodes.found }
  }

  private func print(_ text: String) throws {
    do throws(OutputError) {
      let destination = try output.destination()
      try destination.append { $0 += text.utf8 }
      try destination.commit()
    } catch {
      // The reader of the pipe has seen enough.
      if error.code == .readerGone { return }
      talk.diagnostics().failure("\(error)")
      throw ExitCodes.failed
    }
  }
}
