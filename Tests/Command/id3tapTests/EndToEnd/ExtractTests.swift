import Foundation
import TestSupport
import Testing

@Suite(.ownThread) struct ExtractTests {
  private let shell: Shell

  init() throws { shell = try Shell() }

  private func makeStream(_ name: String = "a.ts", _ options: String = "--minutes 1") throws {
    let made = try shell.run("id3tap make \(options) -o \(name)")
    try #require(made.status == 0, "\(made.errors)")
  }

  @Test("a file that is truncated while it is read causes an error message, not a crash")
  func shortened() throws {
    // The rows exceed the capacity of a pipe, so `extract` is in the middle of the file when the first byte is read.
    try makeStream("whole.ts", "--minutes 120")
    let outcome = try shell.run(
      """
      size=$(stat -c %s whole.ts)
      for i in $(seq 100); do
        cp whole.ts a.ts
        id3tap extract --format jsonl a.ts 2> errors | {
          head -c 1 > /dev/null; truncate -s $((i * size / 100 - 100)) a.ts; cat > rest; }
        echo "${PIPESTATUS[0]} $(wc -l < rest) $(grep -c 'became shorter' errors)"
      done
      """
    )
    let runs = outcome.lines.map { $0.split(separator: " ").compactMap { Int($0) } }
    #expect(runs.count == 100)
    for run in runs {
      // A file that is cut after the position of reading is read to its new end.
      #expect([[0, 0], [2, 1]].contains([run[0], run[2]]), "\(run)")
      #expect(run[1] > 0)
    }
    #expect(runs.count { $0[0] == 2 } > 50)
  }

  // MARK: - Formats

  @Test("the output to a pipe is one JSON object per line")
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

  @Test(
    "the format json is one array, even without tags",
    arguments: [("--minutes 1", 6), ("--minutes 0.1", 0)]
  )
  func json(options: String, count: Int) throws {
    try makeStream("a.ts", options)
    let outcome = try shell.run("id3tap extract --quiet --format json a.ts")
    let rows = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [Any]
    #expect(rows?.count == count)
    #expect(outcome.status == 0)
  }

  @Test("the format csv has a header and a line for each tag")
  func csv() throws {
    try makeStream()
    let outcome = try shell.run("id3tap extract --format csv a.ts")
    let lines = outcome.output.split(separator: "\r\n")
    #expect(lines.count == 7)
    #expect(lines.first?.hasPrefix("input,index,carriage,program,pid,") == true)
  }

  @Test("a table has a heading, fits the terminal, and has no colours in a pipe")
  func table() throws {
    try makeStream()
    let outcome = try shell.run("id3tap extract --format table a.ts")
    #expect(outcome.lines.count == 7)
    // A pipe has no width. On a terminal of 80 columns the table has fewer columns.
    #expect(outcome.lines.allSatisfy { $0.count <= 96 })
    let narrow = try shell.run(
      "TERM=xterm script -qec 'stty cols 80; id3tap extract a.ts --color never' /dev/null"
    )
    let rows = narrow.output.split(whereSeparator: \.isNewline)
    #expect(rows.count == 7 && rows.allSatisfy { $0.count <= 80 }, "\(narrow)")
    #expect(!outcome.output.contains("\u{1b}"))
  }

  @Test("two runs over the same input give the same bytes")
  func deterministic() throws {
    try makeStream()
    let runs = try (0..<2).map { _ in try shell.run("id3tap extract a.ts").output }
    #expect(runs[0] == runs[1])
    #expect(!runs[0].isEmpty)
  }

  @Test("--nielsen prints only Nielsen tags, and a stream with only other tags is reported")
  func nielsenOnly() throws {
    try makeStream("a.ts", "--minutes 1 --fault tag-present")
    #expect(try shell.run("id3tap extract a.ts").lines.isEmpty == false)
    let outcome = try shell.run("id3tap extract --nielsen a.ts")
    #expect(outcome.output == "")
    #expect(outcome.status == 0)
    #expect(outcome.errors.hasPrefix("id3tap: a.ts: no tag matches the options, but there are"))
  }

  // MARK: - Selection

  @Test("reading stops at the presentation time that --limit-seconds gives")
  func limit() throws {
    try makeStream()
    #expect(try shell.run("id3tap extract --limit-seconds 21 a.ts").lines.count == 3)
  }

  @Test("a selected PID or program without tags is reported with the alternatives")
  func otherPID() throws {
    try makeStream()
    let words = [
      "--pid 300": "no timed ID3 in PID 300: choose among PID 258 of program 1",
      "--program 9":
        "no program 9: choose among program 1: timed ID3 is on PID 258 of program 1",
    ]
    for (option, words) in words {
      let outcome = try shell.run("id3tap extract \(option) a.ts")
      #expect(outcome.output == "" && outcome.status == 0)
      #expect(outcome.errors == "id3tap: a.ts: \(words)\n")
    }
    for pid in ["258", "0x102", "0X102"] {
      #expect(try shell.run("id3tap extract --pid \(pid) --program 1 a.ts").lines.count == 6)
    }
  }

  // MARK: - Inputs

  @Test("standard input gives the same rows as a file")
  func standardInput() throws {
    try makeStream()
    let piped = try shell.run("cat a.ts | id3tap extract -")
    let redirected = try shell.run("id3tap extract - < a.ts")
    let named = try shell.run("id3tap extract a.ts")
    #expect(piped.output == redirected.output)
    #expect(piped.output.replacing("\"input\":\"-\"", with: "\"input\":\"a.ts\"") == named.output)
  }

  @Test("the streams in a directory are read in order, and other files are skipped")
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

  @Test("a glob and a list give the same rows for the same files")
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

  @Test("an empty file in a directory is reported only if it has the extension of a stream")
  func emptyInDirectory() throws {
    try makeStream("b.ts")
    let outcome = try shell.run(
      "mkdir d; mv b.ts d; : > d/a.ts; : > d/notes.txt; : > d/ts; id3tap extract d"
    )
    #expect(outcome.status == 2)
    #expect(outcome.lines.count == 6)
    #expect(outcome.errors.hasPrefix("id3tap: d/a.ts: is empty: "))
    #expect(outcome.errors.split(separator: "\n").count == 1)
  }

  // MARK: - Bad inputs

  @Test(
    "an input that cannot be read gives exit code 2 and one line that names the input",
    arguments: [
      ("", "missing.ts", "no such file"), (": > a.ts", "a.ts", "is empty"),
      ("echo hello > a.ts", "a.ts", "is text, not media"),
      ("mkdir a", "a", "contains no streams"),
      ("mkdir a; echo hello > a/b", "a", "contains no streams"),
      ("head -c 20000 /dev/zero > a.ts", "a.ts", "contains no media that can be read"),
      ("", "'z*.ts'", "matches no file"), ("", "@missing", "no such file"),
      (": > list", "@list", "names no input"),
      ("printf 'a\\0b' > list", "@list", "is not a list of inputs"),
      ("", "https://example.invalid/a.ts", "the name example.invalid cannot be resolved"),
      ("", "http://127.0.0.1:1/a.ts", "cannot connect to 127.0.0.1:1 (connection refused)"),
      ("", "udp://239.0.0.1", "names no port"), ("", "ftp://a/b", "ftp: is not read"),
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
    // The line has the input, the error and the remedy.
    #expect((lines.first?.split(separator: ": ").count ?? 0) >= 4)
  }

  @Test("files whose names are not UTF-8 are found by name, glob, directory and list")
  func nameBytes() throws {
    try makeStream()
    let outcome = try shell.run(
      """
      mkdir d; mv a.ts $'d/b\\xff\\xcc\\x81.ts'; echo $'d/b\\xff\\xcc\\x81.ts' > list
      id3tap extract $'d/b\\xff\\xcc\\x81.ts' 'd/b*.ts' d @list | wc -l
      """
    )
    #expect(outcome.output == "24\n")
    #expect(outcome.errors == "")
  }

  @Test("a directory that has only a broken link is reported because of the link, not as empty")
  func unseen() throws {
    let outcome = try shell.run("mkdir d; ln -s nowhere d/a.ts; id3tap extract d")
    #expect(outcome.status == 2)
    #expect(outcome.errors.hasPrefix("id3tap: d/a.ts: is a broken link ("))
    #expect(outcome.errors.split(separator: "\n").count == 1)
  }

  @Test("a closed standard input is reported", arguments: ["-", "@-"])
  func closedInput(input: String) throws {
    let outcome = try shell.run("id3tap extract \(input) <&-")
    #expect(outcome.status == 2)
    #expect(outcome.errors.hasPrefix("id3tap: \(input): standard input is closed: "))
  }

  @Test("if an input cannot be read, the other inputs are still read")
  func severalInputs() throws {
    try makeStream()
    let outcome = try shell.run("id3tap extract missing.ts a.ts /etc/passwd a.ts")
    #expect(outcome.status == 2)
    #expect(outcome.lines.count == 12)
    #expect(outcome.errors.split(separator: "\n").count == 2)
  }

  @Test("a file of random bytes causes a message, not a crash")
  func randomBytes() throws {
    let outcome = try shell.run("head -c 300000 /dev/urandom > a.ts; id3tap extract a.ts")
    #expect(outcome.status == 2 || outcome.status == 0)
    #expect(outcome.errors.hasPrefix("id3tap: a.ts: "))
  }

  @Test("a truncated stream gives the tags before the cut")
  func truncated() throws {
    try makeStream()
    let outcome = try shell.run("head -c 100001 a.ts > b.ts; id3tap extract b.ts")
    let whole = try shell.run("cp a.ts b.ts; id3tap extract b.ts")
    #expect(outcome.status == 0)
    #expect(!outcome.lines.isEmpty && outcome.lines.count < whole.lines.count)
    #expect(whole.output.hasPrefix(outcome.output))
  }

  @Test("control characters in a file name are escaped in messages")
  func hostileName() throws {
    let outcome = try shell.run("id3tap extract $'a\\e]31m\\nb.ts'")
    #expect(outcome.errors.hasPrefix("id3tap: a\\u{1b}]31m\\u{a}b.ts: no such file"))
  }

  // MARK: - Output

  @Test("a run whose reader closes the pipe exits with status 0 and prints no message")
  func closedPipe() throws {
    try makeStream("a.ts", "--minutes 60")
    let outcome = try shell.run(
      "id3tap extract a.ts a.ts a.ts | head -1; echo ${PIPESTATUS[0]} >&2"
    )
    #expect(outcome.lines.count == 1)
    #expect(outcome.errors == "0\n")
  }

  @Test("-o writes the same bytes as standard output, and leaves no other file")
  func outputFile() throws {
    try makeStream()
    let outcome = try shell.run("id3tap extract a.ts -o b; id3tap extract a.ts | cmp - b; ls -A")
    #expect(outcome.status == 0)
    #expect(outcome.output.contains("a.ts\nb\n"))
    #expect(outcome.errors == "")
  }

  @Test(
    "an output that cannot be written is reported",
    arguments: [
      ("-o /dev/full", 2, "/dev/full: cannot be written"),
      ("-o none/b", 2, "none/b: cannot be created"),
      (">&-", 2, "standard output: is closed: "),
      ("-o a.ts", 64, "a.ts: is also an input"),
      ("- -o a.ts < a.ts", 64, "a.ts: is also an input"),
    ] as [(String, Int32, String)]
  )
  func badOutput(option: String, status: Int32, words: String) throws {
    try makeStream()
    let outcome = try shell.run("id3tap extract a.ts \(option)")
    #expect(outcome.status == status)
    #expect(outcome.errors.hasPrefix("id3tap: \(words)"))
    #expect(try shell.run("id3tap extract a.ts").lines.count == 6)
  }

  @Test("the rows before a read error are written to the output file")
  func partlyRead() throws {
    try makeStream()
    // The tag at the start is read, and then the input is refused because the audio after it is not recognized.
    let outcome = try shell.run(
      "printf 'ID3\\4\\0\\0\\0\\0\\0\\14PRIV\\0\\0\\0\\2\\0\\0a\\0' > b; "
        + "head -c 9000 /dev/zero | tr '\\0' x >> b; echo old > c; id3tap extract b -o c; cat c"
    )
    #expect(outcome.output.contains("packed-audio"))
  }

  @Test("the old output file is kept if no input could be read")
  func keptOutput() throws {
    try makeStream()
    let none = try shell.run("echo old > b; id3tap extract missing.ts -o b; cat b; ls")
    #expect(none.output == "old\na.ts\nb\n")
    let some = try shell.run("id3tap extract missing.ts a.ts -o b; wc -l < b")
    #expect(some.output == "6\n")
    let new = try shell.run("id3tap extract missing.ts -o c; echo $?; ls")
    #expect(new.output == "2\na.ts\nb\n")
  }

  @Test("an output that exceeds the shell's file size limit is reported")
  func sizeLimit() throws {
    try makeStream()
    let outcome = try shell.run(
      "(ulimit -f 1; id3tap extract a.ts -o b 2>&1 | cat; exit ${PIPESTATUS[0]})"
    )
    #expect(outcome.status == 2)
    #expect(outcome.output.hasPrefix("id3tap: b: cannot be written (File too large): raise "))
  }

  @Test("an interrupted run writes a complete JSON array")
  func interrupted() throws {
    try makeStream()
    // The command is interrupted after the first rows, while the pipe is still open.
    let outcome = try shell.run(
      """
      set -m  # without job control bash would let its child ignore the interrupt
      mkfifo pipe
      id3tap extract --format json pipe > rows 2> reported & tap=$!
      exec 3> pipe; cat a.ts >&3
      until grep -q sha256 rows || ((SECONDS > 60)); do :; done
      kill -INT $tap; wait $tap; echo $?; cat reported
      """
    )
    #expect(outcome.output == "130\n")
    let rows = try Data(contentsOf: shell.folder.appendingPathComponent("rows"))
    let array = try JSONSerialization.jsonObject(with: rows) as? [Any]
    #expect((array?.count ?? 0) > 0)
  }

  // MARK: - Messages

  @Test("--verbose reports every note, and --quiet reports only failures")
  func talk() throws {
    try makeStream("a.ts", "--minutes 1 --fault ts-continuity")
    let verbose = try shell.run("id3tap extract --verbose a.ts")
    #expect(verbose.errors.contains("id3tap: a.ts: ts-continuity at 30.000 s, byte "))
    #expect(
      try shell.run("id3tap extract a.ts").errors
        == "id3tap: a.ts: 1 gap on PID 258 of program 1, tags may be missing: "
        + "list the losses with --verbose\n"
    )
    #expect(try shell.run("id3tap extract --quiet a.ts").errors == "")
    try makeStream("b.ts", "--minutes 0.1")
    #expect(try shell.run("id3tap extract b.ts").errors.hasPrefix("id3tap: b.ts: "))
    let quiet = try shell.run("id3tap extract --quiet b.ts missing.ts")
    #expect(quiet.errors.hasPrefix("id3tap: missing.ts: no such file"))
  }
}
