import Collector
import Formats
import Foundation
import TestSupport
import Testing
import TimedMetadata

@testable import PingAnalysis

@Suite("exports of pings")
struct PingExportsTests {
  private static let body = "prd=session&c13=asid,P1&n=1\nprd=dcr&c13=asid,P1&n=2"
  private static let image =
    "/cgi-bin/gn?prd=dcr&c13=asid,P2&tl=a%2Cb+c&raw=a,b&%C3%BC=%C3%BC&quote=%22"

  private func bench() async throws -> CollectorBench {
    let bench = try await CollectorBench { $0.now = { 1_700_000_000_250 } }
    _ = try await bench.ask(Self.image, headers: ["Referer: https://app.example/\"x\""])
    _ = try await bench.ask(
      "POST",
      "/cgi-bin/gn",
      headers: ["Content-Type: text/plain"],
      body: Self.body
    )
    return bench
  }

  private func requests(_ bytes: [UInt8]) throws -> [CapturedRequest] {
    var head: [UInt8] = []
    let source = MemorySource(bytes)
    let reader = try #require(try CaptureReader.detect(source, head: &head))
    var found: [CapturedRequest] = []
    try reader.forEachExchange { found.append($0.request) }
    return found
  }

  private func parameters(_ bytes: [UInt8]) throws -> [[QueryParameter]] {
    try requests(bytes).flatMap { PingRecognizer.pings(in: $0) }.map(\.parameters)
  }

  @Test("both exports and the database contain the pings as they were sent")
  func same() async throws {
    let bench = try await bench()
    let lines = try await bench.ask("/export.jsonl")
    let har = try await bench.ask("/export.har")
    #expect(lines.headers["content-disposition"] == "attachment; filename=\"pings.jsonl\"")
    #expect(har.headers["content-type"] == "application/json")
    let origin = "http://127.0.0.1:\(bench.port)"
    let sent = [
      CapturedRequest(url: origin + Self.image),
      CapturedRequest(method: "POST", url: origin + "/cgi-bin/gn", body: Self.body),
    ].flatMap { PingRecognizer.pings(in: $0) }.map(\.parameters)
    #expect(sent.count == 3)
    #expect(try parameters(lines.body) == sent)
    #expect(try parameters(har.body) == sent)
    var stored: [[QueryParameter]] = []
    try CollectedFile(path: bench.path).forEach { request in
      stored += PingRecognizer.pings(in: request).map(\.parameters)
    }
    #expect(stored == sent)
    try await bench.collector.stop()
  }

  @Test("user agents, status codes and times are the same in both exports and the database")
  func exchanges() async throws {
    let bench = try await CollectorBench { $0.now = { 1_700_000_000_250 } }
    _ = try await bench.ask(Self.image, headers: ["User-Agent: App/1"])
    var found: [CapturedExchange] = []
    try CollectedFile(path: bench.path).forEachExchange { found.append($0) }
    for path in ["/export.jsonl", "/export.har"] {
      var head: [UInt8] = []
      let source = MemorySource(try await bench.ask(path).body)
      let reader = try #require(try CaptureReader.detect(source, head: &head))
      try reader.forEachExchange { found.append($0) }
    }
    #expect(found.map(\.userAgent) == ["App/1", "App/1", "App/1"])
    #expect(found.map(\.status) == [200, 200, 200])
    #expect(found.map(\.request.sentAt) == [1_700_000_000.25, 1_700_000_000.25, 1_700_000_000.25])
    try await bench.collector.stop()
  }

  @Test(
    "a HAR has all requests of the database, including those that are not pings, unless it is filtered"
  )
  func others() async throws {
    let bench = try await CollectorBench { $0.now = { 1_700_000_000_250 } }
    let cdn = "https://cdn-gl.imrworldwide.com"
    _ = try await bench.ask("\(cdn)/conf/P1.js", headers: ["User-Agent: App/1"])
    _ = try await bench.ask(cdn + Self.image)
    _ = try await bench.ask("\(cdn)/optout.html")
    var stored: [CapturedExchange] = []
    try CollectedFile(path: bench.path).forEachExchange { stored.append($0) }
    #expect(stored.map(\.status) == [nil, 200, nil])
    for (query, expected) in [("", stored), ("?product=dcr", [stored[1]])] {
      let har = try await bench.ask("/export.har" + query)
      var head: [UInt8] = []
      let reader = try #require(try CaptureReader.detect(MemorySource(har.body), head: &head))
      var found: [CapturedExchange] = []
      try reader.forEachExchange { found.append($0) }
      // The number of a request differs from the number of its entry.
      for index in found.indices where index < expected.count {
        found[index].request.place = expected[index].request.place
      }
      #expect(found == expected)
    }
    try await bench.collector.stop()
  }

  @Test(
    "an exported row has the field names of 'id3tap pings', and the details of the ping's arrival"
  )
  func row() async throws {
    let bench = try await bench()
    let lines = try await bench.ask("/export.jsonl?app=P1&product=dcr").text.split(separator: "\n")
    #expect(lines.count == 1)
    let row = try #require(
      try JSONSerialization.jsonObject(with: Data(lines[0].utf8)) as? [String: Any]
    )
    #expect(row["index"] as? Int == 0 && row["product"] as? String == "dcr")
    #expect(row["receivedAt"] as? String == "2023-11-14T22:13:20.250Z")
    #expect(
      row["method"] as? String == "POST" && row["body"] as? String == "prd=dcr&c13=asid,P1&n=2"
    )
    #expect(row["time"] is NSNull && row["endpoint"] as? String == "/cgi-bin/gn")
    #expect((row["parameters"] as? [[String]])?.last == ["n", "2"])
    #expect((row["headers"] as? [[String]])?.contains(["Content-Type", "text/plain"]) == true)
    try await bench.collector.stop()
  }

  @Test(
    "a HAR has an entry with time and body for each request, and is valid without entries"
  )
  func har() async throws {
    let bench = try await bench()
    func entries(_ query: String) async throws -> [[String: Any]] {
      let har = try await bench.json("/export.har" + query) as? [String: Any]
      let log = try #require(har?["log"] as? [String: Any])
      #expect(log["version"] as? String == "1.2")
      return try #require(log["entries"] as? [[String: Any]])
    }
    let all = try await entries("")
    try #require(all.count == 2)
    #expect(all[0]["startedDateTime"] as? String == "2023-11-14T22:13:20.250Z")
    let request = try #require(all[1]["request"] as? [String: Any])
    #expect((request["postData"] as? [String: Any])?["text"] as? String == Self.body)
    #expect((all[0]["response"] as? [String: Any])?["status"] as? Int == 200)
    #expect(try await entries("?product=session").count == 1)
    #expect(try await entries("?product=none").isEmpty)
    try await bench.collector.stop()
  }

  @Test("an export of many pings is complete")
  func many() async throws {
    let bench = try await CollectorBench()
    let port = bench.port
    try await bench.waiting {
      let client = try LoopbackClient(port: port)
      for number in 0..<450 { _ = try client.ask(CollectorBench.session + "&n=\(number)") }
    }
    let numbers = try parameters(try await bench.ask("/export.jsonl").body)
      .compactMap { $0.last?.value }
    #expect(numbers == (0..<450).map(String.init))
    #expect(try requests(try await bench.ask("/export.har").body).count == 450)
    try await bench.collector.stop()
  }
}
