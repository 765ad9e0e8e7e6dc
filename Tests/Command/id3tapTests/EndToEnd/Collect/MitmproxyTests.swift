import Foundation
import TestServer
import TestSupport
import Testing

/// The command of mitmproxy without a terminal.
private enum Mitmproxy {
  /// The path where `make tools` installs mitmproxy.
  static let program = Corpus.packageRoot.appendingPathComponent(".build/tools/bin/mitmdump")

  /// Whether mitmproxy is installed, or required by `ID3TAP_REQUIRE_TOOLS`.
  static let isThere =
    ProcessInfo.processInfo.environment["ID3TAP_REQUIRE_TOOLS"] == "1"
    || FileManager.default.isExecutableFile(atPath: program.path)
}

/// mitmproxy with the add-on in `Integrations/mitmproxy`, between curl and hosts on loopback.
@Suite(
  .enabled(
    if: Tool.isThere("curl", "jq", "sqlite3") && Mitmproxy.isThere,
    "mitmproxy, curl, jq or sqlite3 is missing: 'make tools' installs them"
  )
)
struct MitmproxyTests {
  private let shell: Shell
  private let scenario =
    Corpus.packageRoot.path + "/SampleStreams/scenarios/preroll-midroll-postroll.json"

  init() throws { shell = try Shell() }

  /// Starts mitmproxy with all its connections redirected to `world`. Returns the process and its URL.
  private func mitmproxy(_ world: TestServer, collector: String) throws -> (RunningCommand, String)
  {
    let package = Corpus.packageRoot.path
    let command = try RunningCommand(
      shell,
      [
        "--set", "confdir=conf", "--listen-host", "127.0.0.1", "--listen-port", "0",
        "--scripts", "\(package)/Tests/Interceptor/open-here.py",
        "--scripts", "\(package)/Integrations/mitmproxy/id3tap.py",
        "--set", "id3tap_collector=\(collector)", "--ignore-hosts", "^raw\\.nielsen\\.com:443$",
      ],
      program: Mitmproxy.program,
      environment: [
        "SERVERS": "80=\(world.port) 443=\(world.port)", "PYTHONDONTWRITEBYTECODE": "1",
        "PYTHONUNBUFFERED": "1",
      ]
    )
    let line = try command.output.first(containing: "proxy listening at ")
    let address = try #require(line.firstMatch(of: #/listening at ([0-9.:]+\d)/#)?.1)
    return (command, "http://\(address)")
  }

  /// Runs curl with mitmproxy as its proxy, and with the issuer of mitmproxy's certificates as a trusted issuer.
  private func curl(_ proxy: String, _ arguments: String) throws -> Shell.Outcome {
    try shell.run(
      "curl -sS --proxy \(proxy) --cacert conf/mitmproxy-ca-cert.pem -A App/1 \(arguments)"
    )
  }

  @Test(
    "seed #122, #123: HTTP and HTTPS pings reach the collector unchanged and never reach their host"
  )
  func kept() throws {
    let world = try TestServer { _ in .text("world") }
    let collector = try RunningCollector(shell)
    let (mitmproxy, proxy) = try mitmproxy(world, collector: collector.url)
    let url = "secure-sw.imrworldwide.com/cgi-bin/gn?prd=session&c13=asid,P1"
    for arguments in ["'https://\(url)'", "-d c3=st,a -X POST 'https://\(url)'", "'http://\(url)'"]
    {
      let answer = try curl(proxy, "-o answer -w '%{http_code} %{size_download}' \(arguments)")
      #expect(answer.output == "200 43", "\(arguments): \(answer.errors)")
    }
    let stored = try shell.run(
      """
      sqlite3 collected.sqlite "SELECT method, url, coalesce(body, '-'), (SELECT value ->> 1 FROM
      json_each(headers) WHERE lower(value ->> 0) = 'user-agent') FROM requests ORDER BY request_id"
      """
    )
    #expect(
      stored.lines == [
        "GET|https://\(url)|-|App/1", "POST|https://\(url)|c3=st,a|App/1",
        "GET|http://\(url)|-|App/1",
      ]
    )
    // A host that mitmproxy ignores is not redirected.
    #expect(try curl(proxy, "https://raw.nielsen.com/cgi-bin/gn?prd=session").status != 0)
    // If the collector does not run, the add-on answers.
    #expect(collector.stop() == 130)
    let away = try curl(proxy, "-w '%{http_code}' 'https://\(url)'")
    #expect(away.output.hasPrefix("\(collector.url): does not answer ("))
    #expect(away.output.hasSuffix("start 'id3tap collect' there\n502"))
    #expect(world.connectionCount == 0)
    // Other traffic is not changed.
    #expect(try curl(proxy, "http://other.example/a").output == "world")
    #expect(world.requests.map { $0["host"] } == ["other.example"])
    #expect(mitmproxy.stop() >= 0)
    #expect(try shell.run("cat opened.txt").output == "other.example\n")
  }

  @Test("'compare' finds no difference in a scenario that curl sent through mitmproxy")
  func scenarioThrough() throws {
    let world = try TestServer { _ in .status(404) }
    let collector = try RunningCollector(shell)
    let (mitmproxy, proxy) = try mitmproxy(world, collector: collector.url)
    try shell.prepare(
      """
      id3tap pings --quiet --format url --scenario \(scenario) |
        sed -E 's|^https?://[^/]+(.*)|url = "https://secure-sw.imrworldwide.com\\1"\\noutput = answer|' > urls
      """
    )
    let sent = try curl(proxy, "--globoff --config urls")
    #expect(sent.status == 0, "\(sent.errors)")
    let compared = try shell.run("id3tap compare --format table \(scenario) collected.sqlite")
    #expect(compared.status == 0, "\(compared.output)\(compared.errors)")
    let hosts = try shell.run(
      "id3tap explain collected.sqlite | jq -r '.url | split(\"/\")[0,2]' | sort -u"
    )
    #expect(hosts.output == "https:\nsecure-sw.imrworldwide.com\n")
    #expect(collector.stop() == 130 && mitmproxy.stop() >= 0)
    #expect(world.connectionCount == 0)
  }

  @Test("requests that an app sent through mitmproxy, such as the opt-out page, pass a rehearsal")
  func rehearsed() throws {
    let world = try TestServer { _ in .status(404) }
    let collector = try RunningCollector(shell)
    let (mitmproxy, proxy) = try mitmproxy(world, collector: collector.url)
    try Data(RehearseTests.scenario.utf8).write(
      to: shell.folder.appendingPathComponent("episode.json")
    )
    try shell.prepare(
      """
      id3tap pings --quiet --show-calls --scenario episode.json > actions
      id3tap pings --quiet --format url --scenario episode.json |
        sed -E 's|^https?://[^/]+(.*)|url = "https://secure-us.imrworldwide.com\\1"\\noutput = answer|' > urls
      """
    )
    for page in ["cdn-gl.imrworldwide.com/conf/P1.js", "priv-policy.imrworldwide.com/optout"] {
      #expect(try curl(proxy, "-f -o answer 'https://\(page)'").status == 0)
    }
    let sent = try curl(proxy, "--globoff --config urls")
    #expect(sent.status == 0, "\(sent.errors)")
    #expect(collector.stop() == 130 && mitmproxy.stop() >= 0)
    #expect(world.connectionCount == 0)
    let outcome = try shell.run(
      "id3tap rehearse collected.sqlite --actions actions --product dcr --format json"
    )
    #expect(outcome.errors == "")
    let report = try RehearseTests.report(outcome)
    // The item 'clock' may fail, because all pings are sent at the same time.
    #expect(Set(RehearseTests.items("failed", report)).isSubset(of: ["clock"]))
    let passed = Set(RehearseTests.items("passed", report))
    #expect(
      passed.isSuperset(of: [
        "config-first", "optout-page", "test-sfcode", "session-ping", "product-present",
      ])
    )
    let release = try shell.run("id3tap rehearse collected.sqlite --release --format json")
    let released = Set(RehearseTests.items("passed", try RehearseTests.report(release)))
    #expect(released.isSuperset(of: ["release-https", "release-sfcode"]))
  }

  @Test("mitmproxy does not start with the address of a production host as collector")
  func wrongAddress() throws {
    let outcome = try shell.run(
      """
      '\(Mitmproxy.program.path)' --set confdir=conf --listen-port 0 --set id3tap_collector=https://a.nielsen.com \
        --scripts '\(Corpus.packageRoot.path)/Integrations/mitmproxy/id3tap.py'
      """
    )
    #expect(outcome.status != 0)
    #expect(
      (outcome.output + outcome.errors).contains("is not the address of a collector: give one like")
    )
  }
}
