import Formats
import GRDB
import Records

/// An error that prevents the collector from running, or collected pings from being read.
package struct CollectorError: FileFailure, Sendable, Equatable, CustomStringConvertible {
  package enum Code: Sendable {
    /// The database is damaged, or cannot be opened, read or written.
    case database
    /// The file is not a collector's database, or was written by a newer version.
    case foreignDatabase
    /// Another collector writes to the database.
    case inUse
    /// A column of the database has an impossible value.
    case wrongValue
    /// The collector cannot listen on the address.
    case address
    /// The certificate or its key cannot be used.
    case identity
    /// The file of answers cannot be used.
    case answers
  }

  package let code: Code
  /// The file, or the line and field, that the error is about; empty if `reason` names it.
  package let subject: String
  package let reason: String
  /// The remedy; empty if `reason` contains it.
  package let remedy: String

  init(_ code: Code, _ subject: String, _ reason: String, _ remedy: String = "") {
    (self.code, self.subject, self.reason, self.remedy) = (code, subject, reason, remedy)
  }

  package init(line: Int, field: String?, _ problem: String) {
    self.init(.answers, "line \(line)" + (field.map { ": '\($0)'" } ?? ""), problem)
  }

  /// The error as one line of text: `FILE: what happened: what to do`.
  package var description: String {
    [subject, reason, remedy].filter { !$0.isEmpty }.joined(separator: ": ")
  }
}

extension CollectorError {
  private static let otherFile = "check the file, or give another with --db"

  /// The error for a failure while a file is read.
  init(_ error: any Error, reading path: String) {
    let found = CollectorError(error, database: path)
    guard found.code == .database, let error = error as? DatabaseError,
      error.resultCode != .SQLITE_CORRUPT
    else {
      self = found
      return
    }
    let words = (error.message ?? "error \(error.resultCode.rawValue)").lowercased()
    self.init(
      .database,
      path,
      "cannot be read (\(words))",
      "check the file, its folder and their permissions"
    )
  }

  /// The error for a failure while a collector uses its database.
  init(_ error: any Error, database path: String) {
    if let error = error as? StoredValueError {
      self.init(.wrongValue, path, error.description, StoredValueError.remedy("database"))
      return
    }
    guard let error = error as? DatabaseError else {
      self.init(.database, path, "failed (\(error))", Self.otherFile)
      return
    }
    let words = (error.message ?? "error \(error.resultCode.rawValue)").lowercased()
    switch error.resultCode {
    case .SQLITE_NOTADB: self = .foreign(path)
    case .SQLITE_CANTOPEN, .SQLITE_PERM, .SQLITE_AUTH, .SQLITE_READONLY:
      self.init(
        .database,
        path,
        "cannot be written (\(words))",
        "check the folder and its permissions, or give another file with --db"
      )
    case .SQLITE_FULL, .SQLITE_IOERR:
      self.init(
        .database,
        path,
        "cannot be written (\(words))",
        "free disk space, check the disk, or lower --max-bytes"
      )
    case .SQLITE_CORRUPT:
      self.init(
        .database,
        path,
        "is damaged (\(words))",
        "recover its data with 'sqlite3 FILE .recover', and start a new file"
      )
    default: self.init(.database, path, "failed (\(words))", Self.otherFile)
    }
  }

  static func foreign(_ path: String) -> CollectorError {
    CollectorError(
      .foreignDatabase,
      path,
      "is not a database of 'id3tap collect'",
      "give a database of the collector or, to collect, a file that does not exist yet"
    )
  }

  static func newer(_ path: String) -> CollectorError {
    CollectorError(
      .foreignDatabase,
      path,
      "was written by a newer version of id3tap",
      "use that version, or give another file"
    )
  }
}

package struct CollectorLimits: Sendable, Equatable {
  /// The maximum length of a path with its query, in bytes; a longer path is answered with 414. Raw ID3 pings, the
  /// longest pings of apps, have about 5,000 bytes.
  package var targetLength = 32 << 10
  /// The maximum size of a body in bytes; a larger body is answered with 413.
  package var bodySize = 1 << 20
  /// The maximum number of pings in a request. A request with more pings is answered with 413 and not stored.
  package var pings = 10_000
  /// The maximum size, in bytes, of the decoded parameters of all pings of a request. A larger request is answered with
  /// 413 and not stored. The query of the URL counts for each line of parameters in the body.
  package var decodedSize = 4 << 20
  /// The maximum size of all header fields in bytes; a request with larger fields is answered with 431.
  package var headerSize = 64 << 10
  /// The maximum size, in bytes, of the head of a request, including its URL; a larger head is answered with 414 or
  /// 431. Each connection has a buffer of this size.
  package var headSize = 112 << 10
  /// The maximum number of header fields; a request with more fields is answered with 431.
  package var headerCount = 100
  /// The maximum number of open connections; further connections wait until one is closed.
  package var connections = 512
  /// The maximum number of connections from one client address; further connections are closed immediately, to leave
  /// room for other clients.
  package var connectionsPerAddress = 384
  /// The maximum number of ping requests per second, 1 to 1,000,000, from all clients; others are answered with 429.
  package var rate = 20_000
  /// The maximum number of requests waiting to be stored or being stored; further requests are answered with 503.
  package var waitingRequests = 10_000
  /// The maximum size, in bytes, of the requests waiting to be stored or being stored, including their decoded pings;
  /// further requests are answered with 503.
  package var waitingBytes = 64 << 20
  /// The maximum size of the database in bytes, above which the oldest pings are removed. See ``leastStoredBytes``.
  package var storedBytes: Int64 = 10 << 30
  /// The timeout for the next request on a connection, and for the head of a request.
  package var idleTime: Duration = .seconds(60)
  /// The timeout for the body of a request.
  package var requestTime: Duration = .seconds(20)
  /// The time after which a client that reads too little of its answer is disconnected.
  package var stallTime: Duration = .seconds(20)
  /// The maximum number of open live pages; further pages are answered with 503.
  package var followers = 64
  /// The interval between comments to a live page while there are no new pings.
  package var heartbeat: Duration = .seconds(10)

  /// The number of threads that read and decode requests.
  package var threads = 2

  /// The minimum of ``storedBytes``, in bytes.
  package static let leastStoredBytes: Int64 = 16 << 20

  package init() {}
}
