import Foundation
import TestSupport
import Testing

@Suite(.ownThread) struct ReportTests {
  private let shell: Shell

  init() throws {
    shell = try Shell()
    try shell.copyResult(
      of: """
        id3tap make --quiet --minutes 3 -o good.ts &&
        id3tap make --quiet --minutes 3 --fault cadence-gap -o bad.ts &&
        id3tap extract --quiet good.ts bad.ts -o tags.jsonl &&
        id3tap pings --quiet bad.ts -o pings.jsonl &&
        { id3tap check --quiet good.ts bad.ts -o checks.jsonl; true; }
        """
    )
  }

  @Test("records of several kinds from a pipe give the same page in every run")
  func pipe() throws {
    let first = try shell.run("cat pings.jsonl checks.jsonl tags.jsonl | id3tap report - -o a.html")
    #expect(first.status == 0)
    #expect(first.output == "" && first.errors == "")
    let second = try shell.run(
      "cat pings.jsonl checks.jsonl tags.jsonl | id3tap report - | cmp - a.html"
    )
    #expect(second.status == 0)
    let page = try String(
      contentsOf: shell.folder.appendingPathComponent("a.html"),
      encoding: .utf8
    )
    #expect(page.contains("<p class=\"lead\">2 inputs · "))
    #expect(page.hasSuffix("</html>\n"))
  }

  @Test(
    "a database gives the same report as JSON Lines of the same streams",
    arguments: ["html", "markdown", "junit"]
  )
  func database(format: String) throws {
    let outcome = try shell.run(
      """
      mkdir in && mv good.ts bad.ts in/ &&
      { id3tap batch --quiet --do extract,check,pings --db results.sqlite in; } &&
      id3tap report results.sqlite --format \(format) -o database.txt &&
      { id3tap check --quiet in/bad.ts in/good.ts -o checks.jsonl; true; } &&
      id3tap extract --quiet in/bad.ts in/good.ts -o tags.jsonl &&
      id3tap pings --quiet in/bad.ts in/good.ts -o pings.jsonl &&
      id3tap report checks.jsonl tags.jsonl pings.jsonl --format \(format) -o lines.txt &&
      # Only the database has the dates of the checks and the cost of the gaps.
      sed -i 's|^<p class="lead">.*||; s|"costOfGaps":[^,]*,||; s| Without the gaps between tags there would be [0-9]*\\.||
        /^- checked /d' database.txt lines.txt &&
      cmp database.txt lines.txt
      """
    )
    #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
  }

  @Test("a line that is not JSON gives exit code 2, and the other lines are in the report")
  func broken() throws {
    let outcome = try shell.run(
      "{ cat checks.jsonl; echo nonsense; } | id3tap report - --format markdown"
    )
    #expect(outcome.status == 2)
    #expect(outcome.errors.hasPrefix("id3tap: -: line 3 is not JSON"))
    #expect(outcome.output.contains("2 inputs: 1 fail"))
  }

  @Test(
    "a message names an input that is neither a stream nor a result, and the report has the others",
    arguments: ["a.mpd", "noise"]
  )
  func stream(name: String) throws {
    let outcome = try shell.run(
      """
      printf '<?xml version="1.0"?>\\n<MPD xmlns="urn:mpeg:dash:schema:mpd:2011"></MPD>' > a.mpd
      printf '\\1\\2\\3\\n\\4' > noise
      id3tap report \(name) checks.jsonl --format markdown; status=$?
      id3tap report - -o none.html < \(name); ls none.html
      exit $status
      """
    )
    #expect(outcome.status == 2)
    #expect(outcome.errors.hasPrefix("id3tap: \(name): "), "\(outcome.errors)")
    #expect(outcome.errors.contains("id3tap: -: "))
    #expect(outcome.errors.split(separator: "\n").count == 3, "\(outcome.errors)")
    // The report also lists the input that could not be read.
    #expect(outcome.output.contains("3 inputs: 1 fail, 1 unreadable"))
  }

  @Test("a missing file is reported, and the other inputs are in the report")
  func missing() throws {
    let outcome = try shell.run("id3tap report none.jsonl checks.jsonl --format markdown")
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("none.jsonl: no such file"))
    #expect(outcome.output.contains("2 inputs"))
  }

  @Test("a SQLite file that is not a results database is reported")
  func foreignDatabase() throws {
    let outcome = try shell.run(
      "printf 'SQLite format 3\\0garbage' > other.sqlite; id3tap report other.sqlite -o a.html"
    )
    #expect(outcome.status == 2)
    #expect(outcome.errors.hasPrefix("id3tap: other.sqlite: "))
  }

  @Test("'report' refuses to overwrite one of its inputs")
  func ownInput() throws {
    let made = try shell.run(
      "id3tap batch --quiet --db r.sqlite good.ts && ln checks.jsonl same.jsonl"
    )
    #expect(made.status == 0)
    for arguments in [
      "r.sqlite -o r.sqlite", "r.sqlite -o r.sqlite-owners", "checks.jsonl -o checks.jsonl",
      "tags.jsonl checks.jsonl -o same.jsonl", "- -o checks.jsonl < checks.jsonl",
      "--diff checks.jsonl r.sqlite -o ./r.sqlite",
    ] {
      let outcome = try shell.run(
        "sha256sum r.sqlite checks.jsonl > sums; id3tap report \(arguments)"
      )
      #expect(outcome.status == 64, "\(arguments)")
      #expect(outcome.errors.hasSuffix(": is also an input: name another file with -o\n"))
      #expect(try shell.run("sha256sum --quiet -c sums").status == 0, "\(arguments)")
    }
    let table = try shell.run(
      "mkdir t; cp tags.jsonl t/inputs.csv; id3tap report t/inputs.csv --format csv -o t"
    )
    #expect(table.status == 64)
  }

  @Test(
    "the old report is kept if no input could be read",
    arguments: [
      "nothere.sqlite -o old", "sums/nothere -o old", "nonsense -o old",
      "--diff checks.jsonl nothere.sqlite --format html -o old",
      "--diff nothere.sqlite checks.jsonl --format html -o old", "broken.sqlite -o old",
      "nothere.sqlite --format csv -o folder",
    ]
  )
  func nothingRead(arguments: String) throws {
    let outcome = try shell.run(
      """
      echo old > old; mkdir folder; cp old folder/tags.csv; echo nonsense > nonsense
      printf 'SQLite format 3\\0garbage' > broken.sqlite
      id3tap report \(arguments)
      """
    )
    #expect(outcome.status == 2)
    #expect(
      try shell.run("cat old; cat folder/tags.csv; ls folder").output == "old\nold\ntags.csv\n"
    )
  }

  @Test("a report on a database also lists inputs that are unreadable, not read yet or not checked")
  func everyInput() throws {
    let outcome = try shell.run(
      """
      id3tap batch --quiet --do extract --jobs 1 --fail-fast good.ts missing.ts bad.ts
      id3tap report id3tap.sqlite --format markdown
      """
    )
    #expect(outcome.output.contains("3 inputs: 1 unreadable, 1 not read yet, 1 not checked"))
    #expect(outcome.output.contains("| – not checked | good.ts | "))
    #expect(outcome.output.contains("| … not read yet | bad.ts |"))
    let missing = "### missing.ts\n\n- **error** Could not be read: no such file: check the path"
    #expect(outcome.output.contains(missing))
    let difference = try shell.run(
      "id3tap batch --quiet --db all.sqlite --do extract good.ts bad.ts; "
        + "id3tap report --diff all.sqlite id3tap.sqlite --format markdown"
    )
    #expect(
      difference.output.contains(
        "1 input is not compared: it was not read yet in one of the two results"
      )
    )
    #expect(!difference.output.contains("bad.ts"))
  }

  @Test("rows of 'explain' and 'compare' are read, and other events are counted as skipped")
  func everyCommand() throws {
    let outcome = try shell.run(
      """
      { id3tap explain --quiet --format jsonl bad.ts; id3tap explain --quiet --format jsonl pings.jsonl
        id3tap compare --quiet --format jsonl bad.ts pings.jsonl
        id3tap compare --quiet --format jsonl good.ts pings.jsonl
        echo '{"event":"listening","url":"http://127.0.0.1:8977"}'
      } > rows.jsonl; id3tap report rows.jsonl -o rows.html; echo $?
      grep -c 'id="comparisons"' rows.html
      """
    )
    #expect(outcome.output == "0\n1\n", "\(outcome.errors)")
    #expect(
      outcome.errors.hasSuffix(
        "rows.jsonl: 1 line is not used in a report and was skipped: 1 listening event\n"
      )
    )
  }

  /// Whether the tests may mount folders. Most systems allow this only to root.
  private static let canMount: Bool = {
    let outcome = try? Shell().run("unshare -m bash -c 'mount -t tmpfs none .'")
    return outcome?.status == 0
  }()

  @Test(
    "a database on a read-only file system can be read",
    .enabled(if: canMount, "folders cannot be mounted here")
  )
  func readOnly() throws {
    let outcome = try shell.run(
      """
      id3tap batch --quiet --db r.sqlite good.ts && mkdir 'm ?%#' && mv r.sqlite 'm ?%#/r.sqlite'
      unshare -m bash -c "mount --bind 'm ?%#' 'm ?%#' && mount -o remount,ro,bind 'm ?%#' && \
        id3tap report 'm ?%#/r.sqlite' --format markdown"
      """
    )
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output.contains("1 input: 1 pass"))
  }

  @Test("--format csv writes one file per table into a folder")
  func csv() throws {
    let outcome = try shell.run(
      """
      id3tap report checks.jsonl tags.jsonl pings.jsonl --format csv -o tables && ls tables &&
      head -1 tables/tags.csv | cut -c 1-20
      """
    )
    #expect(
      outcome.output == """
        findings.csv
        inputs.csv
        pings.csv
        rules.csv
        streams.csv
        tags.csv
        input,index,carriage

        """
    )
  }

  @Test("--diff compares recordings of two nights from databases and from folders")
  func nights() throws {
    let outcome = try shell.run(
      """
      mkdir -p rec/2026-11-27 rec/2026-11-28 && cp good.ts rec/2026-11-27/news.ts
      cp bad.ts rec/2026-11-28/news.ts && cp good.ts rec/2026-11-28/news_20261128.ts
      for night in 27 28; do id3tap batch --quiet --db $night.sqlite rec/2026-11-$night; done
      id3tap report --quiet --diff 27.sqlite 28.sqlite > stored.txt; echo $?
      id3tap report --quiet --diff rec/2026-11-27 rec/2026-11-28 | cmp - stored.txt; cat stored.txt
      id3tap report --quiet --diff --match 'news' 27.sqlite 28.sqlite; echo $?
      """
    )
    let lines = outcome.output.split(separator: "\n").map(String.init)
    #expect(lines.first == "1" && lines.last == "2", "\(outcome.output)\(outcome.errors)")
    #expect(lines.count { $0.hasPrefix("worse ") } == 1)
    #expect(lines.count { $0.hasPrefix("added ") } == 1)
    let words = "rec/2026-11-28/news_20261128.ts of the new one cannot be told apart"
    #expect(outcome.errors.contains(words))
  }

  @Test("'report' and 'check --format html' make the same page from a stream as from its records")
  func streams() throws {
    let outcome = try shell.run(
      """
      id3tap report bad.ts -o one.html && id3tap check --quiet bad.ts --format html -o two.html; echo $?
      id3tap report <(id3tap extract --quiet bad.ts) <(id3tap check --quiet bad.ts) \
        <(id3tap pings --quiet bad.ts) -o three.html
      # Only the reports on the stream have a date and the cost of the gaps.
      sed -i 's|^<p class="lead">.*||; s|"costOfGaps":[^,]*,||; s| Without the gaps between tags there would be [0-9]*\\.||' *.html
      cmp one.html two.html && cmp one.html three.html
      mkdir in && mv bad.ts good.ts in/ && cp tags.jsonl in/ && id3tap report in --format markdown
      """
    )
    #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
    let text = outcome.output
    #expect(text.hasPrefix("1\n# Nielsen ID3 tag report\n"), "\(text)")
    #expect(text.contains("- 2 inputs: 1 fail, 1 pass"))
    #expect(text.contains(#/- checked \d{4}-\d\d-\d\d \d\d:\d\d UTC with id3tap /#))
    #expect(text.contains("<summary>Content ids</summary>"))
  }

  @Test("--diff lists the findings that got worse")
  func difference() throws {
    let outcome = try shell.run(
      "sed 's/bad.ts/good.ts/' checks.jsonl | tail -1 > new.jsonl; head -1 checks.jsonl > old.jsonl;"
        + "id3tap report --diff old.jsonl new.jsonl"
    )
    #expect(outcome.status == 1)
    // Each cause has one row.
    let rows = outcome.output.split(separator: "\n").filter { $0.hasPrefix("worse ") }
    #expect(rows.count == 1, "\(outcome.output)")
    #expect(rows.first?.contains("Gap in the tags: no DATA tag for ") == true)
    #expect(rows.first?.hasSuffix(" (cadence-gap)") == true)
    let same = try shell.run("id3tap report --diff old.jsonl old.jsonl")
    #expect(same.status == 0 && same.output == "")
    #expect(same.errors == "id3tap: old.jsonl: nothing has changed\n")
  }
}
