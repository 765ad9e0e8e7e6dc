import ArgumentParser
import Conformance
import Results
import System

/// `id3tap check`: the verdict on streams.
struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Tell whether a stream's tags are there and right, and where they are not.",
    discussion: """
      One report an input: its verdict, the rules with what they found and what is tolerated, and each \
      finding with its place. What only Nielsen's key could tell is listed as not assessed. The exit code \
      is 0 when every input passed, 1 when one failed or has no Nielsen tag, 2 when one could not be read.
      Of a table --quiet leaves the first line, and --verbose adds the segments of playlists.

        id3tap check recording.ts
        id3tap check https://example.com/master.m3u8 --limit-seconds 600 --require all-renditions
        id3tap check --same main.ts backup.ts
        id3tap check --format junit -o report.xml recordings/
      """
  )

  @OptionGroup var input: InputOptions
  @OptionGroup var playlists: PlaylistOptions

  @Flag(help: "Read the inputs as texts that hold Nielsen payload strings.")
  var text = false

  @Flag(help: "Compare two inputs, such as main and backup, and list what differs.")
  var same = false

  @OptionGroup(title: "Rules") var rules: RuleOptions

  @Option(
    help: ArgumentHelp(
      "The form of the results: 'table' on a terminal, 'jsonl' elsewhere, unless told otherwise.",
      valueName: OutputFormat.names(for: CheckRow.self)
    ),
    completion: OutputFormat.completion(for: CheckRow.self),
    transform: { try OutputFormat.parse($0, for: CheckRow.self) }
  )
  var format: OutputFormat?

  @OptionGroup var output: OutputOptions
  @OptionGroup var talk: TalkOptions

  func validate() throws {
    try input.requireInputs()
    if same, input.inputs.count != 2 {
      throw ValidationError("--same compares two inputs: name two.")
    }
  }

  func run() throws {
    var options = try rules.checkOptions()
    options.now = Double(SystemClock.milliseconds()) / 1000
    options.isLimited = input.reading.stream.isLimited || playlists.isLimited
    options.start = playlists.firstSecond
    let checks = CheckRun(
      options: options,
      detail: talk.quiet ? .verdict : talk.verbose ? .segments : .rules,
      comparesInputs: same
    )
    var run = InputRun(
      input.inputs,
      input.reading,
      playlists: playlists,
      readsText: text,
      diagnostics: talk.diagnostics()
    )
    let rows = try run.rows(CheckRow.self, format: format, output: output)
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
    if checks.hasFailed { throw ExitCode(1) }
  }
}
