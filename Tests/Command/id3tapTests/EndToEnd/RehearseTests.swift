import Foundation
import TestSupport
import Testing

@Suite struct RehearseTests {
  private let shell: Shell
  private static let samples = ExplainPingsTests.package.path + "/SampleStreams"

  init() throws { shell = try Shell() }

  /// An episode of eleven minutes with complete metadata.
  static let scenario = """
    {"version": 1, "playhead": "vod", "tags": "none", "duration": 660, "start": 1700000400,
     "appInfo": {"appid": "P1F0C2B74-93AD-4E5F-8A61-7D2E9B40C358", "appname": "My App",
      "appversion": "5.47", "clientid": "us-910685"},
     "channel": {"channelName": "Channel Seven"},
     "content": {"type": "content", "assetid": "ep-20417", "program": "Harbour Lights",
      "title": "The Pants S1E3", "length": "3600", "airdate": "20231018 20:00:00",
      "isfullepisode": "y", "adloadtype": "2", "adModel": "1"}, "steps": []}
    """

  private func prepare() throws {
    try Data(Self.scenario.utf8).write(to: shell.folder.appendingPathComponent("episode.json"))
    let outcome = try shell.run("id3tap pings --scenario episode.json > pings.jsonl")
    #expect(outcome.status == 0)
  }

  static func report(_ outcome: Shell.Outcome) throws -> [String: Any] {
    try #require(
      try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any]
    )
  }

  /// The ids of the items with the given status.
  static func items(_ status: String, _ report: [String: Any]) -> [String] {
    let items = report["items"] as? [[String: Any]] ?? []
    return items.filter { $0["status"] as? String == status }.compactMap { $0["id"] as? String }
  }

  @Test("the pings of a correct episode fail no item")
  func clean() throws {
    try prepare()
    let outcome = try shell.run("id3tap rehearse pings.jsonl --format json --product dcr")
    #expect(outcome.status == 0 && outcome.errors == "")
    let report = try Self.report(outcome)
    #expect(Self.items("failed", report) == [])
    #expect(Set(Self.items("passed", report)).isSuperset(of: ["session-ping", "product-present"]))
    #expect(
      report["products"] as? [String] == ["dcr"] && report["capture"] as? String == "pings.jsonl"
    )
    #expect((report["byHand"] as? [Any])?.count == 12)
    #expect(try shell.run("id3tap rehearse pings.jsonl --complete").status == 1)
  }

  @Test("a placeholder as app id is a failed item in every output format")
  func broken() throws {
    let scenario = Self.samples + "/scenarios/preroll-midroll-postroll.json"
    let outcome = try shell.run(
      """
      id3tap pings --format url --scenario '\(scenario)' > urls
      id3tap rehearse urls --format json; echo $? > status
      id3tap rehearse urls --format table > text; id3tap rehearse urls --format junit > junit
      id3tap rehearse urls --product dcr,dtvr --format html -o page.html
      id3tap rehearse urls | jq -r 'select(.id == "appid-form") | [.input, .status] | @tsv' >&2
      id3tap rehearse urls --format csv | grep -c '^urls,appid-form,A,.*,failed,' >&2
      tail -5 text | grep -c '^Would fail: [1-9]' >&2
      grep '<li><b>' page.html > rows; grep -c '`' rows >&2
      grep -qE '<b>(change|record)</b> [^<]*<code>' rows && echo code >&2
      head -1 text | grep -c 'made by id3tap itself' >&2
      grep -c '<testcase name="appid-form".*<failure' junit >&2
      grep -c '<tr id="appid-form"[^>]*><td><span class="verdict fail">' page.html >&2
      grep -oE 'href="#ping-[0-9]+' page.html | cut -d '#' -f 2 | sort -u > links
      grep -oE '<tr id="ping-[0-9]+' page.html | cut -d '"' -f 2 | sort | cmp - links && test -s links && echo linked >&2
      """
    )
    #expect(outcome.errors == "urls\tfailed\n1\n1\n0\ncode\n1\n1\n1\nlinked\n")
    let report = try Self.report(outcome)
    #expect(Self.items("failed", report).contains("appid-form"))
    let items = try #require(report["items"] as? [[String: Any]])
    let item = try #require(items.first { $0["id"] as? String == "appid-form" })
    #expect((item["evidence"] as? [Int])?.first == 0)
    #expect(item["seen"] as? String == "c13=P00000000-0000-0000-0000-000000000000")
    #expect(item["remedy"] is String && item["record"] is NSNull)
    let status = try String(
      contentsOf: shell.folder.appendingPathComponent("status"),
      encoding: .utf8
    )
    #expect(status == "1\n")
  }

  @Test("pings with the tags of --stream pass the comparison with the stream")
  func stream() throws {
    let outcome = try shell.run(
      """
      id3tap pings \(Self.samples)/clean.ts > pings
      id3tap rehearse pings --stream \(Self.samples)/clean.ts --format json
      """
    )
    #expect(outcome.errors == "")
    let report = try Self.report(outcome)
    #expect(Self.items("passed", report).contains("raw-matches-stream"))
    #expect((report["stream"] as? String)?.hasSuffix("clean.ts") == true)
  }

  @Test("a rehearsal also uses the requests in a collector's database that are not pings")
  func collected() throws {
    try prepare()
    let collector = try RunningCollector(shell)
    let host = "http://secure-us.imrworldwide.com"
    let sent = try shell.run(
      """
      id3tap pings --quiet --format url --scenario episode.json |
        sed -E 's|^https?://[^/]+(.*)|url = "\(host)\\1"\\noutput = answer|' > urls
      curl -sSf -x \(collector.url) -A App/1 -o answer '\(host)/conf/P1.js?sfcode=dcr-cert' \
        -o page '\(host)/optout' && curl -sSf -x \(collector.url) -A App/1 --globoff --config urls
      """
    )
    #expect(sent.status == 0, "\(sent.errors)")
    #expect(collector.stop() == 130)
    let test = try shell.run("id3tap rehearse collected.sqlite --format json")
    let passed = Set(Self.items("passed", try Self.report(test)))
    #expect(passed.isSuperset(of: ["config-first", "optout-page", "test-sfcode"]))
    let release = try shell.run("id3tap rehearse collected.sqlite --format json --release")
    let failed = Set(Self.items("failed", try Self.report(release)))
    #expect(failed.isSuperset(of: ["release-sfcode", "release-https"]))
    // `explain` only explains pings.
    let explained = try shell.run("id3tap explain collected.sqlite | grep -c /optout")
    #expect(explained.output == "0\n")
  }

  @Test("an unreadable input gives exit code 2, and a wrong option gives exit code 64")
  func failures() throws {
    try prepare()
    let outcome = try shell.run(
      #"""
      printf '{"at": 1, "do": "pause"}\n{"at": 2, "do": "sleep"}\n' > actions
      printf 'http://127.0.0.1/cgi-bin/other?a=/cgi-bin/\n' > empty
      id3tap rehearse pings.jsonl --actions actions > out; echo $?
      id3tap rehearse pings.jsonl --actions missing > out; echo $?
      id3tap rehearse pings.jsonl --stream missing.ts > out; echo $?
      id3tap rehearse missing.har > out; echo $?
      id3tap rehearse empty > out; echo $?
      id3tap rehearse /dev/null > out; echo $?
      id3tap rehearse pings.jsonl -o pings.jsonl; echo $?
      id3tap rehearse pings.jsonl --product radio 2> /dev/null; echo $?
      """#
    )
    #expect(outcome.output == "2\n2\n2\n2\n2\n2\n64\n64\n")
    let lines = outcome.errors.split(separator: "\n")
    // The message about a wrong option has two additional lines about usage.
    #expect(lines.count == 9)
    #expect(
      lines.first?.hasPrefix("id3tap: --actions actions: line 2: 'do': must be one of") == true
    )
    #expect(lines.contains { $0.hasPrefix("id3tap: empty: contains no ping") })
    #expect(
      lines.contains { $0.hasPrefix("id3tap: /dev/null: the capture is empty: record the app") }
    )
  }

  @Test("actions that are all far from the time of the capture are reported")
  func otherTimes() throws {
    try prepare()
    let outcome = try shell.run(
      #"""
      printf '{"at": 1, "do": "pause"}\n' > old
      printf '{"at": 1, "do": "pause"}\n{"at": 1700000500, "do": "end"}\n' > good
      id3tap rehearse pings.jsonl --actions old > out
      id3tap rehearse pings.jsonl --actions good > out
      """#
    )
    #expect(
      outcome.errors
        == "id3tap: --actions old: no action is within an hour of the pings (2023-11-14T22:20:00Z to "
        + "2023-11-14T22:31:00Z): give the actions of this capture, with 'at' in Unix seconds of the "
        + "device's clock\n"
    )
  }

  @Test(
    "a capture without a request is reported with advice on recording",
    arguments: [
      ("", "the capture is empty"), (" \n", "the capture is empty"),
      (#"{"log":{"entries":[]}}"#, "contains no request"),
    ]
  )
  func nothing(_ text: String, _ words: String) throws {
    try text.write(
      to: shell.folder.appendingPathComponent("a.har"),
      atomically: true,
      encoding: .utf8
    )
    let outcome = try shell.run("id3tap rehearse a.har")
    #expect(outcome.status == 2 && outcome.output == "")
    #expect(
      outcome.errors
        == "id3tap: a.har: \(words): record the app from its launch with mitmproxy and "
        + "'id3tap collect', or export a HAR from a proxy\n"
    )
  }
}
