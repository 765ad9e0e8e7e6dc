import ArgumentParser
import Records
import Reports
import Trace

struct TraceCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "trace",
    abstract: "Find the hop of a chain after which tags are lost or changed.",
    usage: "id3tap trace [<options>] <tap> <tap> ...",
    discussion: """
      Reads several taps of a chain at the same time, such as encoder, packager, origin and CDN. A tag is found \
      at the next tap by its bytes or, if it was changed, by its sequence number, tag times or position. The \
      clocks of taps may differ. A tag is judged only if both taps of a hop were read at its time.

      A tap is a stream, or the JSON Lines of 'id3tap extract', so that taps can be read on different machines. \
      The exit code is 0 if no tag was lost or changed, 1 if a tag was lost or changed, a tap shows other \
      content or no tap has a tag, and 2 if a tap could not be read completely; the rest is then still compared.

        id3tap trace encoder.ts origin/master.m3u8
        id3tap trace encoder=tap1.jsonl packager=tap2.jsonl cdn=tap3.jsonl
        id3tap trace --live encoder=udp://239.0.0.1:5000 \\
          cdn=https://example.com/master.m3u8 --limit-seconds 600
        id3tap trace --format html -o trace.html encoder.ts origin/master.m3u8
      """
  )

  @Argument(
    help: ArgumentHelp(
      "The taps in the order of the chain, with optional names: 'cdn=INPUT'.",
      discussion: """
        Files, directories with --join, URLs (http, https, udp, rtp, srt), or '-' for standard input. A tap \
        without a name is named after the last part of its input.
        """,
      valueName: "tap"
    ),
    completion: .file(),
    transform: TapArgument.parse
  )
  var taps: [TapArgument] = []

  @OptionGroup(title: "Trace options") var options: TraceOptions
  @OptionGroup(title: OptionTitle.input) var reading: ReadingOptions
  @OptionGroup(title: OptionTitle.input) var segments: SegmentOptions
  @OptionGroup(title: OptionTitle.input) var file: ConfigOption
  @OptionGroup(title: OptionTitle.output) var format: FormatOption<TraceRow>
  @OptionGroup(title: OptionTitle.output) var output: OutputOptions
  @OptionGroup(title: OptionTitle.output) var talk: TalkOptions
  @OptionGroup(title: OptionTitle.network) var header: HeaderOption

  func validate() throws {
    guard taps.count > 1 else {
      throw ValidationError("Name at least two taps, in the order of the chain.")
    }
    var names: Set<String> = []
    for tap in taps where !names.insert(tap.name).inserted {
      throw ValidationError(
        "Two taps are called '\(tap.name)': give each a different name, such as 'cdn=INPUT'."
      )
    }
    try InputOptions.checkStandardInput(taps.map(\.input))
  }

  func run() async throws {
    let file = try file.options
    let playlists = file.playlists(from: reading.start, segments)
    let diagnostics = talk.diagnostics()
    let all = Inputs(
      taps.map(\.input),
      reading,
      playlists: playlists,
      fetching: file.fetching(header),
      diagnostics: diagnostics
    )
    let rows = try all.rows(
      TraceRow.self,
      format: format.format,
      output: output,
      isPrompt: options.live
    )
    let run = TraceRun(
      taps,
      options,
      reading,
      playlists,
      file.fetching(header),
      diagnostics
    )
    var result: ChainReport?
    try await diagnostics.ending(result?.isIncomplete ?? false) {
      let report = try await run.report(alarms: rows)
      result = report
      diagnostics.progress.hide()
      for line in TraceEvent.lines(of: report) { try rows.write(TraceRow(line)) }
      try rows.finish()
    }
    if result?.verdict != .pass { throw ExitCodes.found }
  }
}

struct TraceOptions: ParsableArguments {
  @Flag(
    help: ArgumentHelp(
      "Follow live taps, and report each alarm as soon as it is known.",
      discussion:
        "The report follows when the taps have ended, or after --limit-seconds."
    )
  )
  var live = false

  @Flag(help: "Trace the tags of all owners, not only those with a Nielsen payload.")
  var allOwners = false
}

/// An argument that names a tap: `encoder=udp://…`, or an input without a name.
struct TapArgument: Equatable, Sendable {
  var name: String
  var input: String

  /// Parses an argument. The text before `=` is a name, unless it could be part of a path or a URL.
  static func parse(_ text: String) throws -> TapArgument {
    guard !text.isEmpty else { throw ValidationError("A tap has no input: name a file or a URL.") }
    if let mark = text.firstIndex(of: "="), mark > text.startIndex {
      let name = text[..<mark]
      if !name.contains(where: { "/:?@".contains($0) }) {
        let input = String(text[text.index(after: mark)...])
        guard !input.isEmpty else {
          throw ValidationError("The tap '\(name)' has no input: give a file or a URL after '='.")
        }
        return TapArgument(name: String(name), input: input)
      }
    }
    let path = InputURL.shown(text).prefix { $0 != "?" && $0 != "#" }
    let last = path.split(separator: "/").last.map(String.init)
    return TapArgument(name: last ?? text, input: text)
  }
}
