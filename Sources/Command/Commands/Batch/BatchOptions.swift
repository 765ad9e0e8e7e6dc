import ArgumentParser
import Foundation
import Glibc
import Records

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
      "The number of inputs to read in parallel. (default: one per core)",
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
      "Read only inputs whose path or file name matches this glob; may be given several times.",
      valueName: "glob"
    )
  )
  var include: [String] = []

  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "Skip inputs whose path or file name matches this glob; may be given several times.",
      valueName: "glob"
    )
  )
  var exclude: [String] = []

  @Flag(help: "Detect changes by file hash, not modification time.")
  var hash = false

  @Flag(help: "Read all inputs again, including unchanged ones.")
  var force = false

  @Flag(help: "Stop at the first input that cannot be read.")
  var failFast = false

  /// The maximum of `--jobs`. Each thread keeps the data that it reads in memory.
  private static let mostJobs = 256

  func validate() throws {
    if let jobs, !(1...Self.mostJobs).contains(jobs) {
      throw ValidationError("--jobs \(jobs): give a number from 1 to \(Self.mostJobs).")
    }
    guard !database.isEmpty else { throw ValidationError("--db: name a file.") }
  }

  var threads: Int {
    jobs ?? min(Self.mostJobs, max(1, ProcessInfo.processInfo.activeProcessorCount))
  }

  var kinds: Set<RecordKind> { tasks ?? Set(RecordKind.allCases) }

  private static func parseTasks(_ text: String) throws -> Set<RecordKind> {
    let names = text.split(separator: ",", omittingEmptySubsequences: false)
    return try Set(
      names.map { name in
        guard let kind = RecordKind(rawValue: String(name)) else {
          throw ValidationError(
            "'\(name)' is not a task: choose from 'extract', 'check', 'pings'."
          )
        }
        return kind
      }
    )
  }
}

struct NameFilter: Sendable {
  /// An input must match one of these globs. If there are none, all inputs match.
  var include: [String] = []
  /// An input must not match any of these globs.
  var exclude: [String] = []

  /// Whether an input is included. `*` also matches `/`. A glob is compared with the whole name and with
  /// its last component.
  func wants(_ name: FileName) -> Bool {
    (include.isEmpty || include.contains { Self.matches($0, name) })
      && !exclude.contains { Self.matches($0, name) }
  }

  private static func matches(_ glob: String, _ name: FileName) -> Bool {
    let start = name.bytes.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0
    return [name, FileName(name.bytes[start...])].contains { name in
      name.withCString { fnmatch(glob, $0, 0) } == 0
    }
  }
}

/// The database files that a batch writes. They are not inputs, and must not be opened: closing
/// them would release SQLite's locks (fcntl(2)).
struct OwnFiles {
  private struct Identity: Hashable {
    var device: dev_t
    var number: ino_t
  }

  /// The suffixes of the files that SQLite and id3tap keep next to a database.
  private static let endings = ["-wal", "-shm", "-owners"]

  /// The files that SQLite and id3tap keep next to `input` if it is a database. They may not exist.
  static func besides(_ input: InputGroup.Member) -> [InputGroup.Member] {
    guard let name = input.fileName else { return [] }
    return endings.map { FileName(name.bytes + $0.utf8).member }
  }

  private let identities: Set<Identity>

  /// Identifies the open database at `path` and the files next to it.
  init(database path: String) {
    identities = Set(
      ([""] + Self.endings).compactMap { Self.identity(of: FileName(path + $0)) }
    )
  }

  /// Whether a name refers to one of the database files, directly or through links.
  func contains(_ name: FileName) -> Bool {
    Self.identity(of: name).map(identities.contains) ?? false
  }

  private static func identity(of name: FileName) -> Identity? {
    var status = stat()
    guard name.withCString({ stat($0, &status) }) == 0 else { return nil }
    return Identity(device: status.st_dev, number: status.st_ino)
  }
}
