import Collector
import Foundation
import TestSupport
import Testing

@Suite("live events")
struct EventFeedTests {
  /// A page that follows live events, as a browser does.
  private struct Follower: @unchecked Sendable {
    let client: LoopbackClient
    let head: LoopbackClient.Answer?

    init(_ port: Int, _ target: String = "/events", last: Int? = nil) throws {
      client = try LoopbackClient(port: port)
      let headers = last.map { ["Last-Event-ID: \($0)"] } ?? []
      try client.send(client.request(target, headers: headers))
      head = try client.head()
    }

    /// The next event with pings: its id, their ids, and whether pings were skipped. Other chunks are ignored.
    func event() throws -> (id: Int, pings: [Int], skipped: Bool)? {
      while let chunk = try client.chunk() {
        let lines = String(decoding: chunk, as: UTF8.self).split(separator: "\n")
        guard lines.contains("event: pings"),
          let data = lines.first(where: { $0.hasPrefix("data: ") })
        else { continue }
        let json = try JSONSerialization.jsonObject(with: Data(data.dropFirst(6).utf8))
        let pings = (json as? [String: Any])?["pings"] as? [Int] ?? []
        let id = lines.first { $0.hasPrefix("id: ") }.flatMap { Int($0.dropFirst(4)) }
        return (
          id ?? 0, pings,
          (json as? [String: Any])?["skipped"] as? Bool ?? false
        )
      }
      return nil
    }

    /// The next chunk as text.
    func text() throws -> String? {
      try client.chunk().map { String(decoding: $0, as: UTF8.self) }
    }
  }

  @Test("a live page receives only the new pings that match its filter")
  func live() async throws {
    let bench = try await CollectorBench()
    let port = bench.port
    _ = try await bench.ask(CollectorBench.session)
    let heard = try await bench.waiting {
      let follower = try Follower(port, "/events?product=dcr")
      #expect(follower.head?.headers["content-type"]?.hasPrefix("text/event-stream") == true)
      #expect(try follower.text() == "retry: 2000\n\n")
      let client = try LoopbackClient(port: port)
      _ = try client.ask(CollectorBench.session)
      _ = try client.ask("/cgi-bin/gn?prd=dcr&n=1")
      var pings: [Int] = []
      while pings.isEmpty, let event = try follower.event() { pings = event.pings }
      return pings
    }
    #expect(heard == [3])
    try await bench.collector.stop()
  }

  @Test("a reconnecting page receives the pings that it missed, at most the newest 50")
  func resume() async throws {
    let bench = try await CollectorBench()
    let port = bench.port
    let events = try await bench.waiting {
      let client = try LoopbackClient(port: port)
      for _ in 0..<10 { _ = try client.ask(CollectorBench.session) }
      let short = try Follower(port, last: 7).event()
      for _ in 0..<60 { _ = try client.ask(CollectorBench.session) }
      let long = try Follower(port, last: 7).event()
      return [short, long].compactMap { $0 }
    }
    #expect(events.count == 2)
    #expect(events[0].id == 10 && events[0].pings == [10, 9, 8] && !events[0].skipped)
    #expect(events[1].id == 70 && events[1].skipped)
    #expect(events[1].pings == Array((21...70).reversed()))
    try await bench.collector.stop()
  }

  @Test("an event id from another database is ignored")
  func foreignID() async throws {
    let bench = try await CollectorBench()
    let port = bench.port
    let heard = try await bench.waiting {
      let follower = try Follower(port, last: 1_000_000)
      _ = try follower.text()
      _ = try LoopbackClient(port: port).ask(CollectorBench.session)
      return try follower.event()?.pings
    }
    #expect(heard == [1])
    try await bench.collector.stop()
  }

  @Test("while there are no new pings, a live page receives comments at intervals")
  func heartbeat() async throws {
    let bench = try await CollectorBench { $0.limits.heartbeat = .milliseconds(100) }
    let port = bench.port
    let texts = try await bench.waiting {
      let follower = try Follower(port)
      return try (0..<3).map { _ in try follower.text() ?? "" }
    }
    #expect(texts == ["retry: 2000\n\n", ": nothing new\n\n", ": nothing new\n\n"])
    try await bench.collector.stop()
  }

  @Test(
    "a live page above the limit gets 503 with Retry-After, and stopping ends all event streams"
  )
  func limits() async throws {
    let bench = try await CollectorBench { $0.limits.followers = 1 }
    let port = bench.port
    let follower = try await bench.waiting {
      let follower = try Follower(port)
      _ = try follower.text()
      return follower
    }
    let second = try await bench.ask("/events")
    #expect(second.status == 503 && second.headers["retry-after"] == "10")
    try await bench.collector.stop()
    let rest = try await bench.waiting {
      while try follower.text() != nil {}
      return true
    }
    #expect(rest)
  }
}
