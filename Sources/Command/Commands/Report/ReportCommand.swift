import ArgumentParser
import Formats
import Reports
import System

struct ReportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "Report on streams or results as HTML, Markdown, CSV or JUnit; compare two runs.",
    usage: """
      id3tap report [<options>] <input> ...
      id3tap report --diff [<options>] <old> <new>
      """,
    discussion: """
      Streams, folders and URLs are read once, for their tags, verdict and pings. Results are also read: \
      databases of 'id3tap batch' and 'watch', and JSON Lines of extract, check, pings, explain and compare, in any \
      combination. The HTML page is one self-contained file. Lines of other id3tap commands are skipped, and \
      their number is reported; any other line is reported, and the exit code is 2. If nothing can be read, \
      no report is written.

      With --diff the exit code is 1 if something got worse. Inputs are compared by their paths, which \
      may differ in dates: 2026-11-27/news.ts and 2026-11-28/news.ts are the same input.

        id3tap report recording.ts -o report.html
        id3tap report id3tap.sqlite -o report.html
        id3tap check recordings/ | id3tap report - -o report.html
        id3tap report tags.jsonl checks.jsonl pings.jsonl --format markdown
        id3tap report --diff monday.sqlite tuesday.sqlite
        id3tap report --diff --match 'channel-[0-9]+' old.sqlite new.sqlite
      """
  )

  enum Format: String, ExpressibleByArgument {
    case html
    case csv
    case junit
    case markdown
    case table
  }

  @Argument(
    help: ArgumentHelp(
      "The streams and results: files, databases, JSON Lines, directories, URLs, '-'.",
      discussion: """
        The kind is recognized by the content. In a directory only streams and playlists are read: name a \
        file of results to read it.
        """,
      valueName: "input"
    ),
    completion: .file()
  )
  var results: [String]

  @Option(
    help: ArgumentHelp(
      "The format of the report. (default: html; table with --diff)",
      discussion: """
        'csv' writes one file per table to the folder of -o. With --diff choose 'table', 'html' or \
        'markdown'.
        """,
      valueName: "html|csv|junit|markdown"
    )
  )
  var format: Format?

  @Flag(help: "Compare an old and a new result, and list what got better or worse.")
  var diff = false

  @Option(
    help: ArgumentHelp(
      "With --diff: compare inputs by this part of their paths.",
      discussion: """
        Inputs correspond if the groups of the regular expression capture the same text in their paths. Without \
        groups, the whole match counts; without a match, the whole path. (default: the path without dates)
        """,
      valueName: "regex"
    ),
    transform: Self.parseExpression
  )
  var match: InputIdentityKey?

  @Option(
    help: ArgumentHelp(
      "With --diff: link inputs to this page of the old result.",
      discussion: "The path to the old page, relative to the page with the differences.",
      valueName: "page"
    )
  )
  var oldPage: String?

  @Option(
    help: ArgumentHelp(
      "With --diff: link inputs to this page of the new result.",
      valueName: "page"
    )
  )
  var newPage: String?

  @Option(
    help: ArgumentHelp(
      "The title of the report, such as the name of a client or channel. (default: "
        + "\(HTMLReport.usualTitle))",
      valueName: "text"
    )
  )
  var title: String?

  @OptionGroup(title: OptionTitle.input) var reading: ReadingOptions
  @OptionGroup(title: OptionTitle.input) var segments: SegmentOptions
  @OptionGroup(title: OptionTitle.input) var file: ConfigOption
  @OptionGroup(title: OptionTitle.output) var output: OutputOptions
  @OptionGroup(title: OptionTitle.output) var talk: TalkOptions
  @OptionGroup(title: OptionTitle.network) var header: HeaderOption

  func validate() throws {
    if title != nil, diff || ![.html, .markdown].contains(format ?? .html) {
      throw ValidationError("--title is for HTML and Markdown: leave out --diff and other formats.")
    }
    if match != nil, !diff { throw ValidationError("--match needs --diff.") }
    if oldPage != nil || newPage != nil, !diff || format != .html {
      throw ValidationError("--old-page and --new-page are for --diff --format html.")
    }
    try InputOptions.checkStandardInput(results)
    if diff {
      guard results.count == 2 else {
        throw ValidationError("--diff compares two results: name the old one, then the new one.")
      }
      guard [nil, .table, .html, .markdown].contains(format) else {
        throw ValidationError("--diff has the formats 'table', 'html' and 'markdown': choose one.")
      }
      return
    }
    if format == .table {
      throw ValidationError(
        "'table' needs --diff: choose another format, or use 'id3tap check'."
      )
    }
    if format == .csv, output.output == nil || output.output == "-" {
      throw ValidationError("CSV writes a file for each table: name a folder for them with -o.")
    }
  }

  func run() async throws {
    let options = try file.options
    let run = ReportRun(
      talk.diagnostics(),
      output,
      ReportedStreams.Settings(
        reading,
        options.playlists(from: reading.start, segments),
        options.fetching(header)
      )
    )
    try await run.diagnostics.ending(run.hasFailed) {
      if diff {
        try await run.compare(
          results,
          as: format ?? .table,
          matching: match ?? .withoutDates,
          pages: (old: oldPage, new: newPage)
        )
      } else {
        try await run.report(results, as: format ?? .html, title: title)
      }
    }
    if run.isWorse { throw ExitCodes.found }
  }

  private static func parseExpression(_ text: String) throws -> InputIdentityKey {
    do {
      return .expression(try Regex(text))
    } catch {
      throw ValidationError("'\(text)' is not a regular expression: \(error).")
    }
  }
}
