import Foundation
import GRDB
import TestSupport
import Testing

/// Databases with values of a wrong type, as a user reads them.
@Suite(.ownThread) struct WrongValueTests {
  private let shell: Shell

  init() throws {
    shell = try Shell()
    try shell.prepare("id3tap make --quiet --minutes 1 -o a.ts")
  }

  private func change(_ name: String, _ sql: String) throws {
    let queue = try DatabaseQueue(path: shell.folder.appendingPathComponent(name).path)
    try queue.writeWithoutTransaction { try $0.execute(sql: sql) }
    try queue.close()
  }

  @Test(
    "'report' names the file, table, row and column of a wrong value, with and without --diff",
    arguments: ["report results.sqlite checks.jsonl", "report --diff checks.jsonl results.sqlite"]
  )
  func report(command: String) throws {
    try shell.prepare(
      """
      id3tap batch --quiet --do extract,check --db results.sqlite a.ts
      id3tap check --quiet a.ts -o checks.jsonl
      """
    )
    try change("results.sqlite", "UPDATE inputs SET input = x'ff00'")
    let outcome = try shell.run("id3tap \(command) --format markdown")
    #expect(outcome.status == 2)
    let words = "id3tap: results.sqlite: table inputs, input_id 1, column input holds 2 bytes, "
    #expect(outcome.errors.hasPrefix(words), "\(outcome.errors)")
    if command.contains("--diff") {
      #expect(outcome.output.isEmpty)
    } else {
      #expect(outcome.output.contains("a.ts"), "\(outcome.output)")
    }
  }

  @Test(
    "'explain' and 'compare' name a wrong value in a database, and 'explain' reads other inputs"
  )
  func explain() throws {
    try change(
      "pings.sqlite",
      """
      PRAGMA application_id = 1768174435;
      PRAGMA user_version = 1;
      CREATE TABLE requests (request_id INTEGER PRIMARY KEY, received, peer, method, url, headers,
        body, status);
      INSERT INTO requests VALUES (1, 1, 'a', 'POST', 'http://a/cgi-bin/gn?prd=dcr', '[]', 100, 200);
      """
    )
    let words = "pings.sqlite: table requests, request_id 1, column body holds the integer 100, "
    let explained = try shell.run("id3tap explain pings.sqlite a.ts --format jsonl")
    #expect(explained.status == 2)
    #expect(explained.errors.contains(words), "\(explained.errors)")
    #expect(explained.output.contains("a.ts"))
    let compared = try shell.run("id3tap compare pings.sqlite pings.sqlite")
    #expect(compared.status == 2)
    #expect(compared.errors.contains(words), "\(compared.errors)")
  }

  @Test("'batch' names a wrong value in its database and exits with status 2")
  func batch() throws {
    try shell.prepare("id3tap batch --quiet --db results.sqlite a.ts")
    try change("results.sqlite", "UPDATE inputs SET size = 'x'")
    let outcome = try shell.run("id3tap batch --quiet --db results.sqlite a.ts")
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("results.sqlite: table inputs, input_id 1, column size holds"))
  }
}
