import GRDB
import Glibc
import TestSupport
import Testing

@testable import Records

@Suite("results databases")
struct ResultsDatabaseTests {
  private let folder: TemporaryFolder
  private var path: String { folder.path + "/r.sqlite" }

  init() throws { folder = try TemporaryFolder() }

  private func failure(_ access: ResultsDatabase.Access) -> ResultsDatabaseError? {
    do throws(ResultsDatabaseError) {
      _ = try ResultsDatabase(path: path, for: access)
      return nil
    } catch {
      return error
    }
  }

  /// Makes a database of another program.
  private func make(_ sql: String) throws {
    let queue = try DatabaseQueue(path: path)
    try queue.write { try $0.execute(sql: sql) }
    try queue.close()
  }

  @Test("a missing file is created for writing, and can then be read")
  func new() throws {
    #expect(failure(.reading)?.code == .cannotOpen)
    try ResultsDatabase(path: path, for: .writing).close()
    let database = try ResultsDatabase(path: path, for: .reading)
    #expect(try database.texts("SELECT count(*) FROM inputs") == ["0"])
    #expect(try database.texts("PRAGMA user_version") == ["\(StoreMigrations.version)"])
    #expect(try database.texts("PRAGMA journal_mode") == ["wal"])
  }

  @Test("only the owner can read a new file, and an existing file keeps its permissions")
  func permissions() throws {
    func mode() -> mode_t? {
      var status = stat()
      return stat(path, &status) == 0 ? status.st_mode & 0o777 : nil
    }
    try ResultsDatabase(path: path, for: .writing).close()
    #expect(mode() == 0o600)
    chmod(path, 0o640)
    try ResultsDatabase(path: path, for: .writing).close()
    #expect(mode() == 0o640)
  }

  @Test("the version of the schema is the number of migrations")
  func version() {
    #expect(StoreMigrations.migrator().migrations.count == StoreMigrations.version)
  }

  @Test("a database of another program is refused and unchanged")
  func foreign() throws {
    try make("CREATE TABLE pings (id INTEGER)")
    for access in [ResultsDatabase.Access.reading, .writing] {
      let failure = failure(access)
      #expect(failure?.code == .notOurs)
      #expect(failure?.description.hasPrefix("\(path): is not a results database: give ") == true)
    }
    #expect(folder.names == ["r.sqlite"])
  }

  @Test("a file that is not a database is refused and unchanged")
  func text() throws {
    let text = String(repeating: "These are not the rows you are looking for. ", count: 40)
    try folder.write(text, to: "r.sqlite")
    #expect(failure(.reading)?.code == .damaged)
    #expect(failure(.writing)?.code == .damaged)
    #expect(folder.content(of: "r.sqlite") == text)
  }

  @Test("a database of a newer version is refused")
  func newer() throws {
    try make(
      "PRAGMA application_id = \(StoreMigrations.applicationID); PRAGMA user_version = 9; "
        + "CREATE TABLE inputs (id INTEGER)"
    )
    for access in [ResultsDatabase.Access.reading, .writing] {
      let failure = failure(access)
      #expect(failure?.code == .newer)
      #expect(failure?.description.contains("newer version of id3tap (schema 9") == true)
    }
  }

  @Test("an empty file is used as a new database for writing, and refused for reading")
  func empty() throws {
    try folder.write("", to: "r.sqlite")
    #expect(failure(.reading)?.code == .notOurs)
    #expect(failure(.writing) == nil)
  }

  @Test("a missing folder is reported")
  func noFolder() {
    do throws(ResultsDatabaseError) {
      _ = try ResultsDatabase(path: "/no/folder/r.sqlite", for: .writing)
      Issue.record("it was opened")
    } catch {
      #expect(error.code == .cannotOpen)
      #expect(error.description.hasPrefix("/no/folder/r.sqlite: cannot be opened"))
    }
  }
}
