import Foundation
import NielsenAppApi
import TestSupport
import Testing

@testable import Collector

@Suite("the resources for a receiver's page")
struct ReceiverPlacesTests {
  private static let start: Int64 = 1_700_000_000_000

  private static func bench() async throws -> CollectorBench {
    try await CollectorBench { settings in
      settings.receivers.random = RandomSource(seed: 1)
      settings.receivers.clock = { start }
    }
  }

  private static func body(
    _ calls: [(event: String, payload: String)],
    first: Int = 0,
    receiver: String = "r",
    close: Bool = false
  ) -> String {
    let list =
      calls.enumerated().map { number, call -> String in
        let time = start + Int64(first + number) * 1000
        return #"{"event":"\#(call.event)","payload":\#(call.payload),"at":\#(time)}"#
      }.joined(separator: ",") as String
    return #"{"version":1,"receiver":"\#(receiver)","appId":"P1","name":"n","options":{},"#
      + #""first":\#(first),"calls":[\#(list)],"at":\#(start),"close":\#(close)}"#
  }

  private static let film = ("loadmetadata", #"{"type":"content","assetid":"film","length":600}"#)

  private static func play(_ seconds: ClosedRange<Int>) -> [(event: String, payload: String)] {
    seconds.map { ("setPlayheadPosition", "\($0)") }
  }

  private static func types(_ bench: CollectorBench) throws -> [String] {
    try bench.rows("SELECT coalesce(type, '') FROM pings ORDER BY ping_id").map { $0[0] }
  }

  @Test(
    "the script is available at the collector, and through a proxy at the hosts in Nielsen's snippet",
    arguments: [
      ("/nls.js", 200), ("/nls.js?a", 200), ("/conf/P1.js", 200),
      ("https://cdn-gl.imrworldwide.com/conf/P1.js", 200), ("http://nielsen.com/nls.js", 200),
      ("/conf/P1", 404), ("/nls.css", 404), ("http://a.example/nls.js", 404),
    ]
  )
  func script(_ target: String, _ status: Int) async throws {
    let bench = try await Self.bench()
    let answer = try await bench.ask(target, headers: ["Host: anything"])
    #expect(answer.status == status)
    if status == 200 {
      #expect(answer.text.contains("bundle.nlsQ = "))
      #expect(answer.headers["content-type"] == "text/javascript; charset=utf-8")
      #expect(answer.headers["cross-origin-resource-policy"] == "cross-origin")
    }
    try await bench.collector.stop()
  }

  @Test("calls become pings, and calls that are posted again are handled only once")
  func calls() async throws {
    let bench = try await Self.bench()
    let origin = ["Origin: http://a.example", "User-Agent: Cast"]
    let calls = [Self.film] + Self.play(0...10)
    for _ in 0..<2 {
      let answer = try await bench.ask(
        "POST",
        "/nls/calls",
        headers: origin,
        body: Self.body(calls)
      )
      #expect(answer.status == 200)
      #expect(answer.headers["access-control-allow-origin"] == "http://a.example")
    }
    #expect(try Self.types(bench) == ["session", "view"])
    let rest = Self.body([("end", "11")], first: calls.count)
    #expect(
      try await bench.ask("POST", "https://x.imrworldwide.com/nls/calls", body: rest).status == 200
    )
    #expect(try Self.types(bench) == ["session", "view", "timer"])
    let stored = try bench.rows("SELECT method, headers FROM requests ORDER BY request_id LIMIT 1")
    #expect(stored == [["GET", #"[["X-Id3tap-Receiver","n"],["User-Agent","Cast"]]"#]])
    // The time is the page's time. The session ping waits for the user's choice or another ping.
    #expect(
      try bench.rows("SELECT createTime FROM pings ORDER BY ping_id")
        == [["1700000001"], ["1700000001"], ["1700000012"]]
    )
    try await bench.collector.stop()
  }

  @Test("play at a position after a pause continues the session with the same content")
  func resume() async throws {
    let bench = try await Self.bench()
    let calls =
      [("play", #"{"channelName":"one"}"#), Self.film] + Self.play(0...10) + [("pause", "10")]
      + [("play", "10")] + Self.play(11...20) + [("end", "20")]
    _ = try await bench.ask("POST", "/nls/calls", body: Self.body(calls))
    #expect(try Self.types(bench) == ["session", "view", "timer"])
    try await bench.collector.stop()
  }

  @Test("an instance sends its last pings when its page closes or the collector stops")
  func ends() async throws {
    let bench = try await Self.bench()
    let calls = [Self.film] + Self.play(0...10)
    _ = try await bench.ask("POST", "/nls/calls", body: Self.body(calls, close: true))
    #expect(try Self.types(bench) == ["session", "view", "timer"])
    _ = try await bench.ask("POST", "/nls/calls", body: Self.body(calls, receiver: "other"))
    try await bench.collector.stop()
    #expect(try Self.types(bench) == ["session", "view", "timer", "session", "view", "timer"])
  }

  @Test(
    "a body that differs from those of the script is refused with the reason",
    arguments: [
      ("calls", "The body is not JSON ("),
      ("{}", "The body has an unsupported version: load /nls.js"),
      (#"{"version":1}"#, "'receiver' must be a string of at most 200 bytes."),
      (#"{"version":1,"receiver":"r","appId":7}"#, "'appId' must be a string"),
    ]
  )
  func refused(_ body: String, _ words: String) async throws {
    let bench = try await Self.bench()
    let answer = try await bench.ask("POST", "/nls/calls", body: body)
    #expect(answer.status == 400 && answer.text.hasPrefix(words))
    #expect(answer.headers["access-control-allow-origin"] == "*")
    try await bench.collector.stop()
  }

  @Test("unknown events and warnings of the engine are listed in the answer")
  func log() async throws {
    let bench = try await Self.bench()
    let calls = [("dance", "null"), ("loadmetadata", #"{"type":"content","assetID":"film"}"#)]
    let answer = try await bench.ask("POST", "/nls/calls", body: Self.body(calls))
    #expect(answer.text.contains("ggPM: the event 'dance' is unknown"))
    #expect(answer.text.contains("write 'assetid'"))
    try await bench.collector.stop()
  }
}
