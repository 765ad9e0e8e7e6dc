import ArgumentParser
import Foundation
import ResultsStore

/// The options of a batch.
struct BatchOptions: ParsableArguments {
  @Option(
    name: .customLong("db"),
    help: ArgumentHelp(
      "Write the results to this SQLite database.",
      valueName: "file"
    ),
    completion: .file(extensions: ["sqlite"])
  )
  var database = "id3tap.sqlite"

  @Option(
    help: ArgumentHelp(
      "Read this many inputs at once. (default: one per core)",
      valueName: "number"
    )
  )
  var jobs: Int?

  @Option(
    name: .customLong("do"),
    help: ArgumentHelp(
      "What to do with each input, separated by commas. (default: all)",
      valueName: "extract,check,pings"
    ),
    completion: .list(RecordKind.allCases.map(\.rawValue)),
    transform: Self.parseTasks
  )
  var tasks: Set<RecordKind>?

  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "Read only inputs whose path or file name matches; may be given several times.",
      valueName: "glob"
    )
  )
  var include: [String] = []

  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "Skip inputs whose path or file name matches; may be given several times.",
      valueName: "glob"
    )
  )
  var exclude: [String] = []

  @Flag(help: "Detect changes by a hash of the bytes, not the time.")
  var hash = false

  @Flag(help: "Read all inputs again, including unchanged ones.")
  var force = false

  @Flag(help: "Stop at the first input that cannot be read.")
  var failFast = false

  /// Each thread holds what it reads in memory.
  private static let mostJobs = 256

  func validate() throws {
    if let jobs, !(1...Self.mostJobs).contains(jobs) {
      throw ValidationError("--jobs \(jobs): give a number from 1 to \(Self.mostJobs).")
    }
    guard !database.isEmpty else { throw ValidationError("--db: name a file.") }
  }

  /// How many threads read.
  var threads: Int {
    jobs ?? min(Self.mostJobs, max(1, ProcessInfo.processInfo.activeProcessorCount))
  }

  /// The tasks for each input.
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
