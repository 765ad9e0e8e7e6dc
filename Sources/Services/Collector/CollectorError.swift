import GRDB
import StoredValues

/// Why pings cannot be collected, or what was collected cannot be read.
package struct CollectorError: Error, Sendable, Equatable, CustomStringConvertible {
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
