import Foundation
import Records
import TestServer
import TestSupport
import Testing

@Suite(.ownThread) struct BatchTests {
  private let bench: BatchBench
  private var shell: Shell { bench.shell }

  init() throws { bench = try BatchBench() }

  @Test(
    "a batch stores the same records that 'extract', 'check' and 'pings' print",
    arguments: [RecordKind.extract, .check, .pings]
  )
  func lines(kind: RecordKind) throws {
    let samples = Corpus.packageRoot.appendingPathComponent("SampleStreams").path
    let batch = try shell.run("id3tap batch --jobs 3 --quiet \(samples)")
    #expect(batch.status == 0)
    #expect(batch.errors == "" && batch.output == "")
    let single = try shell.run("id3tap \(kind.rawValue) --quiet --format jsonl \(samples)")
    #expect(!single.output.isEmpty)
    #expect(try bench.lines(kind) == single.output)
  }

  @Test(
    "'batch' applies rules, playback options and --limit-seconds as 'check' and 'pings' do"
  )
  func options() throws {
    let samples = Corpus.packageRoot.appendingPathComponent("SampleStreams").path
    let limit = "--limit-seconds 40"
    let common = "\(limit) --config c.json"
    let file = """
      {"strict": true, "require": ["info"], "options": {"variant": 1, "seed": 5, "product": "dtvr",
        "playhead": "live", "app-info": {"appid": "PX"}}}
      """
    try Data(file.utf8).write(to: shell.folder.appendingPathComponent("c.json"))
    let rules = "--rule cadence-gap=off"
    let seed = try ["5", "6"].map { try shell.config(#"{"variant": 1, "seed": \#($0)}"#) }
    let playback = "--product dtvr --playhead live --app-info '{\"appid\": \"PX\"}'"
    let batch = try shell.run("id3tap batch --quiet \(samples) \(common) \(rules)")
    #expect(batch.status == 0, "\(batch.errors)")
    let check = try shell.run(
      "id3tap check --quiet --format jsonl \(samples) \(common) \(rules) --strict --require info"
    )
    #expect(try bench.lines(.check) == check.output)
    let pings = try shell.run(
      "id3tap pings --quiet --format jsonl \(samples) \(limit) \(seed[0]) \(playback)"
    )
    #expect(try bench.lines(.pings) == pings.output)
    // The options in the file suffice.
    let filed = try shell.run("id3tap pings --quiet --format jsonl \(samples) \(common)")
    #expect(filed.output == pings.output)
    let other = try shell.run(
      "id3tap pings --quiet --format jsonl \(samples) \(limit) \(seed[1]) \(playback)"
    )
    #expect(!other.output.isEmpty && other.output != pings.output)
  }

  @Test("a batch with --do performs only the named tasks")
  func tasks() throws {
    try bench.makeStreams(1)
    #expect(try shell.run("id3tap batch --do pings,extract d").status == 0)
    #expect(try bench.texts("SELECT did FROM inputs") == ["extract,pings"])
    #expect(try bench.texts("SELECT count(*) FROM rules") == ["0"])
    #expect(try bench.texts("SELECT verdict FROM inputs") == ["NULL"])
    #expect(try bench.texts("SELECT count(*) > 0 FROM tags") == ["1"])
    // A run with other settings reads the input again and removes the results of earlier tasks.
    #expect(try shell.run("id3tap batch --do check d").status == 0)
    #expect(try bench.texts("SELECT did FROM inputs") == ["check"])
    #expect(try bench.texts("SELECT count(*) FROM tags") == ["0"])
    #expect(try bench.texts("SELECT count(*) > 0 FROM rules") == ["1"])
  }

  @Test("an input that cannot be read is reported and stored, and the other inputs are read")
  func broken() throws {
    try bench.makeStreams(2)
    let outcome = try shell.run(
      "echo no stream > d/text.txt; mkdir e; : > empty.ts; "
        + "id3tap batch missing.ts empty.ts ftp://x/y e @nolist d/*.ts d"
    )
    #expect(outcome.status == 2)
    #expect(
      try bench.texts("SELECT input || ' ' || state FROM inputs") == [
        "missing.ts unreadable", "empty.ts unreadable", "d/1.ts done", "d/2.ts done",
        "d/text.txt no-stream",
      ]
    )
    #expect(
      try bench.texts("SELECT error FROM inputs WHERE input = 'missing.ts'")
        == ["missing.ts: no such file: check the path"]
    )
    for words in [
      "id3tap: missing.ts: no such file: check the path\n", "id3tap: ftp://x/y: ftp: is not read:",
      "id3tap: e: contains no streams:", "id3tap: @nolist: no such file:",
      "id3tap: id3tap.sqlite: 5 inputs: 2 read, 1 skipped (not a stream), 2 could not be read\n",
    ] {
      #expect(outcome.errors.contains(words), "\(words)")
    }
  }

  @Test("a pattern that skips all files of a folder is reported")
  func pattern() throws {
    let outcome = try shell.run("mkdir d; touch d/a.ts d/b.ts; id3tap batch --include '*.mp4' d")
    #expect(outcome.status == 2)
    let words = "id3tap: d: --include and --exclude skip all of its 2 files: change the patterns\n"
    #expect(outcome.errors.contains(words))
  }

  @Test("--join is proposed for numbered segments, unless a playlist lists them")
  func segments() throws {
    let outcome = try shell.run(
      "mkdir s l; touch s/seg{1..7}.ts l/seg{1..7}.ts; "
        + "(echo '#EXTM3U'; printf '#EXTINF:6,\\nseg%d.ts\\n' {1..7}; echo '#EXT-X-ENDLIST') > l/i.m3u8; "
        + "id3tap batch s l"
    )
    #expect(
      outcome.errors.contains(
        "id3tap: s: has 7 numbered segments that are read one by one: if they are parts of one stream, "
          + "not separate recordings, check them as one with: id3tap check --join s\n"
      )
    )
    #expect(!outcome.errors.contains("l: has 7 numbered segments"))
  }

  @Test("a batch with --fail-fast ends at the first failure")
  func failFast() throws {
    try bench.makeStreams(3)
    let outcome = try shell.run("id3tap batch --fail-fast --jobs 1 d/1.ts missing.ts d")
    #expect(outcome.status == 2)
    #expect(
      try bench.texts("SELECT state FROM inputs")
        == ["done", "unreadable", "waiting", "waiting"]
    )
    #expect(try bench.texts("SELECT state FROM runs") == ["interrupted"])
    #expect(outcome.errors.contains("4 inputs: 1 read, 1 could not be read, 2 left\n"))
  }

  @Test("an input that hangs fails after --total-timeout, and the other inputs are read")
  func timeout() throws {
    try bench.makeStreams(3)
    let stream = try [UInt8](Data(contentsOf: shell.folder.appendingPathComponent("one.ts")))
    let server = try TestServer { request in
      .file(stream, for: request).with {
        if request.path == "/silent.ts" { $0.isSilent = true }
        if request.path == "/stalls.ts" { $0.stop = (stream.count / 2, .stall) }
      }
    }
    let outcome = try shell.run(
      "mkfifo never half; exec 3<>half; head -c 80000 one.ts >&3 & "
        + "id3tap batch --total-timeout 8 --jobs 8 never half \(server.url("/silent.ts")) "
        + "\(server.url("/stalls.ts")) d"
    )
    #expect(outcome.status == 2)
    #expect(
      try bench.texts("SELECT state FROM inputs")
        == ["timed-out", "timed-out", "timed-out", "timed-out", "done", "done", "done"]
    )
    #expect(
      try bench.texts("SELECT error FROM inputs WHERE input = 'never'") == [
        "never: took longer than 8.0 s: raise --total-timeout, or read less with --limit-seconds"
      ]
    )
    // The tags that arrived before the timeout are stored.
    #expect(
      try bench.texts(
        "SELECT input FROM tags JOIN inputs USING (input_id) WHERE input = 'half' LIMIT 1"
      ) == ["half"]
    )
    #expect(
      try bench.texts("SELECT verdict FROM inputs WHERE input = 'never'") == ["unreadable"]
    )
  }

  @Test("an input that exceeds --total-timeout is judged by the part that was read")
  func lateVerdict() throws {
    let outcome = try shell.run(
      "id3tap make --quiet --minutes 3 --fault cadence-gap -o gap.ts; "
        + "mkfifo half; exec 3<>half; cat gap.ts >&3 & id3tap batch --total-timeout 15 half"
    )
    #expect(outcome.status == 2)
    #expect(
      try bench.texts("SELECT state || ' ' || verdict FROM inputs WHERE duration > 60")
        == ["timed-out fail"]
    )
    #expect(
      try bench.texts("SELECT rule FROM findings WHERE severity = 'error'") == ["cadence-gap"]
    )
    #expect(
      try bench.texts(
        "SELECT state FROM rules WHERE rule IN ('ts-continuity', 'pmt-undeclared', 'pes-pts-missing')"
      ) == ["pass", "pass", "pass"]
    )
    #expect(
      try bench.texts(
        "SELECT rule FROM rules WHERE notAssessed = 'carriage' "
          + "AND (rule LIKE 'ts-%' OR rule LIKE 'pes-%')"
      ) == []
    )
  }

  @Test(
    "unchanged inputs are skipped, changed inputs are read again, and removed inputs stay in the database"
  )
  func changes() throws {
    try bench.makeStreams(3)
    let begun = try shell.run("id3tap batch d").errors
    #expect(begun.contains("3 inputs: 3 read\n"))
    #expect(begun.hasSuffix("; see them with: id3tap report id3tap.sqlite -o report.html\n"))
    let first = try bench.content("id3tap.sqlite")
    #expect(
      try shell.run("id3tap batch d").errors.contains("3 inputs: 0 read, 3 unchanged\n")
    )
    #expect(try bench.content("id3tap.sqlite") == first)
    let changed = try shell.run("cp two.ts d/1.ts; rm d/2.ts; id3tap batch d")
    #expect(changed.errors.contains("2 inputs: 1 read, 1 unchanged\n"))
    #expect(try bench.texts("SELECT input FROM inputs") == ["d/1.ts", "d/2.ts", "d/3.ts"])
    #expect(
      try bench.texts("SELECT count(*) FROM tags JOIN inputs USING (input_id) GROUP BY input_id")
        == ["1", "3", "1"]
    )
    #expect(try shell.run("id3tap batch --force d").errors.contains("2 inputs: 2 read\n"))
  }

  @Test("with --hash an input is read again only if its bytes have changed")
  func hash() throws {
    try bench.makeStreams(2)
    #expect(try shell.run("id3tap batch --hash d").status == 0)
    let touched = try shell.run("touch d/*.ts; id3tap batch --hash d")
    #expect(touched.errors.contains("2 inputs: 0 read, 2 unchanged\n"))
    let sums = try shell.run("sha256sum d/*.ts | cut -d ' ' -f 1").lines.map(String.init)
    #expect(try bench.texts("SELECT sha256 FROM inputs") == sums)
    let patched = try shell.run(
      "printf x | dd of=d/1.ts bs=1 seek=100 conv=notrunc status=none; id3tap batch --hash d"
    )
    #expect(patched.errors.contains("2 inputs: 1 read, 1 unchanged\n"))
  }

  @Test("--include and --exclude filter the inputs of lists and globs")
  func choosing() throws {
    try bench.makeStreams(3)
    let outcome = try shell.run(
      "cp one.ts d/x.mpg; printf 'd/1.ts\\n# no\\nd/x.mpg\\n' > list; "
        + "id3tap batch @list 'd/[23].ts' d --include '*.ts' --exclude '2*'"
    )
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try bench.texts("SELECT input FROM inputs") == ["d/1.ts", "d/3.ts"])
  }

  @Test("a folder with playlists is read through its multivariant playlist, not by segments")
  func playlists() throws {
    let samples = Corpus.packageRoot.appendingPathComponent("SampleStreams/hls").path
    let outcome = try shell.run("id3tap batch \(samples)")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try bench.texts("SELECT input FROM inputs") == ["\(samples)/master.m3u8"])
    // If the playlists are excluded, each segment is an input.
    let segments = try shell.run("id3tap batch --exclude '*.m3u8' --db s.sqlite \(samples)")
    #expect(segments.status == 0)
    #expect(try bench.texts("SELECT count(*) > 1 FROM inputs", in: "s.sqlite") == ["1"])
  }

  @Test("standard input from a pipe is always read, even if it was read before")
  func pipes() throws {
    try bench.makeStreams(1)
    let first = try shell.run("cat one.ts | id3tap batch -")
    #expect(first.errors.contains("1 input: 1 read\n"))
    let second = try shell.run("cat two.ts | id3tap batch -")
    #expect(second.errors.contains("1 input: 1 read\n"))
    #expect(try bench.lines(.extract) == shell.run("id3tap extract --quiet - < two.ts").output)
  }

  @Test(
    "a local playlist is read again when one of its files has changed",
    arguments: ["", "--hash"]
  )
  func changedPlaylists(option: String) throws {
    let samples = Corpus.packageRoot.appendingPathComponent("SampleStreams/hls").path
    let batch = "id3tap batch \(option) h"
    let first = try shell.run("cp -rp \(samples) h; \(batch)")
    #expect(first.errors.contains("1 input: 1 read\n"), "\(first.errors)")
    #expect(try shell.run(batch).errors.contains("1 input: 0 read, 1 unchanged\n"))
    // The changed segment keeps its size.
    let changed = try shell.run(
      "segment=$(ls -S $(find h -type f ! -name '*.m3u8') | tail -1); "
        + "printf x | dd of=$segment bs=1 seek=100 conv=notrunc status=none; \(batch)"
    )
    #expect(changed.errors.contains("1 input: 1 read\n"), "\(changed.errors)")
    let touched = try shell.run("find h -type f ! -name '*.m3u8' | head -1 | xargs touch; \(batch)")
    let isRead = option.isEmpty
    #expect(touched.errors.contains(isRead ? ": 1 read\n" : ": 0 read, 1 unchanged\n"))
    let media = try shell.run(
      "echo '# more' >> $(find h -name '*.m3u8' ! -name master.m3u8 | head -1); \(batch)"
    )
    #expect(media.errors.contains("1 input: 1 read\n"))
  }

  @Test("a relative path that is stored for another folder is refused, and its results are kept")
  func folders() throws {
    try bench.makeStreams(1)
    let outcome = try shell.run(
      """
      mkdir e; cp two.ts e/1.ts; (cd d; id3tap batch --quiet --db ../both.sqlite 1.ts) &&
      cd e && id3tap batch --quiet --db ../both.sqlite 1.ts
      """
    )
    #expect(outcome.status == 2)
    #expect(
      outcome.errors.contains("../both.sqlite: has the results of '1.ts' in \(shell.folder.path)/d")
    )
    #expect(try bench.texts("SELECT size FROM inputs", in: "both.sqlite").count == 1)
    let absolute = try shell.run("id3tap batch --quiet --db both.sqlite $PWD/e/1.ts")
    #expect(absolute.status == 0)
    #expect(try bench.texts("SELECT count(*) FROM inputs", in: "both.sqlite") == ["2"])
  }

  @Test("file names that are not UTF-8 have distinct names in the database and in records")
  func names() throws {
    try bench.makeStreams(1)
    let outcome = try shell.run(
      #"""
      mkdir two; cp one.ts "$(printf 'two/a\xff.ts')"; cp two.ts "$(printf 'two/a\xfe.ts')"
      cp two.ts 'two/a\xff.ts'
      id3tap batch --quiet two
      """#
    )
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(
      try bench.texts("SELECT input FROM inputs ORDER BY input", in: "id3tap.sqlite")
        == ["two/a\\x5cxff.ts", "two/a\\xfe.ts", "two/a\\xff.ts"]
    )
    let lines = try shell.run(
      #"id3tap extract --quiet "$(printf 'two/a\xff.ts')" "$(printf 'two/a\xfe.ts')""#
    )
    let inputs = lines.lines.compactMap { $0.firstMatch(of: /^\{"input":"([^"]*)"/)?.1 }
    #expect(Set(inputs) == ["two/a\\\\xff.ts", "two/a\\\\xfe.ts"])
  }

  @Test("the database is never read as an input, even through a link")
  func ownFiles() throws {
    try bench.makeStreams(1)
    let outcome = try shell.run(
      "ln -s ../id3tap.sqlite d/link; ln -s ../id3tap.sqlite-wal d/wal; "
        + "id3tap batch --exclude '*e.ts' --exclude '*o.ts' . && id3tap batch d id3tap.sqlite"
    )
    #expect(outcome.status == 2)
    #expect(
      try bench.texts("SELECT input FROM inputs WHERE input NOT LIKE './.%'")
        == ["./d/1.ts", "d/1.ts"]
    )
    #expect(
      outcome.errors.contains("id3tap: id3tap.sqlite: belongs to the database of this batch: ")
    )
  }

  @Test(
    "a batch shows its progress on a terminal, unless --quiet or --no-progress is given",
    arguments: ["", "--quiet", "--no-progress"]
  )
  func progress(option: String) throws {
    let outcome = try shell.run(
      "mkfifo never; script -qec 'id3tap batch \(option) --total-timeout 1 never' /dev/null"
    )
    #expect(outcome.output.contains("\r\u{1b}[K0 of 1 done, 0.0 MB/s") == option.isEmpty)
    #expect(outcome.output.contains("id3tap: never: took longer than 1.0 s: "))
    #expect(
      outcome.output.contains("1 input: 0 read, 1 could not be read") == (option != "--quiet")
    )
  }

  @Test("a file that is not a results database is refused")
  func foreign() throws {
    let outcome = try shell.run("echo hello > id3tap.sqlite; id3tap batch d")
    #expect(outcome.status == 2)
    #expect(outcome.errors.hasPrefix("id3tap: id3tap.sqlite: is not a results database: give "))
    #expect(outcome.errors.split(separator: "\n").count == 1)
  }

  @Test(
    "the views of the database can be queried with sqlite3",
    .enabled(if: Tool.isThere("sqlite3"), "sqlite3 is missing: 'make tools' installs it")
  )
  func views() throws {
    let samples = Corpus.packageRoot.appendingPathComponent("SampleStreams").path
    let outcome = try shell.run(
      "cp \(samples)/cadence-gap.ts .; id3tap batch --quiet cadence-gap.ts; "
        + "sqlite3 id3tap.sqlite 'SELECT * FROM presence; SELECT * FROM gaps'"
    )
    #expect(
      outcome.output == """
        cadence-gap.ts||1|258|yes|6|1|fail|
        cadence-gap.ts||1|258|19.968|59.904|39.936

        """
    )
  }
}
