import ArgumentParser
import Foundation
import Results

/// What a batch does, with which inputs, and how.
struct BatchOptions: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "The inputs.",
      discussion: """
        Files, directories (all streams in them), globs, URLs (http, https, udp, rtp, srt), '-' for \
        standard input, or '@list.txt' for a file that names one input a line.
        """,
      valueName: "path"
    ),
    completion: .file()
  )
  var inputs: [String] = []

  @Option(
    name: .customLong("db"),
    help: ArgumentHelp(
      "The database that results go to; Documentation/Database.md describes it.",
      valueName: "file"
    ),
    completion: .file(extensions: ["sqlite"])
  )
  var database = "id3tap.sqlite"

  @Option(
    help: ArgumentHelp(
      "Read so many inputs at the same time (default: one a core).",
      valueName: "number"
    )
  )
  var jobs: Int?

  @Option(
    name: .customLong("do"),
    help: ArgumentHelp(
      "What to do with each input, separated by commas (default: all).",
      valueName: "extract,check,pings"
    ),
    completion: .list(RecordKind.allCases.map(\.rawValue)),
    transform: Self.parseTasks
  )
  var tasks: Set<RecordKind>?

  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "Only inputs whose name, or the last part of it, matches; may be given several times.",
      valueName: "glob"
    )
  )
  var include: [String] = []

  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "No inputs whose name, or the last part of it, matches; may be given several times.",
      valueName: "glob"
    )
  )
  var exclude: [String] = []

  @Option(
    help: ArgumentHelp("How long reading one input may take.", valueName: "seconds")
  )
  var timeout: Double?

  @Flag(help: "Tell by a hash of its bytes whether a file has changed, not by its time.")
  var hash = false

  @Flag(help: "Do everything again, also what has not changed.")
  var force = false

  @Flag(help: "End at the first input that cannot be read.")
  var failFast = false

  /// Each thread holds what it reads in memory.
  private static let mostJobs = 256

  func validate() throws {
    guard !inputs.isEmpty else { throw ValidationError("Missing expected argument '<path> ...'") }
    if inputs.filter({ $0 == "-" || $0 == "@-" }).count > 1 {
      throw ValidationError("Standard input can be read only once: name '-' one time.")
    }
    if let jobs, !(1...Self.mostJobs).contains(jobs) {
      throw ValidationError("--jobs \(jobs): give a number from 1 to \(Self.mostJobs).")
    }
    try ResourceTimeoutOptions.check(timeout, "--timeout")
    guard !database.isEmpty else { throw ValidationError("--db: name a file.") }
  }

  /// How many threads read.
  var threads: Int {
    jobs ?? min(Self.mostJobs, max(1, ProcessInfo.processInfo.activeProcessorCount))
  }

  /// What is done with each input.
  var kinds: Set<RecordKind> { tasks ?? Set(RecordKind.allCases) }

  private static func parseTasks(_ text: String) throws -> Set<RecordKind> {
    let names = text.split(separator: ",", omittingEmptySubsequences: false)
    return try Set(
      names.map { name in
        guard let kind = RecordKind(rawValue: String(name)) else {
          throw ValidationError(
            "'\(name)' cannot be done: choose from 'extract', 'check', 'pings'."
          )
        }
        return kind
      }
    )
  }
}
