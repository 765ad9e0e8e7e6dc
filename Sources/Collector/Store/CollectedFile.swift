import GRDB
import PingAnalysis
import StoredValues

/// The requests in a collector's database, read from the file: for `explain` and `compare`. A collector
/// may write to it at the same time.
package struct CollectedFile {
  /// What every SQLite file begins with (The SQLite Database File Format, 1.3).
  package static let magic = Array("SQLite format 3\0".utf8)

  private static let pieceSize = 200

  private let path: String
  private let queue: DatabaseQueue
  /// Where requests are.
  private let source: String

  private static let pingRequests =
    """
    SELECT request_id, received, peer, method, url, headers, body, status, 1 AS isPing
    FROM requests WHERE request_id > :last
    """
  /// With those that are no pings, in the order in which all came.
  private static let allRequests = """
    \(pingRequests) UNION ALL
    SELECT request_id, received, peer, method, url, headers, NULL, status, 0
    FROM other_requests WHERE request_id > :last
    """

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
    case .ours: source = Self.allRequests
    case .older: source = Self.pingRequests
    case .newer: throw .newer(path)
    case .empty, .foreign: throw .foreign(path)
    }
  }

  /// Hands out all requests, oldest first.
  /// - Throws: `database`, and `body`'s errors.
  package func forEach(_ body: (CapturedRequest) throws -> Void) throws {
    try forEachExchange { try body($0.request) }
  }

  /// Hands out all requests, oldest first, with their clients and the status of the answers to pings: what
  /// others would be answered with, a collector does not know.
  /// - Throws: `database`, and `body`'s errors.
  package func forEachExchange(_ body: (CapturedExchange) throws -> Void) throws {
    var last: Int64 = 0
    while true {
      let piece = try read(after: last)
      guard let end = piece.last else { return }
      last = end.request.id
      for (request, isPing) in piece {
        var captured = request.captured
        captured.place = "request \(request.id)"
        let agent = request.headers.first { $0.name.lowercased() == "user-agent" }?.value
        let status = isPing ? request.status : nil
        try body(CapturedExchange(request: captured, userAgent: agent, status: status))
      }
    }
  }

  private func read(
    after last: Int64
  ) throws(CollectorError) -> [(request: StoredRequest, isPing: Bool)] {
    do {
      return try queue.read { db in
        try Row.fetchAll(
          db,
          sql: "\(source) ORDER BY request_id LIMIT :count",
          arguments: ["last": last, "count": Self.pieceSize]
        ).map { (try StoredRequest($0), try CheckedRow($0, of: "requests").count(8) == 1) }
      }
    } catch {
      throw CollectorError(error, reading: path)
    }
  }
}
