import ArgumentParser
import Formats
import PingAnalysis
import Playback
import Records
import Reports

struct RehearseCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rehearse",
    abstract: "Rehearse a certification: find the requirements that an app's pings fail.",
    usage: "id3tap rehearse [<options>] <capture>",
    discussion: """
      Checks the pings of an app against the requirements of public documents. Each item is passed, failed or \
      not assessed, and is listed with its pings, the expected and the actual values, and the next change to \
      the app or to the recording. An item without evidence in the capture is never passed.

      The capture is what 'id3tap explain' reads: URLs one per line, rows of 'id3tap pings', HAR, a Charles \
      session as JSON or CSV, an access log, a database of 'id3tap collect'. A HAR file is best: it contains \
      the configuration request, the User-Agent and the responses. The database contains the first two.

      The exit code is 0 if no item failed, 1 if an item failed, and 2 if an input cannot be read or the \
      capture contains no ping. This is a rehearsal: it is independent of Nielsen and not a certification.

        id3tap rehearse app.har
        id3tap rehearse app.har --stream recording.ts --actions actions.jsonl
        id3tap rehearse app.har --release --format html -o rehearsal.html
      """
  )

  @Argument(
    help: ArgumentHelp(
      "The pings that the app sent: a capture.",
      discussion: "A file, a URL, or '-' for standard input."
    ),
    completion: .file()
  )
  var capture: String

  @OptionGroup(title: "Rehearse options") var rehearsing: RehearseOptions

  @OptionGroup(title: OptionTitle.input) var reading: ReadingOptions
  @OptionGroup(title: OptionTitle.input) var segments: SegmentOptions
  @OptionGroup(title: OptionTitle.input) var file: ConfigOption
  @OptionGroup(title: OptionTitle.output) var format: FormatOption<RehearsedItemRow>
  @OptionGroup(title: OptionTitle.output) var output: OutputOptions
  @OptionGroup(title: OptionTitle.output) var talk: TalkOptions
  @OptionGroup(title: OptionTitle.network) var header: HeaderOption

  func validate() throws {
    let inputs = [capture, rehearsing.stream, rehearsing.actions].compactMap { $0 }
    try InputOptions.checkStandardInput(inputs)
    let words = SameFile.conflict(
      of: [("-o", output.output)],
      with: inputs.map { ("an input", $0 == "-" ? .standardInput : .bytes(FileName($0))) }
    )
    if let words { throw ValidationError("\(words).") }
    for argument in [capture, rehearsing.stream].compactMap({ $0 }) {
      if PingRecognizer.isPing(argument) { continue }
      try CaptureInput.refuseProduction(argument)
    }
  }

  func run() async throws {
    let diagnostics = talk.diagnostics()
    let file = try file.options
    let run = RehearseRun(
      reading,
      file.playlists(from: reading.start, segments),
      file.fetching(header),
      diagnostics
    )
    // All inputs are read before the command fails, so that all problems are reported.
    let captured = try await run.capture(capture)
    let tags = Interruption.isRequested ? nil : try await run.streamTags(rehearsing.stream)
    let actions = run.actions(rehearsing.actions, of: captured, tags)
    if Interruption.isRequested { throw ExitCodes.interrupted }
    guard let actions, let captured, let tags else { throw ExitCodes.failed }
    run.compare(actions, with: captured, rehearsing.actions)
    let rehearsal = RehearsalCase(
      pings: captured.pings,
      otherRequests: captured.otherRequests,
      actions: actions.list,
      streamTags: tags.list,
      settings: rehearsing.settings,
      holdsOtherRequests: !captured.otherRequests.isEmpty
    )
    let report = RehearsalReport(
      rehearsal,
      capture: InputURL.shown(capture),
      stream: rehearsing.stream.map(InputURL.shown)
    )
    try await run.write(report, as: format.format, to: output)
    let isIncomplete = rehearsing.complete && report.count(.notAssessed) > 0
    if report.count(.failed) > 0 || isIncomplete { throw ExitCodes.found }
  }
}

struct RehearseOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The stream that the app played: its tags are compared with those that the app reported.",
      discussion:
        "A file, a playlist, a URL (http, https, udp, rtp, srt), or '-' for standard input.",
      valueName: "stream"
    ),
    completion: .file()
  )
  var stream: String?

  @Option(
    help: ArgumentHelp(
      "The tester's actions and their times: JSON Lines, a scenario or a list of calls.",
      discussion: """
        One object per line: {"at": 1700000000, "do": "pause"}. 'at' is in Unix seconds. 'do' is one of \
        \(ViewerAction.Name.words); 'optOut', 'ott' and 'cast' have a "value": "1" or "0". A scenario or a list of \
        calls has the format of 'pings --scenario' or 'pings --calls'.
        """,
      valueName: "file"
    ),
    completion: .file()
  )
  var actions: String?

  @Option(
    help: ArgumentHelp(
      "The products that must be measured, separated by commas. (default: those in the capture)",
      valueName: RehearsalProduct.allCases.map(\.rawValue).joined(separator: ",")
    ),
    transform: Self.parseProducts
  )
  var product: Set<String> = []

  @Flag(
    help:
      "The capture is from the store build: also check what must be removed before release."
  )
  var release = false

  @Flag(help: "Also exit with 1 if an item was not assessed.")
  var complete = false

  var settings: RehearsalCase.Settings {
    var settings = RehearsalCase.Settings()
    settings.products = product
    settings.isRelease = release
    return settings
  }

  private static func parseProducts(_ text: String) throws -> Set<String> {
    let words = text.split(separator: ",").map { String($0.filter { !$0.isWhitespace }) }
    for word in words where RehearsalProduct(rawValue: word) == nil {
      let names = RehearsalProduct.allCases.map { "'\($0.rawValue)'" }.joined(separator: ", ")
      throw ValidationError("'\(word)' is not a product of this command: choose from \(names).")
    }
    guard !words.isEmpty else { throw ValidationError("Name at least one product, such as dcr.") }
    return Set(words)
  }
}

extension ViewerAction.Name {
  static var words: String { allCases.map(\.rawValue).joined(separator: ", ") }
}
