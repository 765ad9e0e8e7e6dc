import ArgumentParser
import Formats
import Reports
import System

/// `id3tap report`: results as a page, a ticket, a build log, metrics or tables.
struct ReportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "Make a page, a ticket or tables of results, or compare two results.",
    usage: """
      id3tap report [<options>] <results> ...
      id3tap report --diff [<options>] <old> <new>
      """,
    discussion: """
      Results are databases of 'id3tap batch' and the JSON Lines of extract, check, pings, explain and \
      compare, mixed as you like. The page is one file that needs nothing else, not even the network. Lines \
      of other commands that have no place in a report are counted on standard error. Lines that are none \
      of id3tap's are named there, and the exit code is 2. Nothing is written when nothing could be read.

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
    case prometheus
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
      "The form of the report: 'html', or 'table' with --diff, unless told otherwise.",
      discussion: """
        CSV is a file for each table, in the folder that -o names. With --diff there are 'table', 'html' \
        and 'markdown'.
        """,
      valueName: "html|csv|junit|markdown|prometheus"
    )
  )
  var format: Format?

  @Flag(help: "Compare two results, an old one and a new one: what got better or worse.")
  var diff = false

  @OptionGroup var output: OutputOptions
  @OptionGroup var talk: TalkOptions

  func validate() throws {
    if results.count(where: { $0 == "-" }) > 1 {
      throw ValidationError("Standard input can be read only once: name '-' one time.")
    }
    if diff {
      guard results.count == 2 else {
        throw ValidationError("--diff compares two results: name an old one and a new one.")
      }
      guard [nil, .table, .html, .markdown].contains(format) else {
        throw ValidationError("--diff has the forms 'table', 'html' and 'markdown': choose one.")
      }
      return
    }
    if format == .table {
      throw ValidationError(
        "'table' belongs to --diff: choose another form, or use 'id3tap check'."
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
        try run.report(results, as: format ?? .html)
      }
    } catch let error as OutputError {
      guard error.code != .readerGone else { return }
      run.diagnostics.failure(error.description)
      throw ExitCode(2)
    }
    if run.hasFailed { throw ExitCode(2) }
  }
}
