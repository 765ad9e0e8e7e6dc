import Foundation
import Testing

/// `id3tap extract` as a user runs it.
@Suite struct ExtractTests {
  private let shell: Shell

  init() throws { shell = try Shell() }

  private func makeStream(_ name: String = "a.ts", _ options: String = "--minutes 1") throws {
    let made = try shell.run("id3tap make \(options) -o \(name)")
    try #require(made.status == 0, "\(made.errors)")
  }

  // MARK: - Formats

  @Test("a pipe gets one JSON object a line")
  func jsonLines() throws {
    try makeStream()
    let outcome = try shell.run("id3tap extract a.ts | cat")
    #expect(outcome.lines.count == 6)
    for (index, line) in outcome.lines.enumerated() {
      let row = try #require(
        try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      )
      #expect(row["input"] as? String == "a.ts")
      #expect(row["index"] as? Int == index)
      #expect((row["nielsen"] as? [String: Any])?["checksumValid"] as? Bool == true)
    }
    #expect(outcome.errors == "")
  }

  @Test("JSON is one array", arguments: [("--minutes 1", 6), ("--minutes 0.1", 0)])
  func json(options: String, count: Int) throws {
    try makeStream("a.ts", options)
    let outcome = try shell.run("id3tap extract --quiet --format json a.ts")
    let rows = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [Any]
    #expect(rows?.count == count)
    #expect(outcome.status == 0)
  }

  @Test("CSV has a header, and a line for each tag")
  func csv() throws {
    try makeStream()
    let outcome = try shell.run("id3tap extract --format csv a.ts")
    let lines = outcome.output.split(separator: "\r\n")
    #expect(lines.count == 7)
    #expect(lines.first?.hasPrefix("input,index,carriage,program,pid,") == true)
  }

  @Test("a table has a heading and aligned columns without colour")
  func table() throws {
    try makeStream()
    let outcome = try shell.run("id3tap extract --format table a.ts")
    #expect(outcome.lines.count == 7)
    #expect(outcome.lines.allSatisfy { $0.utf8.count <= 80 })
    #expect(!outcome.output.contains("\u{1b}"))
  }

  @Test("the same input gives the same bytes")
  func deterministic() throws {
    try makeStream()
    let runs = try (0..<2).map { _ in try shell.run("id3tap extract a.ts").output }
    #expect(runs[0] == runs[1])
    #expect(!runs[0].isEmpty)
  }

  @Test("--nielsen drops other tags and keeps their numbers free")
  func nielsenOnly() throws {
    try makeStream("a.ts", "--minutes 1 --fault tag-present")
    #expect(try shell.run("id3tap extract a.ts").lines.isEmpty == false)
    let outcome = try shell.run("id3tap extract --nielsen a.ts")
    #expect(outcome.output == "")
    #expect(outcome.status == 0)
    #expect(outcome.errors.hasPrefix("id3tap: a.ts: no tag was asked for, but there are some"))
  }

  // MARK: - Selection

  @Test("only the first seconds are read when that is asked for")
  func limit() throws {
    try makeStream()
    #expect(try shell.run("id3tap extract --limit-seconds 21 a.ts").lines.count == 3)
  }

  @Test("a PID or a program without tags gives none, and says so")
  func otherPID() throws {
    try makeStream()
    for option in ["--pid 300", "--program 9"] {
      let outcome = try shell.run("id3tap extract \(option) a.ts")
      #expect(outcome.output == "" && outcome.status == 0)
      #expect(outcome.errors.hasPrefix("id3tap: a.ts: "))
    }
    #expect(try shell.run("id3tap extract --pid 258 --program 1 a.ts").lines.count == 6)
  }

  // MARK: - Inputs

  @Test("standard input is read like a file")
  func standardInput() throws {
    try makeStream()
    let piped = try shell.run("cat a.ts | id3tap extract -")
    let redirected = try shell.run("id3tap extract - < a.ts")
    let named = try shell.run("id3tap extract a.ts")
    #expect(piped.output == redirected.output)
    #expect(piped.output.replacing("\"input\":\"-\"", with: "\"input\":\"a.ts\"") == named.output)
  }

  @Test("a directory gives its streams in order and passes over other files")
  func directory() throws {
    try makeStream("b.ts")
    try makeStream("a.bin")
    let outcome = try shell.run(
      "mkdir -p d/e; mv b.ts d/e; mv a.bin d; echo hello > d/note.txt; : > d/empty; "
        + "id3tap extract d"
    )
    #expect(outcome.status == 0)
    #expect(outcome.errors == "")
    let inputs = try outcome.lines.map {
      let row = try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
      return row?["input"] as? String ?? ""
    }
    #expect(
      inputs == Array(repeating: "d/a.bin", count: 6) + Array(repeating: "d/e/b.ts", count: 6)
    )
  }

  @Test("a glob and a list name several inputs")
  func globAndList() throws {
    try makeStream("a.ts")
    try makeStream("b.ts")
    let glob = try shell.run("id3tap extract '*.ts'")
    let list = try shell.run("printf '# streams\\n\\na.ts\\r\\nb.ts' > list; id3tap extract @list")
    let fed = try shell.run("ls *.ts | id3tap extract @-")
    #expect(glob.lines.count == 12)
    #expect(list.output == glob.output)
    #expect(fed.output == glob.output)
  }

  // MARK: - Bad inputs

  @Test(
    "a bad input is one line that names it, and exit code 2",
    arguments: [
      ("", "missing.ts", "no such file"), (": > a.ts", "a.ts", "holds no bytes"),
      ("echo hello > a.ts", "a.ts", "is text, not media"),
      ("mkdir a", "a", "holds no transport stream"),
      ("mkdir a; echo hello > a/b", "a", "holds no transport stream"),
      ("head -c 20000 /dev/zero > a.ts", "a.ts", "holds no transport stream packets"),
      ("", "'z*.ts'", "matches no file"), ("", "@missing", "no such file"),
      (": > list", "@list", "names no input"),
      ("printf 'a\\0b' > list", "@list", "is not a list of inputs"),
      ("", "https://example.invalid/a.ts", "https: is not supported yet"),
      ("", "udp://239.0.0.1:1234", "udp: is not supported yet"),
    ]
  )
  func badInput(preparation: String, input: String, words: String) throws {
    let outcome = try shell.run(
      "\(preparation.isEmpty ? ":" : preparation); id3tap extract \(input)"
    )
    let name = input.filter { $0 != "'" }
    #expect(outcome.status == 2)
    #expect(outcome.output == "")
    let lines = outcome.errors.split(separator: "\n")
    #expect(lines.count == 1)
    #expect(lines.first?.hasPrefix("id3tap: \(name): ") == true)
    #expect(outcome.errors.contains(words))
    // What happened and what to do.
    #expect((lines.first?.split(separator: ": ").count ?? 0) >= 4)
  }

  @Test("a broken input does not stop the others")
  func severalInputs() throws {
    try makeStream()
    let outcome = try shell.run("id3tap extract missing.ts a.ts /etc/passwd a.ts")
    #expect(outcome.status == 2)
    #expect(outcome.lines.count == 12)
    #expect(outcome.errors.split(separator: "\n").count == 2)
  }

  @Test("random bytes end with a diagnostic or with nothing found, never with a crash")
  func randomBytes() throws {
    let outcome = try shell.run("head -c 300000 /dev/urandom > a.ts; id3tap extract a.ts")
    #expect(outcome.status == 2 || outcome.status == 0)
    #expect(outcome.errors.hasPrefix("id3tap: a.ts: "))
  }

  @Test("a truncated stream gives every tag in front of the cut")
  func truncated() throws {
    try makeStream()
    let outcome = try shell.run("head -c 100001 a.ts > b.ts; id3tap extract b.ts")
    let whole = try shell.run("cp a.ts b.ts; id3tap extract b.ts")
    #expect(outcome.status == 0)
    #expect(!outcome.lines.isEmpty && outcome.lines.count < whole.lines.count)
    #expect(whole.output.hasPrefix(outcome.output))
  }

  @Test("a file name that would act on the terminal is made harmless")
  func hostileName() throws {
    let outcome = try shell.run("id3tap extract $'a\\e]31m\\nb.ts'")
    #expect(outcome.errors.hasPrefix("id3tap: a\\u{1b}]31m\\u{a}b.ts: no such file"))
  }

  // MARK: - Output

  @Test("a reader that has seen enough ends the run quietly")
  func closedPipe() throws {
    try makeStream("a.ts", "--minutes 60")
    let outcome = try shell.run(
      "id3tap extract a.ts a.ts a.ts | head -1; echo ${PIPESTATUS[0]} >&2"
    )
    #expect(outcome.lines.count == 1)
    #expect(outcome.errors == "0\n")
  }

  @Test("-o writes the file that standard output would have been")
  func outputFile() throws {
    try makeStream()
    let outcome = try shell.run("id3tap extract a.ts -o b; id3tap extract a.ts | cmp - b; ls -A")
    #expect(outcome.status == 0)
    #expect(outcome.output.contains("a.ts\nb\n"))
    #expect(outcome.errors == "")
  }

  @Test(
    "an output that cannot be written is told",
    arguments: [
      ("-o /dev/full", 2, "/dev/full: cannot be written"),
      ("-o none/b", 2, "none/b: cannot be created"),
      (">&-", 2, "standard output: cannot be written"),
      ("-o a.ts", 64, "a.ts: is also an input"),
    ] as [(String, Int32, String)]
  )
  func badOutput(option: String, status: Int32, words: String) throws {
    try makeStream()
    let outcome = try shell.run("id3tap extract a.ts \(option)")
    #expect(outcome.status == status)
    #expect(outcome.errors.hasPrefix("id3tap: \(words)"))
    #expect(try shell.run("id3tap extract a.ts").lines.count == 6)
  }

  @Test("an interrupted run finishes its lines")
  func interrupted() throws {
    try makeStream()
    // The rows come while the pipe is still open: whoever sees them interrupts.
    let outcome = try shell.run(
      """
      set -m  # without job control bash would let its child ignore the interrupt
      mkfifo pipe
      id3tap extract --format json pipe > rows 2> told & tap=$!
      exec 3> pipe; cat a.ts >&3
      until grep -q sha256 rows || ((SECONDS > 60)); do :; done
      kill -INT $tap; wait $tap; echo $?; cat told
      """
    )
    #expect(outcome.output == "130\n")
    let rows = try Data(contentsOf: shell.folder.appendingPathComponent("rows"))
    let array = try JSONSerialization.jsonObject(with: rows) as? [Any]
    #expect((array?.count ?? 0) > 0)
  }

  // MARK: - Talk

  @Test("--verbose tells what is unusual, --quiet only what failed")
  func talk() throws {
    try makeStream("a.ts", "--minutes 1 --fault ts-continuity")
    let verbose = try shell.run("id3tap extract --verbose a.ts")
    #expect(verbose.errors.contains("id3tap: a.ts: ts-continuity at byte "))
    #expect(try shell.run("id3tap extract a.ts").errors == "")
    try makeStream("b.ts", "--minutes 0.1")
    #expect(try shell.run("id3tap extract b.ts").errors.hasPrefix("id3tap: b.ts: "))
    let quiet = try shell.run("id3tap extract --quiet b.ts missing.ts")
    #expect(quiet.errors.hasPrefix("id3tap: missing.ts: no such file"))
  }
}
