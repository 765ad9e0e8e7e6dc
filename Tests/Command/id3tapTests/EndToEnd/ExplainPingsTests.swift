import Foundation
import TestSupport
import Testing

/// `id3tap explain` of pings, as a user runs it.
@Suite(.ownThread) struct ExplainPingsTests {
  private let shell: Shell

  init() throws { shell = try Shell() }

  static let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  static let har = package.path + "/Tests/Judging/PingAnalysisTests/Captures/chromium.har"
  private let ping = "http://127.0.0.1:1/cgi-bin/gn?prd=session&c13=asid,P1&moon=1"

  private func rows(_ outcome: Shell.Outcome) throws -> [[String: Any]] {
    try outcome.lines.map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
  }

  @Test(
    "the URL of a ping is explained without being fetched",
    arguments: ["'URL'", "urls.txt", "- < urls.txt", "@urls.txt"]
  )
  func url(_ argument: String) throws {
    try Data((ping + "\n").utf8).write(to: shell.folder.appendingPathComponent("urls.txt"))
    let outcome = try shell.run("id3tap explain \(argument.replacing("URL", with: ping))")
    #expect(outcome.status == 0 && outcome.errors == "")
    let rows = try rows(outcome)
    try #require(rows.count == 1)
    #expect(rows[0]["url"] as? String == ping && rows[0]["product"] as? String == "session")
    let findings = try #require(rows[0]["findings"] as? [[String: Any]])
    #expect(findings.contains { $0["rule"] as? String == "missing" })
    #expect(findings.contains { $0["field"] as? String == "moon" })
  }

  @Test(
    "a fault that appears only when pings are compared is reported in every format",
    arguments: ["jsonl", "csv", "html", "table"]
  )
  func betweenPings(_ format: String) throws {
    let outcome = try shell.run(
      """
      id3tap pings --scenario preroll-midroll-postroll > pings.jsonl
      id3tap explain pings.jsonl | grep -c '"findings":\\[\\]'
      sed 's/&tl=Program%20S3%2C%20EP1&\\(.*\\)_D3_/\\&tl=Other\\&\\1_D3_/; /_D2_/d' pings.jsonl > app.jsonl
      id3tap explain --format \(format) app.jsonl
      """
    )
    #expect(outcome.status == 0 && outcome.errors == "", "\(outcome.errors)")
    #expect(outcome.lines.first == "11")
    // HTML has character references for quotation marks.
    let output = outcome.output.replacing("&#39;", with: "'")
    #expect(output.contains("title is 'Other'"))
    // The finding about the missing segment belongs to the last ping.
    let words = "segment 2 of this viewing is missing between #4 (entry 5) and #7 (entry 8)"
    let flat = outcome.output.replacing(#/\s+/#, with: " ")
    #expect(flat.contains(words), "\(outcome.output.suffix(2000))")
  }

  @Test(
    "lists, playlists and arguments cannot cause a request to a production host",
    .enabled(if: Tool.isThere("jq"), "jq is missing: 'make tools' installs it")
  )
  func production() throws {
    let outcome = try shell.run(
      """
      production=http://no-such-host.imrworldwide.com
      printf "$production/cgi-bin/gn?prd=session\\n" > pings
      id3tap explain @pings | jq -r .product
      printf "$production/a.har\\n" > captures; id3tap explain @captures; echo $?
      printf "#EXTM3U\\n#EXT-X-TARGETDURATION:6\\n#EXTINF:6,\\n$production/cgi-bin/gn?prd=dcr\\n" \
        > a.m3u8
      printf '#EXT-X-ENDLIST\\n' >> a.m3u8
      export http_proxy=http://127.0.0.1:1
      echo '{"options": {"allow-outside": true}}' > c.json
      id3tap check --config c.json --format jsonl a.m3u8 | jq -r '.segments[].failure'
      for command in extract check pings; do id3tap $command --format jsonl $production/a.ts > rows; done
      """
    )
    #expect(outcome.output.hasPrefix("session\n2\n"))
    let lines = outcome.errors.split(separator: "\n")
    #expect(lines.count >= 4)
    #expect(lines.allSatisfy { $0.contains("where real measurement data is collected") })
  }

  @Test(
    "the pings of the sample streams have no finding except 'too-long', in every input format",
    arguments: ["clean.ts", "cadence-gap.ts", "hls/master.m3u8"]
  )
  func samples(_ stream: String) throws {
    let path = Self.package.path + "/SampleStreams/" + stream
    for format in ["jsonl", "json", "csv", "url"] {
      let outcome = try shell.run(
        "id3tap pings --quiet --format \(format) \(path) > p && id3tap explain p"
      )
      #expect(outcome.status == 0 && outcome.errors == "")
      let rows = try rows(outcome)
      #expect(rows.count >= 10, "\(format)")
      let findings = rows.compactMap { $0["findings"] as? [[String: Any]] }.flatMap { $0 }
      // The path of the input, which replaces a channel name, may be too long.
      #expect(findings.allSatisfy { $0["rule"] as? String == "too-long" }, "\(findings)")
    }
  }

  @Test("the HAR of a browser can be explained as HTML, table and CSV")
  func forms() throws {
    let page = try shell.run("id3tap explain --format html -o a.html \(Self.har); cat a.html")
    #expect(page.status == 0 && page.output.hasPrefix("<!DOCTYPE html>"))
    #expect(page.output.components(separatedBy: "<details").count == 12)
    let table = try shell.run("id3tap explain --format table \(Self.har)")
    #expect(table.output.contains("dcr timer, /cgi-bin/gn, 2023-11-14T22:18:35Z, entry "))
    let csv = try shell.run("id3tap explain --format csv \(Self.har)")
    #expect(csv.output.hasPrefix("input,index,time,title,url,endpoint,product,type,"))
  }

  @Test("a stream, a payload and a ping can be explained in one run")
  func tags() throws {
    let outcome = try shell.run(
      "id3tap explain \(Self.package.path)/SampleStreams/clean.ts www.nielsen.com/x '\(ping)'"
    )
    #expect(outcome.status == 0)
    let rows = try rows(outcome)
    #expect(rows.first?["title"] as? String == "Nielsen payload, 17 characters")
    #expect(rows.dropFirst().first?["endpoint"] as? String == "/cgi-bin/gn")
    #expect(rows.count > 30)
  }

  @Test(
    "an unreadable capture gives exit code 2, and the other arguments are explained",
    arguments: [
      ("echo '{\"log\":{\"creator\":{},\"entries\":[' > a.har", "a.har", "export it again"),
      ("echo '{\"log\":{\"entries\":[{]}}' > a.har", "a.har", "a name in quotes is expected"),
      ("echo '9:websocket;0:~' > a.flow", "a.flow", "hardump"), (":", "none.har", "check the path"),
    ]
  )
  func unreadable(_ making: String, _ name: String, _ words: String) throws {
    let outcome = try shell.run("\(making); id3tap explain \(name) '\(ping)'")
    #expect(outcome.status == 2)
    #expect(outcome.lines.count == 1)
    #expect(outcome.errors.hasPrefix("id3tap: \(name): ") && outcome.errors.contains(words))
  }

  @Test(
    "a capture without pings is reported, and the exit code is 0",
    arguments: [
      #"{"log":{"creator":{},"entries":[]}}"#, #"{"log":{"entries":[]}}"#, #"{ "log": {} }"#,
      #"{"log":{"version":"1.2","entries":[{"request":{"url":"http://a.example/b"}}]}}"#,
      #"{"log":{"entries":[1,null,{"request":5}]}}"#, #"{"log":{"entries":{}}}"#,
    ]
  )
  func none(_ har: String) throws {
    let outcome = try shell.run("echo '\(har)' > a.har; id3tap explain a.har")
    #expect(outcome.status == 0 && outcome.output == "")
    #expect(outcome.errors.hasPrefix("id3tap: a.har: contains no ping: "))
  }
}
