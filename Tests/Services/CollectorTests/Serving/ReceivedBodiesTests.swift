import Collector
import Formats
import Foundation
import TestSupport
import Testing
import TimedMetadata

@testable import PingAnalysis

@Suite("bodies with several pings or without pings")
struct ReceivedBodiesTests {
  private static let count = "SELECT count(*) FROM pings"

  @Test("each line of a long body is stored, exported and shown as one ping")
  func manyLines() async throws {
    let bench = try await CollectorBench()
    let lines = (0..<1234).map { "prd=dcr&n=\($0)" }
    let answer = try await bench.ask(
      "POST",
      "/cgi-bin/gn?c13=asid,P1",
      body: lines.joined(separator: "\n")
    )
    #expect(answer.status == 200)
    #expect(try bench.rows(Self.count) == [["1234"]])
    #expect(
      try bench.rows("SELECT part, app, product FROM pings ORDER BY ping_id DESC LIMIT 1")
        == [["1233", "P1", "dcr"]]
    )
    var sent = 0
    try CollectedFile(path: bench.path).forEach { sent += PingRecognizer.pings(in: $0).count }
    #expect(sent == 1234)
    let rows = try await bench.ask("/export.jsonl").text.split(separator: "\n")
    #expect(rows.count == 1234)
    #expect(rows.last?.contains(#"["n","1233"]"#) == true)
    #expect(rows.last?.contains(#""body":"prd=dcr&n=1233""#) == true)
    let newest = try await bench.ask("/?ping=1234").text
    #expect(newest.contains("<td><code>n</code></td><td><code>1233</code></td>"))
    try await bench.collector.stop()
  }

  struct Excess: Sendable {
    var target: String
    var body: String
    var words: String
  }

  private static let nested: String = {
    let name = String(repeating: "n", count: 10_000)
    return #"{"\#(name)":["# + repeatElement("1", count: 400).joined(separator: ",") + "]}"
  }()

  private static let excesses = [
    Excess(
      target: "/cgi-bin/gn",
      body: repeatElement("a=1", count: 101).joined(separator: "\n"),
      words:
        "A request may have at most 100 pings: this request was not stored; send several requests.\n"
    ),
    Excess(
      target: "/cgi-bin/gn",
      body: "[" + repeatElement(#""/cgi-bin/d?a=1""#, count: 101).joined(separator: ",") + "]",
      words:
        "A request may have at most 100 pings: this request was not stored; send several requests.\n"
    ),
    // The query is added to every line.
    Excess(
      target: "/cgi-bin/gn?q=" + String(repeating: "q", count: 30_000),
      body: repeatElement("a=1", count: 100).joined(separator: "\n"),
      words:
        "A request may have at most 1000000 bytes of decoded parameters: this request was not "
        + "stored; send several requests.\n"
    ),
    // The name of a member is added to all values within the member.
    Excess(
      target: "/nmapi/v2/P1/s1/a",
      body: nested,
      words:
        "A request may have at most 1000000 bytes of decoded parameters: this request was not "
        + "stored; send several requests.\n"
    ),
  ]

  @Test(
    "a request that decodes to too many pings or bytes is refused as a whole, with a reason",
    arguments: excesses
  )
  func excess(_ excess: Excess) async throws {
    let bench = try await CollectorBench { settings in
      settings.limits.pings = 100
      settings.limits.decodedSize = 1_000_000
    }
    let answer = try await bench.ask("POST", excess.target, body: excess.body)
    #expect(answer.status == 413 && answer.text == excess.words)
    #expect(answer.headers["connection"] == "close")
    #expect(try bench.rows("SELECT * FROM requests").isEmpty)
    #expect(bench.collector.counts == (0, 0, 0, 0))
    try await bench.collector.stop()
  }

  @Test("the query of the URL is added to every line of the body if the sum is within the limit")
  func shared() async throws {
    let bench = try await CollectorBench { $0.limits.pings = 100 }
    let body = (0..<100).map { "n=\($0)" }.joined(separator: "\n")
    #expect(try await bench.ask("POST", CollectorBench.session, body: body).status == 200)
    #expect(try bench.rows("SELECT DISTINCT product, session FROM pings") == [["session", "s1"]])
    #expect(try bench.rows(Self.count) == [["100"]])
    try await bench.collector.stop()
  }

  private static let urls = [
    "http://h/cgi-bin/gn?prd=session&c13=asid,P1", "/cgi-bin/d?st=mtvr&tl=a+b",
    "https://h/x/cgi-bin/trans?tp=%22", "/cgi-bin/tsv?id3=", "/cgi-bin/cfg",
  ]

  @Test(
    "URLs in a body, one per line or as a JSON array, are stored with their own paths",
    arguments: [
      urls.joined(separator: "\r\n"), "[\"" + urls.joined(separator: "\",\n\"") + "\"]\n",
    ]
  )
  func ownPaths(_ body: String) async throws {
    let bench = try await CollectorBench()
    #expect(try await bench.ask("POST", "/cgi-bin/gn?prd=dcr", body: body).status == 200)
    #expect(
      try bench.rows("SELECT endpoint, product FROM pings ORDER BY ping_id") == [
        ["/cgi-bin/gn", "session"], ["/cgi-bin/d", "dtvr"], ["/cgi-bin/trans", "id3"],
        ["/cgi-bin/tsv", "tsv"], ["/cgi-bin/cfg", "config"],
      ]
    )
    let sent = Self.urls.flatMap { PingRecognizer.pings(in: CapturedRequest(url: $0)) }
    #expect(try read(try await bench.ask("/export.jsonl").body) == sent.map(\.parameters))
    #expect(try read(try await bench.ask("/export.har").body) == sent.map(\.parameters))
    var stored: [SentPing] = []
    try CollectedFile(path: bench.path).forEach { stored += PingRecognizer.pings(in: $0) }
    #expect(stored.map(\.parameters) == sent.map(\.parameters))
    #expect(stored.map(\.url) == Self.urls && stored.map(\.product) == sent.map(\.product))
    try await bench.collector.stop()
  }

  private func read(_ bytes: [UInt8]) throws -> [[QueryParameter]] {
    var head: [UInt8] = []
    let reader = try #require(try CaptureReader.detect(MemorySource(bytes), head: &head))
    var found: [[QueryParameter]] = []
    try reader.forEachExchange {
      found += PingRecognizer.pings(in: $0.request).map(\.parameters)
    }
    return found
  }

  @Test(
    "a body without pings is refused with 415 and not stored",
    arguments: [
      ("Content-Encoding: gzip", "a=1", "send the body without the coding 'gzip'."),
      ("Content-Encoding: identity, BR", "a=1", "send the body without the coding 'br'."),
      ("Content-Encoding: deflate", "a=1", "send the body without the coding 'deflate'."),
      (
        "Content-Type: multipart/form-data; boundary=x", "a=1",
        "'multipart/form-data' is not a ping"
      ),
      (
        "Content-Type: text/plain", "--x\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n=",
        "is not a ping"
      ),
      ("Content-Type: application/json", #"{"prd":"dcr","u":"a=b"}"#, "JSON is not a ping"),
      ("X: y", #"["/cgi-bin/gn?a=1","/elsewhere?a=1"]"#, "JSON is not a ping"),
      ("Content-Type: text/xml", "<ping a=\"1\"/>", "markup is not a ping"),
      (
        "Content-Type: application/octet-stream", "\u{1F}\u{8B}\u{08}\u{00}=",
        "not text is not a ping"
      ),
    ]
  )
  func foreign(_ field: String, _ body: String, _ words: String) async throws {
    let bench = try await CollectorBench()
    let answer = try await bench.ask("POST", "/cgi-bin/gn?prd=dcr", headers: [field], body: body)
    #expect(answer.status == 415 && answer.text.contains(words), "\(answer.text)")
    #expect((answer.headers["accept-encoding"] == "identity") == field.contains("Encoding"))
    #expect(try bench.rows("SELECT * FROM requests").isEmpty)
    try await bench.collector.stop()
  }

  @Test(
    "parameters are read whatever content type the client declares",
    arguments: [
      "X: y", "Content-Type: text/plain;charset=UTF-8", "Content-Type: application/octet-stream",
      "Content-Type: application/x-www-form-urlencoded", "Content-Encoding: identity",
      "Content-Type: application/json",
    ]
  )
  func types(_ field: String) async throws {
    let bench = try await CollectorBench()
    for body in ["prd=session&c13=asid,P1", "/cgi-bin/gn?prd=session&c13=asid,P1"] {
      let answer = try await bench.ask("POST", "/cgi-bin/gn", headers: [field], body: body)
      #expect(answer.status == 200)
    }
    // An event of the Cloud API is JSON.
    let event = try await bench.ask(
      "POST",
      "/nmapi/v2/P1/s1/a",
      headers: [field],
      body: #"{"event":"playhead"}"#
    )
    #expect(event.status == 200)
    #expect(
      try bench.rows("SELECT product, app FROM pings")
        == [["session", "P1"], ["session", "P1"], ["cloud", "P1"]]
    )
    try await bench.collector.stop()
  }

  @Test("a database with bodies that are now refused can still be read")
  func oldBodies() async throws {
    let bench = try await CollectorBench()
    _ = try await bench.ask("POST", CollectorBench.session, body: "a=1\nb=2")
    _ = try bench.write(
      #"UPDATE requests SET body = CAST('{"a=1":' || char(10) || '"b=2"}' AS BLOB)"#
    )
    let rows = try await bench.ask("/export.jsonl").text.split(separator: "\n")
    #expect(rows.count == 2 && rows.allSatisfy { $0.contains(#"{\"a=1\":"#) })
    for id in 1...2 { #expect(try await bench.ask("/?ping=\(id)").status == 200) }
    #expect(try read(try await bench.ask("/export.har").body).count == 1)
    try await bench.collector.stop()
  }
}
