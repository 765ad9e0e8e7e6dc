import Conformance
import NielsenAppApi
import TestSupport
import TimedMetadata

@testable import Records

/// A database in its own folder, and runs on it with a clock that does not advance.
final class StoreBench {
  let folder: TemporaryFolder
  let database: ResultsDatabase

  init() throws {
    folder = try TemporaryFolder()
    database = try ResultsDatabase(path: folder.path + "/r.sqlite", for: .writing)
  }

  /// Another connection, like that of another process.
  func another() throws -> ResultsDatabase {
    try ResultsDatabase(path: database.path, for: .writing)
  }

  func run(
    _ database: ResultsDatabase? = nil,
    settings: String = "",
    redoes: Bool = false
  ) throws -> BatchRun {
    try BatchRun(
      database ?? self.database,
      RunDescription(version: "1", settings: .string(settings), directory: "/"),
      redoes: redoes,
      clock: { 1_500_000_000_000 }
    )
  }

  static func inputs(_ names: [String]) -> [BatchInput] {
    names.map { BatchInput(name: Array($0.utf8), source: .path) }
  }

  static let file = InputIdentity(kind: .file, size: 10, modified: 5)

  /// The report about an input that could not be read.
  static func report(_ input: String) -> CheckRow {
    var checker = Checker(input: input, options: CheckOptions())
    let failure = TimedMetadataError(.cannotRead, input: input, reason: "broke", remedy: "mend it")
    return CheckRow(checker.report(failure: failure))
  }

  static func ping(_ input: String, _ index: Int) -> PingRow {
    PingRow(
      input: input,
      index: index,
      time: index == 0 ? nil : 0.1 + 0.2,
      ping: Ping(
        product: .dtvr,
        type: .duration,
        createTime: 1_491_484_083,
        sendTime: 1_491_484_084,
        endpoint: "/cgi-bin/d",
        parameters: [PingParameter(name: "ci", value: "a\"b\\ü\n")],
        url: "https://collector.invalid/cgi-bin/d?ci=1"
      )
    )
  }

  func lines(_ kind: RecordKind) throws -> String {
    var bytes: [UInt8] = []
    try database.lines(of: kind) { bytes += $0 }
    return String(decoding: bytes, as: UTF8.self)
  }

  func texts(_ sql: String) throws -> [String] { try database.texts(sql) }
}

extension Array<BatchRun.Item> {
  var labels: [String] { map(\.input.label) }
}

extension BatchRun {
  /// Begins an input, with a memory limit for rows in bytes; nil if the input is not begun.
  func recorder(
    of item: Item,
    _ identity: InputIdentity,
    capacity: Int
  ) throws -> InputRecorder? {
    guard case .begun(let recorder) = try begin(item, identity, capacity: capacity) else {
      return nil
    }
    return recorder
  }

  func all() throws -> [Item] {
    var items: [Item] = []
    while let item = try next() { items.append(item) }
    return items
  }

  /// Processes the rest of the list. Returns the names of the processed inputs, without the inputs that were skipped or
  /// left to other runs.
  func work(
    _ identity: InputIdentity = StoreBench.file,
    _ result: InputResult = InputResult(.done, did: [.extract]),
    pings: Int = 0
  ) throws -> [String] {
    var names: [String] = []
    while let item = try next() {
      guard !item.isPostponed, case .begun(let recorder) = try begin(item, identity) else {
        continue
      }
      for index in 0..<pings { try recorder.append(StoreBench.ping(item.input.label, index)) }
      try recorder.finish(result)
      names.append(item.input.label)
    }
    return names
  }
}
