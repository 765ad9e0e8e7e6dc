import Formats
import GRDB
import Records

/// Why pings cannot be collected, or what was collected cannot be read.
package struct CollectorError: FileFailure, Sendable, Equatable, CustomStringConvertible {
  /// The kind of failure.
  package enum Code: Sendable {
    /// The database cannot be opened, read or written.
    case database
    /// The file is not a database of a collector, or one of a newer version.
    case foreignDatabase
    /// Another collector writes to the database.
    case inUse
    /// A column of the database holds a value that cannot be in it.
    case wrongValue
    /// The address cannot be listened at.
    case address
    /// The certificate or its key cannot be used.
    case identity
    /// The file with answers cannot be used.
    case answers
  }

  /// The kind of failure.
  package let code: Code
  /// The file, address or field.
  package let subject: String
  /// The reason in plain words.
  package let reason: String
  /// The remedy; empty if the reason contains it.
  package let remedy: String

  init(_ code: Code, _ subject: String, _ reason: String, _ remedy: String = "") {
    self.code = code
    self.subject = subject
    self.reason = reason
    self.remedy = remedy
  }

  /// An error in the file with answers.
  package init(line: Int, field: String?, _ problem: String) {
    self.init(.answers, "line \(line)" + (field.map { ": '\($0)'" } ?? ""), problem)
  }

  /// `FILE: what happened: what to do`.
  package var description: String {
    [subject, reason, remedy].filter { !$0.isEmpty }.joined(separator: ": ")
  }
}

extension CollectorError {
  private static let otherFile = "check the file, or name another with --db"

  /// The error for a failure of SQLite while the file was read.
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

  /// The error of a user for a failure of SQLite.
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
        "check the folder and its permissions, or name another file with --db"
      )
    case .SQLITE_FULL, .SQLITE_IOERR:
      self.init(
        .database,
        path,
        "cannot be written (\(words))",
        "free space on the disk, or allow less with --max-bytes"
      )
    case .SQLITE_CORRUPT:
      self.init(
        .database,
        path,
        "is damaged (\(words))",
        "save what can be with 'sqlite3 FILE .recover', and begin a new one"
      )
    default: self.init(.database, path, "failed (\(words))", Self.otherFile)
    }
  }

  /// A file that is something else.
  static func foreign(_ path: String) -> CollectorError {
    CollectorError(
      .foreignDatabase,
      path,
      "is not a database of 'id3tap collect'",
      "name one, or a file that does not exist yet"
    )
  }

  /// A file of a newer version.
  static func newer(_ path: String) -> CollectorError {
    CollectorError(
      .foreignDatabase,
      path,
      "was written by a newer version of id3tap",
      "use that version, or name another file"
    )
  }
}

/// The limits of a collector.
package struct CollectorLimits: Sendable, Equatable {
  /// Bytes of a path with its query; longer ones are answered with 414. Raw ID3, the longest that apps
  /// send, has some 5,000.
  package var targetLength = 32 << 10
  /// Bytes of a body; larger ones are answered with 413.
  package var bodySize = 1 << 20
  /// Pings of a request; one with more is answered with 413, and nothing of it is stored.
  package var pings = 10_000
  /// Bytes of the decoded parameters of all pings of a request; one with more is answered with 413, and
  /// nothing of it is stored. The query of the URL counts once for each line of the body.
  package var decodedSize = 4 << 20
  /// Bytes of all header fields; more are answered with 431.
  package var headerSize = 64 << 10
  /// Bytes of the head of a request, its URL included, that are read at all; more are answered with 414 or 431. Each
  /// connection has a buffer of that size.
  package var headSize = 112 << 10
  /// Header fields; more are answered with 431.
  package var headerCount = 100
  /// Connections that are open at the same time; more wait until one is closed.
  package var connections = 512
  /// Connections of one client address; more are closed at once, so that they leave room for others.
  package var connectionsPerAddress = 384
  /// Requests a second, over all clients; more are answered with 429. 1 to 1,000,000.
  package var rate = 20_000
  /// Requests that wait to be stored, or are being stored; more are answered with 503.
  package var waitingRequests = 10_000
  /// Bytes of the requests that wait to be stored or are being stored, with their decoded pings; more are
  /// answered with 503.
  package var waitingBytes = 64 << 20
  /// Bytes that the database may fill: when they are full the oldest pings are removed. See ``leastStoredBytes``.
  package var storedBytes: Int64 = 10 << 30
  /// How long a connection without a request stays open; the head of a request has as long.
  package var idleTime: Duration = .seconds(60)
  /// How long the body of a request may take.
  package var requestTime: Duration = .seconds(20)
  /// How long a client may read nothing of its answer.
  package var stallTime: Duration = .seconds(20)
  /// Pages that follow live at the same time; more are answered with 503.
  package var followers = 64
  /// How often a page that follows live is sent a comment when there is nothing to report.
  package var heartbeat: Duration = .seconds(10)

  /// Threads that read and decode requests.
  package var threads = 2

  /// The least that ``storedBytes`` may be, in bytes.
  package static let leastStoredBytes: Int64 = 16 << 20

  package init() {}
}
