import GRDB

/// The reason why a results database cannot be used.
package struct ResultsDatabaseError: Error, Sendable, CustomStringConvertible {
  package enum Code: Sendable {
    /// The file is missing, or cannot be opened or created.
    case cannotOpen
    case notOurs
    case newer
    /// An older version of id3tap wrote the file, which must be opened for writing to be migrated.
    case older
    /// A lock cannot be taken, for example because the file system does not support locks, or another process is
    /// writing results of the same feed.
    case cannotLock
    /// The database has results for the same relative name in another folder.
    case otherFolder
    /// The content of the file is damaged, or it is not a database.
    case damaged
    /// The disk is full or failing, or another program has locked the file. A later attempt may succeed.
    case unavailable
    /// Reading or writing failed for another reason.
    case failed
    /// A column contains a value of a wrong type or range.
    case wrongValue
  }

  package let code: Code
  package let path: String
  package let reason: String
  /// An action that may solve the problem, such as `check the path and its permissions`.
  package let remedy: String

  init(_ code: Code, path: String, reason: String, remedy: String) {
    (self.code, self.path, self.reason, self.remedy) = (code, path, reason, remedy)
  }

  /// Whether the content is damaged, so that no later attempt can succeed.
  package var isDamage: Bool { code == .damaged || code == .wrongValue }

  /// The message for the user: `FILE: what happened: what to do`.
  package var description: String { "\(path): \(reason): \(remedy)" }
}

extension ResultsDatabaseError {
  init(_ error: DatabaseError, path: String) {
    let words = (error.message ?? "error \(error.resultCode.rawValue)").lowercased()
    let (code, reason, remedy): (Code, String, String)
    switch error.resultCode {
    case .SQLITE_NOTADB:
      self = .notOurs(path, .damaged)
      return
    case .SQLITE_CANTOPEN, .SQLITE_PERM, .SQLITE_AUTH:
      (code, reason) = (.cannotOpen, "cannot be opened (\(words))")
      remedy = "check the path and its permissions"
    case .SQLITE_READONLY:
      (code, reason) = (.failed, "cannot be written (\(words))")
      remedy = "check the permissions of the file and its folder"
    case .SQLITE_FULL, .SQLITE_IOERR:
      (code, reason) = (.unavailable, "cannot be read or written (\(words))")
      remedy = "free space, or check the disk, and run the command again"
    case .SQLITE_BUSY, .SQLITE_LOCKED:
      (code, reason) = (.unavailable, "was locked by another program for too long")
      remedy = "wait for the program that has the file open, or end it, and run the command again"
    case .SQLITE_CORRUPT:
      (code, reason) = (.damaged, "is damaged (\(words))")
      remedy = "recover its data with 'sqlite3 FILE .recover', or give a new file"
    default:
      (code, reason) = (.failed, "failed (\(words))")
      remedy = "check the file, or give a new file"
    }
    self.init(code, path: path, reason: reason, remedy: remedy)
  }

  init(_ error: StoredValueError, path: String) {
    self.init(
      .wrongValue,
      path: path,
      reason: error.description,
      remedy: StoredValueError.remedy("database")
    )
  }

  /// The error for a relative name that means another file in this working directory.
  static func otherFolder(
    _ path: String,
    input: String,
    theirs: String,
    mine: String
  ) -> ResultsDatabaseError {
    ResultsDatabaseError(
      .otherFolder,
      path: path,
      reason: "has the results of '\(input)' in \(theirs), not of the file in \(mine)",
      remedy:
        "give absolute paths, give another database with --db, or replace the earlier "
        + "results with --force"
    )
  }

  static func notOurs(_ path: String, _ code: Code = .notOurs) -> ResultsDatabaseError {
    ResultsDatabaseError(
      code,
      path: path,
      reason: "is not a results database",
      remedy: "give a database that 'id3tap batch' or 'id3tap watch' wrote, or a new file to write"
    )
  }
}
