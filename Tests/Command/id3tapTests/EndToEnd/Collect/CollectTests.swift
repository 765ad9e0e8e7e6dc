import Foundation
import Glibc
import TestServer
import TestSupport
import Testing

@Suite(
  .ownThread,
  .enabled(
    if: Tool.isThere("sqlite3", "jq"),
    "sqlite3 or jq is missing: 'make tools' installs them"
  )
)
struct CollectTests {
  private let shell: Shell
  private let samples = ExplainPingsTests.package.path + "/SampleStreams"

  init() throws { shell = try Shell() }

  private static let ping = "/cgi-bin/gn?prd=session&c13=asid,P1&sessionId=s1"

  private func query(_ sql: String, in name: String = "collected.sqlite") throws -> String {
    let outcome = try shell.run("sqlite3 '\(name)' \"\(sql)\"")
    #expect(outcome.errors == "")
    return outcome.output.trimmingCharacters(in: .newlines)
  }

  @Test(
    "'explain' and 'compare' find the sent pings in the collector's database and in its exports"
  )
  func rehearsal() throws {
    let collector = try RunningCollector(shell)
    let sent = try shell.run(
      "id3tap pings --collector \(collector.url) \(samples)/clean.ts > sent.jsonl"
    )
    #expect(sent.status == 0 && sent.errors == "")
    let client = try LoopbackClient(port: collector.port)
    for name in ["jsonl", "har"] {
      let answer = try #require(try client.ask("/export.\(name)"))
      try Data(answer.body).write(to: shell.folder.appendingPathComponent("export.\(name)"))
    }
    let fields =
      "jq -c '[.product, .type, [.fields[] | select(.name != \"c62\") | [.name, .value]]]'"
    let expected = try shell.run("id3tap explain sent.jsonl | \(fields)")
    try #require(expected.lines.count > 10)
    for source in ["export.jsonl", "export.har", "collected.sqlite"] {
      let found = try shell.run("id3tap explain \(source) | \(fields)")
      #expect(found.status == 0 && found.errors == "", "\(source)")
      #expect(found.output == expected.output, "\(source)")
      let compared = try shell.run("id3tap compare --format table sent.jsonl \(source)")
      #expect(compared.status == 0 && compared.errors == "", "\(source): \(compared.output)")
    }
    #expect(collector.stop() == 130)
    let stream = try shell.run("id3tap compare \(samples)/clean.ts collected.sqlite")
    #expect(stream.status == 0 && stream.errors == "", "\(stream.output)")
    #expect(stream.output.contains(#""verdict":"same""#))
  }

  @Test("the rehearsal of an exported HAR gives the same items as the rehearsal of the database")
  func rehearsedExport() throws {
    let collector = try RunningCollector(shell)
    let client = try LoopbackClient(port: collector.port)
    let hosts = ["Host: cdn-gl.imrworldwide.com"]
    let agent = ["User-Agent: App/1"]
    _ = try client.ask("GET", "/cgi-bin/cfg?apid=P1&sfcode=us", headers: hosts + agent)
    let sent = try shell.run(
      "id3tap pings --collector \(collector.url) --scenario \(samples)/scenarios/cast.json > sent.jsonl"
    )
    #expect(sent.status == 0 && sent.errors == "")
    _ = try client.ask("GET", "/priv/optout.html", headers: hosts + agent)
    let har = try #require(try client.ask("/export.har"))
    try Data(har.body).write(to: shell.folder.appendingPathComponent("export.har"))
    #expect(collector.stop() == 130)
    let items = "jq -c '.items[]'"
    let stored = try shell.run("id3tap rehearse --format json collected.sqlite | \(items)")
    let exported = try shell.run("id3tap rehearse --format json export.har | \(items)")
    #expect(stored.output.contains(#""id":"optout-page","group":"O""#))
    #expect(stored.errors == "" && stored.output.contains("optout.html"))
    #expect(exported.output == stored.output && exported.errors == "")
  }

  @Test(
    "a POST request with a list of ping URLs stores every ping of the list",
    .enabled(if: Tool.isThere("curl", "jq"), "curl or jq is missing: 'make tools' installs them")
  )
  func list() throws {
    let collector = try RunningCollector(shell)
    let posted = try shell.run(
      """
      id3tap pings --quiet --format url \(samples)/clean.ts > pings.txt &&
      curl -s -o answer --data-binary @pings.txt -w '%{http_code}' \(collector.url)/cgi-bin/gn
      """
    )
    #expect(posted.output == "200", "\(posted.errors)")
    let rows = "jq -c '[.url, .endpoint, .product, .type, .fields]'"
    let expected = try shell.run("id3tap explain pings.txt | \(rows)")
    #expect(expected.lines.count > 10)
    let found = try shell.run("id3tap explain collected.sqlite | \(rows)")
    #expect(found.output == expected.output && found.errors == "")
    let products = try query("SELECT group_concat(DISTINCT product) FROM pings")
    #expect(products.contains("dtvr") && !products.contains("unknown"))
    #expect(try query("SELECT count(*) FROM pings") == "\(expected.lines.count)")
    #expect(collector.stop() == 130)
    let compared = try shell.run("id3tap compare pings.txt collected.sqlite")
    #expect(compared.status == 0 && compared.output.contains(#""verdict":"same""#))
  }

  @Test(
    "after SIGINT or SIGTERM, the collector stores all pings and exits with status 130",
    arguments: [SIGINT, SIGTERM]
  )
  func signals(_ signal: Int32) throws {
    let collector = try RunningCollector(shell)
    _ = try LoopbackClient(port: collector.port).ask(Self.ping)
    #expect(collector.stop(signal) == 130)
    let said = try collector.said()
    #expect(
      said.contains(
        "id3tap: \(collector.url): collects pings into collected.sqlite, live page at \(collector.url)/: "
          + "stop with Ctrl-C\n"
      )
    )
    #expect(said.hasSuffix("id3tap: collected.sqlite: 1 ping stored\n"))
    #expect(try query("SELECT app, session FROM pings") == "P1|s1")
  }

  @Test("--verbose reports malformed requests, and no messages of the HTTP server")
  func verbose() throws {
    let collector = try RunningCollector(shell, ["--verbose"])
    let client = try LoopbackClient(port: collector.port)
    #expect(try client.ask(Self.ping)?.status == 200)
    let other = try LoopbackClient(port: collector.port)
    try other.send("GET /cgi-bin/gn?a b HTTP/1.1\r\nHost: a\r\n\r\n")
    let refused = try other.answer()
    #expect(
      refused?.status == 400 && refused?.text.hasPrefix("The request cannot be parsed (") == true
    )
    // One connection stays open while the collector ends.
    #expect(withExtendedLifetime(client) { collector.stop() } == 130)
    let lines = try collector.said().split(separator: "\n")
    #expect(lines.count == 3, "\(lines)")
    #expect(lines.first?.hasPrefix("id3tap: \(collector.url): collects pings into") == true)
    #expect(
      lines.dropFirst().first?.hasPrefix("id3tap: 127.0.0.1: a request cannot be parsed (") == true
    )
    #expect(lines.last == "id3tap: collected.sqlite: 1 ping stored")
  }

  @Test("'collect' reports an address in use, a foreign database and a missing folder")
  func failures() throws {
    let first = try RunningCollector(shell)
    let taken = try shell.run("id3tap collect --listen :\(first.port) --db b.sqlite")
    #expect(taken.status == 2 && taken.output == "")
    #expect(
      taken.errors
        == "id3tap: 127.0.0.1:\(first.port): is in use: give another port with --listen "
        + "(0 for any free port), or end the other program\n"
    )
    #expect(try shell.run("ls b.sqlite*").output == "")
    let missing = try shell.run("id3tap collect --listen :0 --db none/b.sqlite")
    #expect(missing.status == 2)
    #expect(missing.errors.hasPrefix("id3tap: none/b.sqlite: cannot be written ("))
    let foreign = try shell.run("echo text > b; id3tap collect --listen :0 --db b")
    #expect(foreign.status == 2)
    #expect(
      foreign.errors.contains("b: is not a database of 'id3tap collect': give a database of")
    )
    let explained = try shell.run("sqlite3 c 'CREATE TABLE a (b)'; id3tap explain c")
    #expect(explained.status == 2)
    #expect(explained.errors.contains("c: is not a database of 'id3tap collect'"))
    // A database can only be read from its file.
    let piped = try shell.run("id3tap explain - < c; cat c | id3tap explain /dev/stdin")
    #expect(piped.status == 2 && piped.output == "")
    #expect(
      piped.errors == """
        id3tap: -: is a database, which can only be read as a file: name the file itself
        id3tap: /dev/stdin: is a database, which can only be read as a file: name the file itself

        """
    )
  }

  @Test("a second collector with the same database is refused")
  func twice() throws {
    let first = try RunningCollector(shell, ["--db", "a.sqlite"])
    let second = try shell.run("id3tap collect --listen :0 --db a.sqlite")
    #expect(second.status == 2)
    #expect(second.errors.contains("a.sqlite: another collector is writing to it"))
    #expect(first.stop() == 130)
  }

  @Test(
    "wrong options of 'collect' give exit code 64",
    arguments: [
      ("--listen here", "'here' is not an address"),
      ("--max-rate 0", "--max-rate 0: give a number"),
      ("--max-bytes 1M", "'1M' is too small: give at least 16M."),
      ("--max-bytes many", "'many' is not a size"),
      ("--max-bytes 9999999999T", "'9999999999T' is too large: give at most 8388607T."),
      ("--max-bytes 99999999999999999999", "is too large: give at most"),
      ("--max-bytes G", "'G' is not a size"), ("--max-bytes 5ß", "'5ß' is not a size"),
      ("--db ''", "--db: name a file."),
      ("--db :memory:", "--db :memory:: pings must be on disk"),
      ("--tls a", "--tls a: name two files: CERT,KEY."),
      ("--answers none.json", "none.json: no such file: name a file with answers."),
      ("--answers a.json", "a.json: line 1: 'rules[0].tsv': '3' is not a code: write two digits"),
      ("collected.sqlite", "Unexpected argument"),
    ]
  )
  func usage(_ arguments: String, _ words: String) throws {
    let outcome = try shell.run(
      #"echo '{"version": 1, "rules": [{"cid": "x", "tsv": "3"}]}' > a.json; id3tap collect "#
        + arguments
    )
    #expect(outcome.status == 64 && outcome.output == "")
    #expect(outcome.errors.contains(words), "\(outcome.errors)")
  }

  @Test("--answers sets the answers to pings and the time-shift codes for the engine")
  func answers() throws {
    try Data(
      #"{"version": 1, "tsv": "03", "rules": [{"where": {"prd": "session"}, "status": 503, "retryAfter": 1}]}"#
        .utf8
    ).write(to: shell.folder.appendingPathComponent("answers.json"))
    let collector = try RunningCollector(shell, ["--answers", "answers.json"])
    try Data(
      #"{"format": 1, "tsv": {"url": "\#(collector.url)/cgi-bin/tsv", "timeoutSeconds": 60}}"#.utf8
    ).write(to: shell.folder.appendingPathComponent("c.json"))
    let pings = try shell.run("id3tap pings --config c.json --format url \(samples)/clean.ts")
    #expect(pings.status == 0 && pings.errors == "")
    #expect(pings.output.contains("cr=2_00_03_D1_11111_1"))
    let client = try LoopbackClient(port: collector.port)
    let refused = try client.ask(Self.ping)
    #expect(refused?.status == 503 && refused?.headers["retry-after"] == "1")
    #expect(
      try query("SELECT product, status FROM pings ORDER BY ping_id DESC LIMIT 1") == "session|503"
    )
    // The endpoint of configurations returns the built-in configuration.
    let config = try shell.run(
      "id3tap pings --config \(collector.url)/cgi-bin/cfg --format url \(samples)/clean.ts"
    )
    #expect(config.status == 0 && config.output.contains("cr=2_00_99_D1_11111_1"))
    collector.stop()
  }

  @Test(
    "--tls serves HTTPS, and refuses files that are not a certificate and its key",
    .enabled(
      if: Tool.isThere("openssl", "curl"),
      "openssl or curl is missing: 'make tools' installs them"
    )
  )
  func tls() throws {
    try shell.prepare(
      """
      set -e
      openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 \
      -subj /CN=localhost -addext subjectAltName=IP:127.0.0.1 -keyout key.pem -out cert.pem
      openssl ecparam -name prime256v1 -genkey -noout -out other.pem
      """
    )
    let collector = try RunningCollector(shell, ["--tls", "cert.pem,key.pem"])
    #expect(collector.url == "https://127.0.0.1:\(collector.port)")
    let asked = try shell.run("curl --cacert cert.pem -s '\(collector.url)\(Self.ping)' | wc -c")
    #expect(asked.output == "43\n")
    #expect(try query("SELECT url FROM pings") == collector.url + Self.ping)
    let sending = "id3tap pings --collector \(collector.url) \(samples)/clean.ts"
    let strict = try shell.run(sending)
    #expect(strict.status == 2)
    #expect(strict.errors.contains("no TLS connection to the collector: check that"))
    #expect(strict.errors.contains("or accept any certificate with insecure in --config"))
    let insecure = try shell.run(
      "\(sending) \(shell.config(#"{"insecure": true}"#))"
    )
    #expect(insecure.status == 0 && insecure.errors == "")
    collector.stop()
    for (files, words) in [
      ("none.pem,key.pem", "none.pem: no such file"),
      ("key.pem,key.pem", "key.pem: contains no cert"),
      ("cert.pem,cert.pem", "cert.pem: contains no unencrypted PEM private key"),
      ("cert.pem,other.pem", "other.pem: is not the key of cert.pem"),
    ] {
      let outcome = try shell.run("id3tap collect --listen :0 --tls \(files)")
      #expect(outcome.status == 2 && outcome.errors.contains(words), "\(outcome.errors)")
    }
  }

  @Test("an address that other machines can reach causes a warning")
  func open() throws {
    let collector = try RunningCommand(shell, ["collect", "--listen", "0.0.0.0:0"])
    try collector.output.first(containing: #""host":"0.0.0.0""#)
    #expect(collector.stop(SIGINT) == 130)
    let errors = try collector.errors.all.joined(separator: "\n")
    #expect(errors.contains("anyone who can reach this address can send pings and see all"))
  }
}
