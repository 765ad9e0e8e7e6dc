import ArgumentParser
import Conformance
import Records
import System

struct CheckCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Check that the tags of streams are present and correct.",
    discussion: """
      Prints one line for an input that passes. For any other input, prints the verdict, the faults \
      with their positions, and what to do. A finding that results from another is listed with it. \
      Rules that need Nielsen's key are not assessed. The exit code is 0 if every input passes or \
      has only warnings, 1 if an input fails, has no Nielsen tag or cannot be judged, and 2 if an \
      input cannot be read; with --strict, warnings are failures.
      In a table, --quiet prints one line for each input, and --verbose lists everything: the \
      streams, every rule and finding, what players would show, and the segments of playlists.

        id3tap check recording.ts
        id3tap check https://example.com/master.m3u8 \\
          --limit-seconds 600 --require all-renditions
        id3tap check --format html -o report.html recording.ts
        id3tap check --format junit -o report.xml recordings/
        id3tap check --player hls.js@1.6,media3 recording.ts
        id3tap check --expect news.json recording.ts
        id3tap explain cadence-gap
      """
  )

  @OptionGroup(title: "Check options") var checking: CheckingOptions
  @OptionGroup(title: OptionTitle.rules) var rules: RuleOptions
  @OptionGroup(title: OptionTitle.rules) var strictness: StrictnessOptions
  @OptionGroup var input: InputOptions
  @OptionGroup(title: OptionTitle.input) var segments: SegmentOptions
  @OptionGroup(title: OptionTitle.output) var format: FormatOption<CheckRow>
  @OptionGroup(title: OptionTitle.output) var output: OutputOptions
  @OptionGroup(title: OptionTitle.output) var talk: TalkOptions
  @OptionGroup(title: OptionTitle.network) var header: HeaderOption

  func validate() throws {
    _ = try checkOptions()
    guard try checking.rules.text == nil else { return try refuseInputs() }
    try input.requireInputs()
  }

  private func refuseInputs() throws {
    guard input.inputs.isEmpty else {
      throw ValidationError("--list-rules and --explain read no input: leave the inputs out.")
    }
    guard format.format == nil || format.format == .table else {
      throw ValidationError("--list-rules and --explain write text: leave --format out.")
    }
  }

  /// The checker's options that the rule options and the strictness options give.
  private func checkOptions() throws -> CheckOptions {
    var options = try rules.checkOptions()
    try strictness.apply(to: &options)
    return options
  }

  func run() async throws {
    if let text = try checking.rules.text {
      return try await talk.diagnostics().ending(false) { try output.write(text) }
    }
    let file = try rules.file.options
    let playlists = file.playlists(from: input.reading.start, segments)
    var options = try checkOptions()
    options.players = checking.players
    options.take(input.reading.stream, playlists)
    if format.format == .html {
      return try await writePage(options, playlists, file.fetching(header))
    }
    let checks = CheckRun(
      options: options,
      templates: rules.expect,
      detail: talk.quiet ? .verdict : talk.verbose ? .everything : .findings,
      listsAllRules: checking.allRules
    )
    let inputs = Inputs(
      input.inputs,
      input.reading,
      playlists: playlists,
      fetching: file.fetching(header),
      readsAllRepresentations: true,
      diagnostics: talk.diagnostics()
    )
    inputs.reading.readsInterstitials = true
    let rows = try inputs.rows(CheckRow.self, format: format.format, output: output)
    let diagnostics = inputs.diagnostics
    try await diagnostics.ending(inputs.hasFailed) {
      for try await input in inputs {
        switch input {
        case .stream(let stream):
          try await inputs.read {
            try await checks.read(stream.name, stream.events(), rows, diagnostics)
          }
        case .failed(let name, let error):
          diagnostics.progress.hide()
          try checks.fail(name, error, isInterrupted: Interruption.isRequested, rows)
        case .capture, .rows, .scenario, .name: break
        }
      }
      try checks.finish(rows)
      try rows.finish(replacingFile: inputs.haveResults)
    }
    if checks.hasFailed { throw ExitCodes.found }
  }

  /// Writes the verdicts as an HTML page, as `report` does.
  private func writePage(
    _ options: CheckOptions,
    _ playlists: PlaylistOptions,
    _ fetching: FetchSettings
  ) async throws {
    var settings = ReportedStreams.Settings(
      input.reading,
      playlists,
      fetching,
      check: options
    )
    settings.templates = rules.expect
    let run = ReportRun(talk.diagnostics(), output, settings, readsResults: false)
    try await run.diagnostics.ending(run.hasFailed) {
      try await run.report(input.inputs, as: .html, title: nil)
    }
    if run.hasFailedCheck { throw ExitCodes.found }
  }
}

struct CheckingOptions: ParsableArguments {
  @Flag(
    help: ArgumentHelp(
      "In JSON and CSV, also list the rules that passed or were not assessed.",
      visibility: .hidden
    )
  )
  var allRules = false

  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "Judge what these players show; a missed tag fails the input; may be given several times.",
      discussion: """
        Players: \(PlayerChoice.names.joined(separator: ", ")). 'all' means all of them. Without a \
        version, the latest known version is used. The verdict on AVPlayer is based on Apple's documents.
        """,
      valueName: "name[@version],…|all"
    ),
    transform: Self.parsePlayers
  )
  var player: [[PlayerChoice]] = []

  @OptionGroup var rules: RuleTextOptions

  var players: [PlayerChoice] {
    player.joined().reduce(into: []) { all, choice in
      if !all.contains(choice) { all.append(choice) }
    }
  }

  private static func parsePlayers(_ text: String) throws -> [PlayerChoice] {
    do {
      return try PlayerChoice.list(text)
    } catch {
      throw ValidationError("\(error).")
    }
  }
}

/// The options for the strictness of `id3tap check`. `batch` and `watch` read these settings from the `--config` file.
struct StrictnessOptions: ParsableArguments {
  @Flag(help: "Turn warnings into failures.")
  var strict = false

  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "Set a limit of a rule, such as 'cadence-gap.limit=25'; may be given several times.",
      discussion: """
        'id3tap explain RULE' lists the limits of a rule. 'cadence-gap=25' changes the limit named \
        'limit' or, without one, the main limit.
        """,
      valueName: "id.name=value"
    )
  )
  var threshold: [String] = []

  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "Fail unless the input has these tags; may be given several times.",
      valueName: RequiredPresence.allCases.map(\.rawValue).joined(separator: "|")
    ),
    completion: .list(RequiredPresence.allCases.map(\.rawValue)),
    transform: Self.parseRequirement
  )
  var require: [RequiredPresence] = []

  /// Adds these options to `options`. Thresholds override those of the `--config` file.
  func apply(to options: inout CheckOptions) throws {
    do {
      for text in threshold { try options.setThreshold(text) }
    } catch {
      throw ValidationError("--threshold: \(error).")
    }
    if strict { options.isStrict = true }
    options.required.formUnion(require)
  }

  private static func parseRequirement(_ text: String) throws -> RequiredPresence {
    guard let presence = RequiredPresence(rawValue: text) else {
      let names = RequiredPresence.allCases.map { "'\($0.rawValue)'" }.joined(separator: ", ")
      throw ValidationError("'\(text)' cannot be required: choose one of \(names).")
    }
    return presence
  }
}
