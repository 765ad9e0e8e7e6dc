import Foundation
import TestSupport
import Testing

@testable import Commands

/// Checks statements of the documents about all commands: exit codes, and JSON Lines in a pipe.
@Suite(.ownThread) struct DocumentClaimsTests {
  /// A statement in Documentation/ExitCodes.md, and a command that causes the exit code.
  struct Claim: Sendable, CustomTestStringConvertible {
    /// The first cell of the row, or a command in the cell.
    let row: String
    /// A part of the text in the row.
    let words: String
    let status: Int32
    let line: String

    var testDescription: String { "\(row): \(words): \(line)" }

    init(_ row: String, _ words: String, _ status: Int32, _ line: String) {
      (self.row, self.words, self.status, self.line) = (row, words, status, line)
    }
  }

  private static let unread = "an input could not be read"
  private static let clean = "SampleStreams/clean.ts"
  private static let gap = "SampleStreams/cadence-gap.ts"
  private static let pings = "<(id3tap pings \(clean))"

  private static let claims = [
    Claim("0", "has only warnings", 0, "id3tap check --threshold cadence-gap=60 \(gap)"),
    Claim("0", "with `--strict`", 1, "id3tap check --strict --threshold cadence-gap=60 \(gap)"),
    Claim("64", "wrong arguments", 64, "id3tap nothing"),
    Claim("64", "wrong arguments", 64, "id3tap check --wrong \(clean)"),
    Claim("64", "invalid settings file", 64, "id3tap check --config <(echo '{') \(clean)"),
    Claim("`extract`", "never", 0, "id3tap extract \(gap)"),
    Claim("`extract`", unread, 2, "id3tap extract missing.ts \(clean)"),
    Claim("`explain`", "never", 0, "id3tap explain \(gap) --limit-seconds 11"),
    Claim("`explain`", unread, 2, "id3tap explain missing.ts"),
    Claim("`pings`", "never", 0, "id3tap pings \(gap)"),
    Claim("`pings`", unread, 2, "id3tap pings missing.ts"),
    Claim("`check`", "an input failed", 1, "id3tap check \(gap)"),
    Claim("`check`", "no Nielsen DATA tag", 1, "id3tap check SampleStreams/media.mp4"),
    Claim(
      "`check`",
      "`not-judged`",
      1,
      "id3tap make --quiet --minutes 1 --fault tag-present -o a.ts; head -c 50008 a.ts | id3tap check -"
    ),
    Claim("`check`", unread, 2, "id3tap check missing.ts"),
    // Exit code 2 takes precedence over 1.
    Claim("`check`", unread, 2, "id3tap check \(gap) missing.ts"),
    Claim(
      "`expect`",
      "no file is written",
      1,
      "id3tap expect SampleStreams/media.mp4 -o new.json; code=$?; test ! -e new.json && (exit $code)"
    ),
    Claim(
      "`expect`",
      "no template is written",
      2,
      "id3tap expect missing.ts -o new.json; code=$?; test ! -e new.json && (exit $code)"
    ),
    Claim("`trace`", "lost or changed", 1, "id3tap trace a=\(clean) b=\(gap)"),
    Claim("`compare`", "something differs", 1, "id3tap compare \(gap) \(pings)"),
    Claim("`compare`", unread, 2, "id3tap compare \(gap) missing.har"),
    Claim("`rehearse`", "an item failed", 1, "id3tap rehearse \(pings)"),
    Claim("`rehearse`", unread, 2, "id3tap rehearse missing.har"),
    Claim(
      "`rehearse`",
      "contains no ping",
      2,
      "id3tap rehearse <(echo http://127.0.0.1/cgi-bin/none)"
    ),
    Claim("`batch`", "never", 0, "id3tap batch \(gap)"),
    Claim("`batch`", unread, 2, "id3tap batch missing.ts"),
    Claim("`batch`", "could not be written", 2, "id3tap batch \(gap) --db missing/a.sqlite"),
    Claim("`scenario`", "never", 0, "id3tap scenario --list"),
    Claim("`scenario`", "could not be written", 2, "id3tap scenario pause -o missing/pause.json"),
    Claim("`report`", "a broken line", 2, "id3tap report <(echo '{') -o page.html"),
    Claim("`report`", "nothing to report", 2, "id3tap report missing -o page.html"),
    Claim(
      "`watch`",
      "an alarm of `--stop-on`",
      1,
      "id3tap watch http://127.0.0.1:1/a.m3u8 --stop-on stream-lost"
    ),
    Claim("`watch`", "is not valid", 2, "id3tap watch @<(echo 'ftp://127.0.0.1/a')"),
    Claim(
      "`collect`",
      "cannot be used",
      2,
      "id3tap collect --listen 127.0.0.1:0 --db missing/a.sqlite"
    ),
    Claim("`make`", "the media cannot be read", 2, "id3tap make --media missing.mp4 -o a.ts"),
    Claim("`make`", "cannot be written", 2, "id3tap make -o missing/a.ts"),
  ]

  /// The rows of the tables in Documentation/ExitCodes.md.
  private static func rows() throws -> [Substring] {
    try DocumentFiles.text(of: "Documentation/ExitCodes.md").split(separator: "\n")
      .filter { $0.hasPrefix("|") }
  }

  private static func isOf(_ name: String, _ row: Substring) -> Bool {
    row.split(separator: "|").first?.split(separator: ",")
      .contains { $0.trimmingCharacters(in: .whitespaces) == name } == true
  }

  private static func shell() throws -> Shell {
    let shell = try Shell()
    try shell.prepare("ln -s '\(DocumentFiles.path(of: "SampleStreams"))' SampleStreams")
    return shell
  }

  @Test("a command ends with the exit code that the documentation states", arguments: claims)
  func exitCode(claim: Claim) throws {
    let rows = try Self.rows()
    let row = try #require(rows.first { Self.isOf(claim.row, $0) }, "no row \(claim.row)")
    #expect(row.contains(claim.words))
    let outcome = try Self.shell().run("\(claim.line) > output")
    #expect(outcome.status == claim.status, "\(outcome.errors)")
  }

  @Test("every command in the table of exit codes is tested")
  func completeness() throws {
    let commands = try Self.rows().flatMap { row in
      (row.split(separator: "|").first ?? "").matches(of: /`[a-z]+`/).map { String($0.0) }
    }
    #expect(commands.count > 10)
    #expect(Set(commands).subtracting(Self.claims.map(\.row)) == [])
  }

  @Test("a command whose reader closes the pipe exits with status 0")
  func closedPipe() throws {
    let outcome = try Self.shell().run(
      "id3tap extract SampleStreams/clean.ts | head -1; echo ${PIPESTATUS[0]}"
    )
    #expect(outcome.lines.last == "0" && outcome.errors == "", "\(outcome.errors)")
  }

  /// A command line for each command that writes JSON Lines into a pipe.
  private static let piped = [
    "extract": "id3tap extract \(clean)",
    "check": "id3tap check \(clean)",
    "pings": "id3tap pings \(clean)",
    "explain": "id3tap explain \(clean) --limit-seconds 11",
    "compare": "id3tap compare \(gap) \(pings)",
    "trace": "id3tap trace a=\(clean) b=\(gap)",
    "rehearse": "id3tap rehearse \(pings)",
    "watch": "id3tap watch http://127.0.0.1:1/a.m3u8 --stop-on stream-lost",
  ]

  @Test(
    "a command that Records.md names writes JSON Lines into a pipe",
    arguments: piped.keys.sorted()
  )
  func lines(command: String) throws {
    let line = try #require(Self.piped[command])
    let outcome = try Self.shell().run("\(line) | cat")
    #expect(!outcome.lines.isEmpty, "\(outcome.errors)")
    for line in outcome.lines {
      let value = try JSONSerialization.jsonObject(with: Data(line.utf8))
      #expect(value is [String: Any], "\(line)")
    }
  }

  @Test("Records.md names exactly the commands that write JSON Lines")
  func names() throws {
    let text = try DocumentFiles.text(of: "Documentation/Records.md")
    let sentence = try #require(text.firstMatch(of: /(?s)`--format jsonl`, (.*?) write JSON Lines/))
    let names = sentence.1.matches(of: /`([a-z]+)`/).map { String($0.1) }
    #expect(names.sorted() == Self.piped.keys.sorted())
  }

  @Test("the scenario in ScenarioFile.md can be played, and the page names every action")
  func scenario() throws {
    let page = try DocumentFiles.text(of: "Documentation/ScenarioFile.md")
    let block = try #require(page.firstMatch(of: /(?s)```json\n(.*?)```/)?.1)
    let shell = try Self.shell()
    try Data(block.utf8).write(to: shell.folder.appendingPathComponent("mine.json"))
    let outcome = try shell.run("id3tap pings --scenario mine.json")
    #expect(outcome.status == 0 && outcome.lines.count > 3, "\(outcome.errors)")
    // The error about an unknown action lists all actions.
    let wrong = try shell.run(
      "sed 's/\"pause\"/\"nothing\"/' mine.json | id3tap pings --scenario /dev/stdin"
    )
    let known = wrong.errors.matches(of: /"([a-zA-Z]+)"/).map { String($0.1) }
    #expect(known.count > 10, "\(wrong.errors)")
    for action in known { #expect(page.contains("`\(action)`"), "\(action)") }
  }
}
