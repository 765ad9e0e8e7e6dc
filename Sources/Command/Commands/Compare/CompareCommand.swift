import ArgumentParser
import Formats
import PingAnalysis
import Reports

struct CompareCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compare",
    abstract: "Compare the pings that an app sent with those it should have sent.",
    usage: "id3tap compare [<options>] <expected> <actual>",
    discussion: """
      The first input gives the expected pings: a stream, which is played as by 'id3tap pings', a scenario \
      without tags, or a file of pings. The second input has the pings that the app sent. A file of pings has \
      rows of 'id3tap pings' or one URL per line, or is a capture: HAR, a Charles session as JSON or CSV, an \
      access log, or a database of 'id3tap collect'.

      App sessions and pings are aligned by product, type, asset or content id, segment and time. \
      Differences caused by device, clock, network or random ids are ignored, as are the app's id, name and \
      client unless --app-info and --config give them. Each difference is listed with its likely cause. The \
      exit code is 0 if nothing differs, 1 if something differs, and 2 if an input cannot be read.

        id3tap compare recording.ts app.har
        id3tap compare --scenario pause.json recording.ts app.chlsj
        id3tap compare --ignore c12 --tolerance 10 expected.jsonl access.log
      """
  )

  @Argument(
    help: ArgumentHelp(
      "What the app should have sent: a stream, a scenario without tags, or pings.",
      discussion: "A file, a URL (http, https, udp, rtp, srt), or '-' for standard input."
    ),
    completion: .file()
  )
  var expected: String

  @Argument(
    help: ArgumentHelp(
      "The pings that the app sent: a capture.",
      discussion: "A file, a URL, or '-' for standard input."
    ),
    completion: .file()
  )
  var actual: String

  @OptionGroup(title: "Compare options") var comparing: CompareOptions
  @OptionGroup(title: OptionTitle.playback) var expectation: ExpectationOptions
  @OptionGroup(title: OptionTitle.input) var reading: ReadingOptions
  @OptionGroup(title: OptionTitle.input) var segments: SegmentOptions
  @OptionGroup(title: OptionTitle.output) var format: FormatOption<ComparisonRow>
  @OptionGroup(title: OptionTitle.output) var output: OutputOptions
  @OptionGroup(title: OptionTitle.output) var talk: TalkOptions
  @OptionGroup(title: OptionTitle.network) var header: HeaderOption

  func validate() throws {
    try InputOptions.checkStandardInput([expected, actual])
    for argument in [expected, actual] where !PingRecognizer.isPing(argument) {
      try CaptureInput.refuseProduction(argument)
    }
  }

  func run() async throws {
    let diagnostics = talk.diagnostics()
    let file = try expectation.app.file.options
    let playlists = file.playlists(from: reading.start, segments)
    let fetching = file.fetching(header)
    let whole = Inputs(
      [self.expected, self.actual],
      reading,
      playlists: playlists,
      fetching: fetching,
      diagnostics: diagnostics
    )
    let rows = try whole.rows(ComparisonRow.self, format: format.format, output: output)
    let playback = try await expectation.playback().ready(fetching, diagnostics)
    let run = CompareRun(reading, playlists, fetching, playback, diagnostics)
    // Both inputs are read before the command fails, so that all problems are reported.
    let expected = await run.expected(self.expected)
    let actual = await run.actual(self.actual)
    if Interruption.isRequested { throw ExitCodes.interrupted }
    guard let expected, let actual else { throw ExitCodes.failed }
    var options = ComparisonOptions()
    options.tolerance = comparing.tolerance
    options.ignored = Set(comparing.ignore).union(expected.unknown)
    options.ignoresTimeShift = expected.lacksTimeShift
    let result = PingComparison.report(expected: expected.pings, actual: actual, options: options)
    Self.report(result.repeatedExpectedCount, self.expected, diagnostics)
    Self.report(result.repeatedActualCount, self.actual, diagnostics)
    try await diagnostics.ending(false) {
      try rows.write(
        ComparisonRow(
          expected: InputURL.shown(self.expected),
          actual: InputURL.shown(self.actual),
          result
        )
      )
      try rows.finish()
    }
    if !result.isSame { throw ExitCodes.found }
  }

  private static func report(_ repeated: Int, _ input: String, _ diagnostics: Diagnostics) {
    guard repeated > 0 else { return }
    diagnostics.notice(
      "\(InputURL.shown(input)): \(repeated) ping\(repeated == 1 ? " was" : "s were") sent again; each counts once"
    )
  }
}

/// The options that select the differences that `id3tap compare` reports.
struct CompareOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The tolerance for times and durations of pings. (default: 5)",
      valueName: "seconds"
    ),
    transform: parseTolerance
  )
  var tolerance: Double = 5

  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "Do not compare this parameter, by its name (c12) or key (apv); may be given several times.",
      valueName: "field"
    )
  )
  var ignore: [String] = []

  func validate() throws {
    for field in ignore where !FieldComparison.isKnown(field) {
      throw ValidationError(
        "--ignore \(field): no such parameter: give a name such as c12, or a key such as apv."
      )
    }
  }
}

private func parseTolerance(_ text: String) throws -> Double {
  guard let seconds = Double(text), seconds.isFinite, seconds >= 0 else {
    throw ValidationError("'\(text)' is not a tolerance: give seconds, such as 5.")
  }
  return seconds
}

/// The options of `id3tap pings` for playing a stream to get the expected pings.
struct ExpectationOptions: ParsableArguments {
  @OptionGroup var app: PlayedAppOptions
  @OptionGroup var viewing: ViewingOptions

  func validate() throws { try playback().validate() }

  /// The options as arguments of `id3tap pings`. No ping is sent or stored.
  func playback() throws -> PlaybackArguments {
    var playback = try PlaybackArguments.parse([])
    playback.app = app
    playback.viewing = viewing
    return playback
  }
}
