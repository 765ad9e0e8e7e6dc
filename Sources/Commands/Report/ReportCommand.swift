import ArgumentParser
import Formats
import Reports
import System

/// `id3tap report`: results as a page, a ticket, a build log or tables.
struct ReportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "Turn results into HTML, Markdown, CSV or JUnit, or compare two runs.",
    usage: """
      id3tap report [<options>] <results> ...
      id3tap report --diff [<options>] <old> <new>
      """,
    discussion: """
      Results are databases of 'id3tap batch' and the JSON Lines of extract, check, pings, explain and \
      compare, in any mix. The HTML page is one file and needs no network. Lines of other id3tap commands \
      are counted on standard error; other lines are listed there, and the exit code is 2. If nothing can \
      be read, no report is written.

        id3tap report id3tap.sqlite -o report.html
        id3tap check recordings/ | id3tap report - -o report.html
        id3tap report tags.jsonl checks.jsonl pings.jsonl --format markdown
        id3tap report --diff monday.sqlite tuesday.sqlite
      """
  )

  /// The forms of a report.
  enum Format: String, ExpressibleByArgument {
    case html
    case csv
    case junit
    case markdown
    case table
  }

  @Argument(
    help: ArgumentHelp(
      "The results: databases, files of JSON Lines, or '-' for standard input.",
      valueName: "results"
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

  @Flag(help: "Compare an old and a new result: what got better or worse.")
  var diff = false

  @Option(
    help: ArgumentHelp(
      "The title of the HTML page, such as the name of a client or channel. (default: "
        + "\(HTMLReport.usualTitle))",
      valueName: "text"
    )
  )
  var title: String?

  @OptionGroup var output: OutputOptions
  @OptionGroup var talk: TalkOptions

  func validate() throws {
    if title != nil, diff || (format ?? .html) != .html {
      throw ValidationError("--title is for the HTML page: leave out --diff and --format.")
    }
    if results.count(where: { $0 == "-" }) > 1 {
      throw ValidationError("Standard input can be read only once: name '-' one time.")
    }
    if diff {
      guard results.count == 2 else {
        throw ValidationError("--diff compares two results: name an old one and a new one.")
      }
      guard [nil, .table, .html, .markdown].contains(format) else {
        throw ValidationError("--diff has the formats 'table', 'html' and 'markdown': choose one.")
      }
      return
    }
    if format == .table {
      throw ValidationError(
        "'table' belongs to --diff: choose another format, or use 'id3tap check'."
      )
    }
    if format == .csv, output.output == nil || output.output == "-" {
      throw ValidationError("CSV is a file for each table: name a folder for them with -o.")
    }
  }

  func run() throws {
    let run = ReportRun(diagnostics: talk.diagnostics(), output: output)
    do {
      if diff {
        try run.compare(results, as: format ?? .table)
      } else {
        try run.report(results, as: format ?? .html, title: title)
      }
    } catch let error as OutputError {
      guard error.code != .readerGone else { return }
      run.diagnostics.failure(error.description)
      throw ExitCodes.failed
    }
    if run.hasFailed { throw ExitCodes.failed }
  }
}
