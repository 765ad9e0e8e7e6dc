import Foundation
import TestServer
import TestSupport
import Testing

@Suite(.ownThread) struct CheckTests {
  private let shell: Shell

  init() throws { shell = try Shell() }

  /// Makes seven-minute streams. Each name is `clean` or a fault, and is also the file's name without `.ts`.
  private func make(_ names: String...) throws {
    for name in names {
      let fault = name == "clean" ? "" : " --fault \(name)"
      try shell.link("\(name).ts", to: "--minutes 7\(fault)")
    }
  }

  // MARK: - Exit codes

  @Test(
    "the exit code of 'check' for several inputs is the highest of their codes",
    arguments: [
      ("clean.ts", 0), ("tag-count.ts", 0), ("cadence-gap.ts", 1), ("tag-present.ts", 1),
      ("none.ts", 2), ("clean.ts cadence-gap.ts", 1), ("clean.ts none.ts cadence-gap.ts", 2),
    ]
  )
  func exitCode(arguments: String, code: Int32) throws {
    try make("clean", "tag-count", "cadence-gap", "tag-present")
    let outcome = try shell.run("id3tap check \(arguments)")
    #expect(outcome.status == code, "\(outcome.errors)")
  }

  @Test("reports are in the order of the inputs, and no rule is assessed for an unreadable input")
  func unreadable() throws {
    try make("clean", "tag-present")
    let outcome = try shell.run("id3tap check --format jsonl clean.ts none.ts tag-present.ts")
    let reports = try outcome.reports()
    #expect(reports.map(\.verdict) == ["pass", "unreadable", "absent"])
    #expect(reports.map(\.input) == ["clean.ts", "none.ts", "tag-present.ts"])
    #expect(reports[1].rules.isEmpty)
    #expect(reports[1].otherRules.map(\.state) == ["not-assessed"])
    let all = try shell.run("id3tap check --all-rules --format jsonl none.ts").report()
    #expect(all.rules.allSatisfy { $0.state == "not-assessed" } && all.otherRules.isEmpty)
    #expect(all.rules.map(\.rule) == reports[1].otherRules.flatMap(\.rules))
    #expect(outcome.errors == "id3tap: none.ts: no such file: check the path\n")
  }

  @Test("a file that is not a stream is 'unreadable', and media without tags is 'absent'")
  func verdicts() throws {
    let outcome = try shell.run(
      """
      head -c 300000 /dev/urandom > noise; : > empty; echo hello > text
      id3tap check --format jsonl noise empty text '\(Shell.media)'
      """
    )
    #expect(
      try outcome.reports().map(\.verdict) == ["unreadable", "unreadable", "unreadable", "absent"]
    )
    #expect(outcome.status == 2)
  }

  // MARK: - Rules

  @Test("settings in the --config file apply, and options override them")
  func configuration() throws {
    try make("cadence-gap")
    try Data(
      #"""
      {"strict": true, "require": ["info"],
       "rules": {"cadence-gap": {"limit": 45}, "cadence-tag-time-gap": {"severity": "off"}}}
      """#.utf8
    ).write(to: shell.folder.appendingPathComponent("c.json"))
    let check = "id3tap check --format jsonl --config c.json cadence-gap.ts"
    #expect(try shell.run(check).report().verdict == "pass")
    let stricter = try shell.run("\(check) --rule cadence-tag-time-gap=warning").report()
    #expect(stricter.verdict == "fail")
    #expect(stricter["cadence-tag-time-gap"]?.state == "fail")
  }

  // MARK: - Presence

  @Test(
    "an input without the tags that --require demands fails, and its report names the requirement",
    arguments: [("--hls", true), ("--hls --with audio-only-tags", false)]
  )
  func required(options: String, isThere: Bool) throws {
    try shell.link("out", to: "--minutes 7 \(options)")
    let check = "id3tap check --require all-renditions out/master.m3u8 --format"
    let report = try shell.run("\(check) jsonl").report()
    #expect(report.missing == (isThere ? [] : ["all-renditions"]))
    #expect(report.verdict == (isThere ? "pass" : "fail"))
    let table = try shell.run("\(check) table")
    #expect(table.output.contains("--require all-renditions") == !isThere)
    #expect(table.status == (isThere ? 0 : 1))
  }

  @Test(
    "every program is reported, or only the program that --program or --pid selects",
    arguments: [
      ("", ["program 1, PID 0x102 (258)", "program 2"], "WARN", 0),
      ("--require all-programs", ["program 1, PID 0x102 (258)", "program 2"], "FAIL", 1),
      ("--program 1 --require all-programs", ["program 1, PID 0x102 (258)"], "PASS", 0),
      ("--pid 0x102", ["program 1, PID 0x102 (258)"], "PASS", 0),
      ("--program 2", ["program 2"], "ABSENT", 1),
      ("--program 99", [], "ABSENT", 1),
    ] as [(String, [String], String, Int32)]
  )
  func programs(options: String, names: [String], verdict: String, status: Int32) throws {
    try make("ts-program-missing-tags")
    let outcome = try shell.run(
      "id3tap check --verbose --format table \(options) ts-program-missing-tags.ts"
    )
    #expect(outcome.output.hasPrefix("ts-program-missing-tags.ts   \(verdict)"))
    let lines = outcome.lines.filter {
      $0.hasSuffix(" tags, pass") || $0.hasSuffix(" tags, absent")
    }
    #expect(lines.count == names.count)
    for (line, name) in zip(lines, names) { #expect(line.contains("\(name): ")) }
    #expect(outcome.status == status)
    #expect(
      outcome.output.contains("no Nielsen tag in program 2 (--require all-programs)")
        == (options == "--require all-programs")
    )
    #expect(
      outcome.output.contains("no program 99 in the input, which has programs 1, 2")
        == (options == "--program 99")
    )
  }

  // MARK: - Inputs and outputs

  @Test("a stream from a file, a folder, standard input or HTTP has the same report")
  func inputs() throws {
    try shell.prepare("mkdir in")
    try shell.link("in/a.ts", to: "--minutes 7 --fault cadence-gap")
    try shell.link("out", to: "--minutes 7 --hls --fault cadence-gap")
    func reports(_ inputs: String) throws -> [String] {
      try shell.run("id3tap check --format jsonl \(inputs)").lines.map { line in
        String(line.replacing(#/^{"input":"[^"]*",/#, with: ""))
      }
    }
    let file = try reports("in/a.ts")
    #expect(file.count == 1)
    #expect(try reports("in") == file)
    #expect(try reports("- < in/a.ts") == file)
    #expect(try reports("<(cat in/a.ts)") == file)
    let folder = try ServedFolder(shell.folder)
    let server = try TestServer { folder.answer($0) }
    #expect(try reports(server.url("/in/a.ts")) == file)
    let playlist = try reports("out/master.m3u8")
    #expect(try reports(server.url("/out/master.m3u8")) == playlist)
  }

  @Test("--quiet prints one line per input, and --verbose also prints the segments")
  func detail() throws {
    try shell.link("out", to: "--minutes 2 --hls")
    let outcome = try shell.run(
      """
      id3tap check --quiet --format table out/master.m3u8 out/audio/index.m3u8
      echo; id3tap check --verbose --format table out/audio/index.m3u8 2> talk
      """
    )
    let lines = outcome.output.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines[0].hasPrefix("out/master.m3u8   PASS   0 failed, 0 warned, "))
    #expect(lines[1].hasPrefix("out/audio/index.m3u8   PASS   0 failed, 0 warned, "))
    #expect(lines[2] == "")
    #expect(lines.contains { $0.hasPrefix("  segments: start, duration, tags (Nielsen)") })
    #expect(lines.count { $0.hasSuffix(".aac") } == 12)
    #expect(lines.contains { $0.contains(#/^  tag-present +pass /#) })
  }

  @Test("the table lists the failed rules, and --verbose adds the passed rules")
  func brokenRules() throws {
    try make("cadence-gap")
    let table = try shell.run("id3tap check --format table cadence-gap.ts").output
    #expect(table.split(separator: "\n").count < 35)
    #expect(table.contains("\n  ✕ Gap in the tags (cadence-gap) "))
    #expect(table.contains(" (--verbose lists them)"))
    #expect(table.contains("\n1 input: 1 fail\n"))
    #expect(!table.contains(#/ pass +\d/#))
    #expect(table.contains("· FFmpeg before 6.1 shows 0 of "))
    let all = try shell.run("id3tap check --verbose --format table cadence-gap.ts 2> talk").output
    #expect(all.contains(#/ pass +\d/#) && all.contains("· FFmpeg before 6.1 shows 0 of "))
  }

  @Test("a table in a pipe has at most 80 columns, and has colours only with --color always")
  func width() throws {
    try make("tag-duplicate")
    try shell.link("out", to: "--minutes 7 --hls --fault hls-segment-missing")
    let outcome = try shell.run(
      """
      name=a-folder-with-a-rather-long-name-of-more-than-forty-characters
      mkdir $name; cp tag-duplicate.ts $name/a.ts
      id3tap check --format table --verbose $name/a.ts out/master.m3u8 2> talk
      """
    )
    #expect(outcome.output.split(separator: "\n").filter { $0.count > 80 } == [])
    #expect(!outcome.output.contains("\u{1b}"))
    #expect(!outcome.output.contains(#/ \n/#))
    let coloured = try shell.run("id3tap check --format table --color always tag-duplicate.ts")
    #expect(coloured.output.contains("\u{1b}["))
  }

  @Test(
    "an interrupted live input is judged by the part that was read, without the rule about its end"
  )
  func interrupted() throws {
    try shell.link("a.ts", to: "--minutes 2")
    let outcome = try shell.run(
      """
      mkfifo live
      id3tap check --all-rules --format jsonl live > report &
      exec 3> live; cat a.ts >&3
      kill -TERM $!; wait $!; echo $? >&2; cat report
      """
    )
    #expect(outcome.errors == "130\n")
    let report = try outcome.report()
    #expect(report.verdict == "pass")
    #expect(report.tags.data > 5)
    #expect(report["cadence-end"]?.notAssessed == "not-read")
  }

  @Test("an input from which nothing was read before the interruption has no report")
  func interruptedBeforeTheFirstByte() throws {
    let outcome = try shell.run(
      """
      mkfifo live
      id3tap check --format jsonl live > report &
      exec 3> live
      kill -TERM $!; wait $!; echo $? >&2; cat report
      """
    )
    #expect(outcome.errors == "130\n")
    #expect(outcome.output == "")
  }

  @Test("two runs over the same input give the same bytes in every format")
  func deterministic() throws {
    try shell.link("out", to: "--minutes 2 --hls --fault tag-duplicate")
    let outcome = try shell.run(
      """
      for format in table json jsonl csv junit sarif; do
        for run in 1 2; do id3tap check --format $format out/master.m3u8 | cksum; done | uniq | wc -l
      done
      """
    )
    #expect(outcome.lines.map { $0.filter { $0 != " " } } == Array(repeating: "1", count: 6))
  }
}
