import Foundation
import TestSupport
import Testing

@Suite(.ownThread) struct TraceTests {
  private let shell: Shell

  init() throws { shell = try Shell() }

  /// Makes a stream, the same content as HLS, and the records of both.
  private func makeChain() throws {
    try shell.prepare(
      """
      make="id3tap make --quiet --minutes 3 --media '\(Shell.media)'"
      eval "$make -o encoder.ts"; eval "$make --hls hls"
      id3tap extract --quiet encoder.ts > encoder.jsonl
      id3tap extract --quiet hls/master.m3u8 > hls.jsonl
      """
    )
  }

  private func trace(_ arguments: String) throws -> Shell.Outcome {
    try shell.run("id3tap trace \(arguments)")
  }

  /// The incidents in the output, such as `cdn: lost 1`.
  private func incidents(_ outcome: Shell.Outcome) throws -> [String] {
    try outcome.lines.compactMap { line in
      let row = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      guard row?["event"] as? String == "incident",
        let incident = row?["incident"] as? [String: Any]
      else { return nil }
      let count = try #require(incident["count"] as? Int)
      return "\(incident["to"] ?? ""): \(incident["fault"] ?? "") \(count)"
    }
  }

  @Test("a stream, HLS of the same content, and their records have the same tags")
  func clean() throws {
    try makeChain()
    let outcome = try trace("--format table encoder.ts hls/master.m3u8 a=encoder.jsonl b=hls.jsonl")
    #expect(outcome.status == 0)
    #expect(outcome.errors == "")
    #expect(
      outcome.output.hasPrefix(
        "PASS  No tag was lost or changed: 19 tags at encoder.ts, judged after each hop: 19, 19, 19."
      )
    )
  }

  @Test(
    "a fault causes one incident at the hop where it occurs, and a shift of all times causes none",
    arguments: [
      ("sed 5,6d encoder.jsonl", 1, "cdn: lost 2"),
      ("jq -c 'if .index == 6 then .time += 3 else . end' encoder.jsonl", 0, "cdn: moved 1"),
      ("jq -c '.time += 3600' encoder.jsonl", 0, nil),
      ("sed 7p encoder.jsonl", 0, "cdn: doubled 1"),
      (
        "jq -c 'if .index == 6 then .tag.sha256 = \"0\" | .tag.frames[0].owner |= sub(\"00$\"; \"01\") else . end' encoder.jsonl",
        1, "cdn: changed 1"
      ),
      (
        "jq -c 'select(.index != 12 or .rendition == null)' hls.jsonl", 1,
        "cdn: lost-in-rendition 1"
      ),
    ]
  )
  func faults(command: String, status: Int32, expected: String?) throws {
    try makeChain()
    try shell.prepare("\(command) > cdn.jsonl")
    let outcome = try trace("encoder=encoder.ts origin=hls/master.m3u8 cdn=cdn.jsonl end=cdn.jsonl")
    #expect(outcome.status == status)
    #expect(try incidents(outcome) == (expected.map { [$0] } ?? []))
  }

  @Test(
    "'trace' reports whether FFmpeg between two taps keeps, changes or drops the tags",
    .enabled(if: Tool.isThere("ffmpeg"), "ffmpeg is missing: 'make tools'"),
    arguments: [("-map 0", ["", "origin: changed 19"]), ("-map 0:a", ["origin: lost 19"])]
  )
  func ffmpeg(maps: String, expected: [String]) throws {
    try makeChain()
    try shell.prepare(
      "ffmpeg -v error -i encoder.ts \(maps) -c copy -f hls -hls_time 6 -hls_list_size 0 copy.m3u8"
    )
    let outcome = try trace("encoder.ts origin=copy.m3u8")
    let found = try incidents(outcome)
    #expect(outcome.status == (found.isEmpty ? 0 : 1))
    #expect(found.count <= 1 && expected.contains(found.first ?? ""))
  }

  @Test("a tap that cannot be read is reported, and the other taps are compared")
  func unreadable() throws {
    try makeChain()
    let outcome = try trace("--format table encoder.ts gone=gone.ts cdn=hls/master.m3u8")
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("gone.ts: no such file"))
    #expect(outcome.output.contains("gone could not be read and was left out."))
    #expect(outcome.output.contains("encoder.ts → cdn"))
    let none = try trace("a=gone.ts b=encoder.ts --format junit -o none.xml")
    #expect(none.status == 2)
    #expect(try shell.run("cat none.xml").output.contains("<error message=\"gone.ts: no such file"))
    #expect(try trace("a=gone.ts b=gone.ts").output.contains(#""verdict":"incomplete""#))
    try shell.prepare("echo '{}' > no.jsonl; : > empty.jsonl")
    for name in ["no.jsonl", "empty.jsonl", "."] {
      let outcome = try trace("encoder.ts \(name) hls/master.m3u8")
      #expect(outcome.status == 2, "\(name)")
      #expect(!outcome.errors.isEmpty, "\(name)")
    }
  }

  @Test("a chain with unread segments is incomplete, and a chain without tags fails")
  func incomplete() throws {
    try makeChain()
    try shell.prepare(
      "rm hls/*/00010.*; id3tap make --quiet --minutes 1 --fault tag-present -o none.ts"
    )
    let outcome = try trace("--format table encoder.ts cdn=hls/master.m3u8")
    #expect(outcome.status == 2)
    #expect(outcome.output.hasPrefix("INCOMPLETE  No tag was lost or changed in what was read:"))
    #expect(outcome.output.contains("Not compared: 100.3 to 110.3 s of cdn, where 3 segments"))
    let silent = try trace("--format table none.ts none=none.ts")
    #expect(silent.status == 1)
    #expect(silent.output.hasPrefix("NO TAGS  No tap has a tag."))
  }

  @Test("--from and --limit-seconds apply to records as well as to streams")
  func limits() throws {
    try makeChain()
    for options in ["--limit-seconds 65", "--from 65 --limit-seconds 60"] {
      let outcome = try trace("--format jsonl \(options) encoder.jsonl hls.jsonl cdn=encoder.ts")
      #expect(outcome.status == 0, "\(options)")
      let taps = outcome.lines.filter { $0.contains(#""event":"tap""#) }
      #expect(Set(taps.map { $0.firstMatch(of: #/"tags":\d+/#).map { String($0.0) } }).count == 1)
    }
    let refused = try trace("--from live encoder.jsonl hls.jsonl")
    #expect(refused.status == 2)
    #expect(refused.errors.contains("records have no live edge"))
  }

  @Test("JUnit has a suite for each hop, and names of taps are escaped in JUnit and HTML")
  func documents() throws {
    try makeChain()
    try shell.prepare("sed 5,6d encoder.jsonl > '<cdn>.jsonl'")
    let junit = try trace("--format junit encoder.ts '<cdn>.jsonl'")
    #expect(junit.status == 1)
    #expect(
      junit.output.contains(
        "<testsuite name=\"encoder.ts → &lt;cdn&gt;.jsonl\" tests=\"8\" failures=\"1\""
      )
    )
    #expect(junit.output.contains("<failure type=\"lost\" message=\"2 tags\">"))
    let page = try trace("--format html encoder.ts '<cdn>.jsonl'")
    #expect(page.output.contains("<svg height=\""))
    #expect(page.output.contains("&lt;cdn&gt;.jsonl"))
    #expect(!page.output.contains("<cdn>"))
    #expect(page.output.hasSuffix("</html>\n"))
  }

  @Test("a live tap that loses a tag raises an alarm before the end")
  func live() throws {
    try makeChain()
    // The pipe stays open until the alarm is written.
    try shell.prepare("mkfifo pipe; sed 5,6d encoder.jsonl > cdn.jsonl")
    let outcome = try shell.run(
      """
      (cat encoder.ts; for i in $(seq 100); do grep -q alarm out 2> /dev/null && break; sleep 0.2; done) > pipe &
      id3tap trace --live encoder=pipe cdn=cdn.jsonl > out; status=$?
      wait; cat out; exit $status
      """
    )
    #expect(outcome.status == 1)
    #expect(outcome.lines.first?.contains(#""event":"alarm""#) == true)
    #expect(try incidents(outcome) == ["cdn: lost 2"])
  }
}
