import ArgumentParser
import Formats
import PingAnalysis
import Results

/// `id3tap compare`: the pings of an app against the expected ones.
struct CompareCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compare",
    abstract: "Compare the pings that an app sent with those it should have sent.",
    usage: "id3tap compare [<options>] <expected> <actual>",
    discussion: """
      The first input is what is expected: a stream, which is played through the engine as 'id3tap pings' \
      does, a scenario without tags, or pings. The second is what the app sent. Pings are rows of 'id3tap \
      pings', URLs one a line, or a capture: HAR, a Charles session as JSON or CSV, an access log, a \
      database of 'id3tap collect'.

      App sessions and pings are aligned by product, type, asset or content id, segment and time. What \
      follows from device, clock, network and chance is not compared, nor the app's id, name and client \
      as long as --app-info and --config do not tell them. Each difference is told with its \
      likely cause. The exit code is 0 when there is none, 1 when there are, 2 when an input could not be \
      read.

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

  @OptionGroup var reading: ReadingOptions
  @OptionGroup var playlists: PlaylistOptions

  @Option(
    help: ArgumentHelp(
      "Seconds by which pings and what they count may differ, 5 unless told otherwise.",
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

  @OptionGroup(title: "Playing the expected stream") var expectation: ExpectationOptions

  @Option(
    help: ArgumentHelp(
      "The form of the results: 'table' on a terminal, 'jsonl' elsewhere, unless told otherwise.",
      valueName: OutputFormat.names(for: ComparisonRow.self)
    ),
    completion: OutputFormat.completion(for: ComparisonRow.self),
    transform: { try OutputFormat.parse($0, for: ComparisonRow.self) }
  )
  var format: OutputFormat?

  @OptionGroup var output: OutputOptions
  @OptionGroup var talk: TalkOptions

  func validate() throws {
    try InputOptions.checkStandardInput([expected, actual])
    for argument in [expected, actual] where !PingRecognizer.isPing(argument) {
      try CaptureInput.refuseProduction(argument)
    }
    for field in ignore where !FieldComparison.isKnown(field) {
      throw ValidationError(
        "--ignore \(field): no such parameter: give a name such as c12, or a key such as apv."
      )
    }
  }

  func run() throws {
    let diagnostics = talk.diagnostics()
    let whole = InputRun(
      [self.expected, self.actual],
      reading,
      playlists: playlists,
      diagnostics: diagnostics
    )
    let rows = try whole.rows(ComparisonRow.self, format: format, output: output)
    let playback = try expectation.playback().ready(reading.fetching.settings, diagnostics)
    let run = CompareRun(reading, playlists, playback, diagnostics)
    // Both are read, so that all that is wrong is told at once.
    let expected = run.expected(self.expected)
    let actual = run.actual(self.actual)
    if Interruption.isRequested { throw InputRun.Exit.interrupted }
    guard let expected, let actual else { throw InputRun.Exit.failed }
    var options = ComparisonOptions()
    options.tolerance = tolerance
    options.ignored = Set(ignore).union(expected.unknown)
    options.ignoresTimeShift = expected.lacksTimeShift
    let report = PingComparison.report(expected: expected.pings, actual: actual, options: options)
    Self.tell(report.repeatedExpectedCount, self.expected, diagnostics)
    Self.tell(report.repeatedActualCount, self.actual, diagnostics)
    try whole.writing {
      try rows.write(
        ComparisonRow(expected: self.expected, actual: self.actual, report)
      )
      try rows.finish()
    }
    if !report.isSame { throw ExitCode(1) }
  }

  private static func tell(_ repeated: Int, _ input: String, _ diagnostics: Diagnostics) {
    guard repeated > 0 else { return }
    diagnostics.notice(
      "\(input): \(repeated) ping\(repeated == 1 ? " was" : "s were") sent again: each counts once"
    )
  }
}

private func parseTolerance(_ text: String) throws -> Double {
  guard let seconds = Double(text), seconds.isFinite, seconds >= 0 else {
    throw ValidationError("'\(text)' is no tolerance: give seconds, such as 5.")
  }
  return seconds
}
