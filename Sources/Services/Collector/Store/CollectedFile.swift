import GRDB
import PingAnalysis

/// The requests in a collector's database file, for commands that read captures. A collector may write to the file at
/// the same time.
package struct CollectedFile {
  /// The first bytes of every SQLite file (The SQLite Database File Format, 1.3).
  package static let magic = Array("SQLite format 3\0".utf8)

  private static let pieceSize = 200

  private let path: String
  private let queue: DatabaseQueue
  private let hasOthers: Bool

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
    case .ours: hasOthers = true
    case .older: hasOthers = false
    case .newer: throw .newer(path)
    case .empty, .foreign: throw .foreign(path)
    }
  }

  /// Passes all requests to `body`, oldest first.
  /// - Throws: `database` or `wrongValue`, and the errors of `body`.
  package func forEach(_ body: (CapturedRequest) throws -> Void) throws {
    try forEachExchange { try body($0.request) }
  }

  /// Passes all requests to `body`, oldest first, with their user agents and the status of the answers to pings. What
  /// the production host would answer to other requests is unknown.
  /// - Throws: `database` or `wrongValue`, and the errors of `body`.
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
        try StoredRequest.fetch(after: last, limit: Self.pieceSize, withOthers: hasOthers, db)
      }
    } catch {
      throw CollectorError(error, reading: path)
    }
  }
}
