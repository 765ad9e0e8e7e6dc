import Collector
import Foundation
import GRDB
import HTTP
import HTTPServer
import TestSupport

/// A collector on the loopback interface, with a database in its own folder.
final class CollectorBench: Sendable {
  let folder: URL
  let collector: PingCollector
  let port: Int
  /// The path of the database.
  let path: String

  static let session =
    "/cgi-bin/gn?prd=session&c13=asid,P1&sessionId=s1&c61=createtm,1700000000&c62=sendTime,1700000001"

  /// Makes a collector with a new database, or with the database at `path`.
  init(
    at path: String? = nil,
    _ change: (inout CollectorSettings) -> Void = { _ in }
  ) async throws {
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("id3tap-collector-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    self.path = path ?? folder.appendingPathComponent("a.sqlite").path
    var settings = CollectorSettings(database: self.path)
    settings.address = ListeningAddress(port: 0)
    // All tests run at the same time, so a connection may have to wait for a long time.
    settings.limits.idleTime = .seconds(3600)
    settings.limits.requestTime = .seconds(3600)
    settings.limits.stallTime = .seconds(3600)
    change(&settings)
    collector = try PingCollector(settings)
    port = try await collector.start().port
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// Runs blocking code on a separate thread, because the collector uses the threads of tasks.
  func waiting<Value: Sendable>(
    _ body: @escaping @Sendable () throws -> Value
  ) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      let thread = Thread { continuation.resume(with: Result { try body() }) }
      thread.stackSize = 1 << 20
      thread.start()
    }
  }

  /// Sends a GET request over a new connection.
  func ask(_ target: String, headers: [String] = []) async throws -> LoopbackClient.Answer {
    try await ask("GET", target, headers: headers)
  }

  /// Sends a request over a new connection.
  func ask(
    _ method: String,
    _ target: String,
    headers: [String] = [],
    body: String = ""
  ) async throws -> LoopbackClient.Answer {
    let port = port
    let answer = try await waiting {
      try LoopbackClient(port: port).ask(method, target, headers: headers, body: body)
    }
    guard let answer else { throw Unanswered() }
    return answer
  }

  struct Unanswered: Error {}

  /// The JSON that the page receives.
  func json(_ target: String) async throws -> Any {
    try JSONSerialization.jsonObject(with: Data(try await ask(target).body))
  }

  /// Changes the database. Returns the number of rows that the last statement changed.
  func write(_ sql: String) throws -> Int {
    try DatabaseQueue(path: path).write { db in
      try db.execute(sql: sql)
      return db.changesCount
    }
  }

  /// The rows of a query, with their values as text.
  func rows(_ sql: String) throws -> [[String]] {
    var configuration = Configuration()
    configuration.readonly = true
    return try DatabaseQueue(path: path, configuration: configuration).read { db in
      try Row.fetchAll(db, sql: sql).map { row in
        row.databaseValues.map { $0.isNull ? "NULL" : String.fromDatabaseValue($0) ?? "\($0)" }
      }
    }
  }
}
