import GRDB
import PingAnalysis

/// The requests in a collector's database, read from the file: for `explain` and `compare`. A collector
/// may write to it at the same time.
package struct CollectedFile {
  /// What every SQLite file begins with (The SQLite Database File Format, 1.3).
  package static let magic = Array("SQLite format 3\0".utf8)

  private static let pieceSize = 200

  private let path: String
  private let queue: DatabaseQueue

  /// Opens the file.
  /// - Throws: `database` or `foreignDatabase`.
  package init(path: String) throws(CollectorError) {
    self.path = path
    var configuration = Configuration()
    configuration.readonly = true
    configuration.busyMode = .timeout(5)
    let content: CollectorSchema.Content
    do {
      queue = try DatabaseQueue(path: path, configuration: configuration)
      content = try queue.inDatabase(CollectorSchema.content)
    } catch {
      throw CollectorError(error, reading: path)
    }
    switch content {
    case .ours: return
    case .newer: throw .newer(path)
    case .empty, .foreign: throw .foreign(path)
    }
  }

  /// Hands out all requests, oldest first.
  /// - Throws: `database`, and `body`'s errors.
  package func forEach(_ body: (CapturedRequest) throws -> Void) throws {
    try forEachExchange { try body($0.request) }
  }

  /// Hands out all requests, oldest first, with their clients and the status of their answers.
  /// - Throws: `database`, and `body`'s errors.
  package func forEachExchange(_ body: (CapturedExchange) throws -> Void) throws {
    var last: Int64 = 0
    while true {
      let piece = try read(after: last)
      guard let end = piece.last else { return }
      last = end.id
      for request in piece {
        var captured = request.captured
        captured.place = "request \(request.id)"
        let agent = request.headers.first { $0.name.lowercased() == "user-agent" }?.value
        try body(CapturedExchange(request: captured, userAgent: agent, status: request.status))
      }
    }
  }

  private func read(after last: Int64) throws(CollectorError) -> [StoredRequest] {
    do {
      return try queue.read { db in
        try Row.fetchAll(
          db,
          sql: """
            SELECT \(StoredRequest.columns) FROM requests r WHERE request_id > ?
            ORDER BY request_id LIMIT ?
            """,
          arguments: [last, Self.pieceSize]
        ).map { try StoredRequest($0) }
      }
    } catch {
      throw CollectorError(error, reading: path)
    }
  }
}
