import Collector
import Foundation
import PingAnalysis
import TestSupport
import Testing

@Suite("expected and received pings on the page")
struct SessionComparisonsTests {
  private static func ping(_ number: Int, session: String = "s1", app: String = "P1") -> String {
    "/cgi-bin/gn?prd=session&c13=asid,\(app)&sessionId=\(session)&c61=createtm,\(1_700_000_000 + number)"
      + "&rnd=\(1_700_000_000_000 + number)"
  }

  private static func expected(_ paths: [String]) -> ExpectedPings {
    let pings = paths.flatMap {
      PingRecognizer.pings(in: CapturedRequest(url: "http://127.0.0.1\($0)"))
    }
    return ExpectedPings(name: "recording.ts", pings: pings, options: ComparisonOptions())
  }

  private func comparison(_ bench: CollectorBench, _ query: String = "") async throws -> [String:
    Any]
  {
    try #require(try await bench.json("/api/comparison" + query) as? [String: Any])
  }

  private func kinds(_ answer: [String: Any]) -> [String] {
    let found = (answer["comparison"] as? [String: Any])?["differences"] as? [[String: Any]]
    return (found ?? []).compactMap { $0["kind"] as? String }
  }

  @Test("without expected pings, no session is compared, and the page shows how to compare")
  func nothing() async throws {
    let bench = try await CollectorBench()
    #expect(try await bench.ask("/api/comparison").status == 404)
    let page = try await bench.ask("/").text
    #expect(page.contains("id3tap compare recording.ts ") && !page.contains(#"id="comparison""#))
    try await bench.collector.stop()
  }

  @Test("the newest or the selected session is compared, and pings are identified by number")
  func sessions() async throws {
    let expected = Self.expected([Self.ping(0)])
    let bench = try await CollectorBench {
      $0.expected = expected
      // All pings are due.
      let clock = Clock()
      $0.now = { clock.next() }
    }
    let waiting = try await comparison(bench)
    #expect(waiting["expected"] as? String == "recording.ts" && waiting["session"] is NSNull)
    _ = try await bench.ask(Self.ping(0))
    let first = try await comparison(bench)
    #expect(first["session"] as? String == "s1" && kinds(first) == [])
    for number in [5, 500] { _ = try await bench.ask(Self.ping(number, session: "s2")) }
    let second = try await comparison(bench)
    #expect(second["session"] as? String == "s2" && !kinds(second).isEmpty)
    let differences = (second["comparison"] as? [String: Any])?["differences"] as? [[String: Any]]
    #expect((differences ?? []).contains { ($0["place"] as? String)?.hasPrefix("ping ") == true })
    #expect(kinds(try await comparison(bench, "?session=s1&app=P1&product=dcr")) == [])
    try await bench.collector.stop()
  }

  /// A clock that advances by an hour at each reading.
  private final class Clock: @unchecked Sendable {
    private let lock = NSLock()
    private var time: Int64 = 1_700_000_000_000

    func next() -> Int64 {
      lock.withLock {
        time += 3_600_000
        return time
      }
    }
  }
}
