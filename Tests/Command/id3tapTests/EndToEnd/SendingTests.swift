import Foundation
import LoopbackCollector
import TestSupport
import Testing

@Suite(.ownThread) struct SendingTests {
  private let shell: Shell

  init() throws {
    shell = try Shell()
    try shell.prepare("id3tap make --minutes 6 -o a.ts")
  }

  /// The paths and queries of the printed URLs.
  private func printed(_ options: String = "") throws -> [String] {
    let outcome = try shell.run("id3tap pings --format url \(options) a.ts")
    return outcome.lines.map { String($0.dropFirst("https://collector.invalid".count)) }
  }

  /// The URLs without the parameters that depend on the time of sending.
  private func withoutTimes(_ uris: [String]) -> [String] {
    uris.map { uri in
      uri.split(separator: "&").filter { !$0.hasPrefix("c62=") }.joined(separator: "&")
    }
  }

  @Test("the printed pings are sent in order, and the output is the same as without a collector")
  func sending() async throws {
    let collector = try await LoopbackCollector()
    let outcome = try shell.run("id3tap pings --collector \(collector.url) a.ts")
    #expect(outcome.status == 0 && outcome.errors == "")
    #expect(try outcome.output == shell.run("id3tap pings a.ts").output)
    #expect(try withoutTimes(collector.uris) == withoutTimes(printed()))
    #expect(Set(collector.requests.map(\.connection)) == [0])
    #expect(collector.requests.allSatisfy { $0.userAgent.hasPrefix("id3tap/") })
    try await collector.stop()
  }

  @Test("pings that were not received stay in the store and are sent first in the next run")
  func store() async throws {
    let gone = try await LoopbackCollector()
    try await gone.stop()
    let first = try shell.run("id3tap pings --collector \(gone.url) --store q a.ts")
    let count = try printed().count
    #expect(first.status == 2)
    let lines = first.errors.split(separator: "\n")
    #expect(lines.count == 3)
    let unreachable = "the collector cannot be reached: check address, network and server"
    #expect(lines.first == "id3tap: \(gone.url): \(unreachable)")
    let failures = lines.dropFirst().first ?? ""
    let raised = "sending raised error 9 FailedSendHttpRequest "
    #expect(failures.hasPrefix("id3tap: \(gone.url): \(raised)"))
    #expect(failures.contains(", error 1001 AppApiNetworkConnectionFailure 1 time ("))
    let left = "\(count) pings not received: run again with --store q when the collector runs"
    #expect(lines.last == "id3tap: \(gone.url): \(left)")
    let collector = try await LoopbackCollector()
    let second = try shell.run("id3tap pings --collector \(collector.url) --store q a.ts")
    #expect(second.status == 0)
    #expect(
      second.errors == "id3tap: \(collector.url): \(count) pings of earlier runs are sent first\n"
    )
    #expect(collector.uris.count == 2 * count)
    #expect(collector.uris[0].contains("retryreason,offline"))
    #expect(collector.uris[count].contains("/gn?prd=session&"))
    let third = try shell.run("id3tap pings --collector \(collector.url) --store q a.ts")
    #expect(third.status == 0 && third.errors == "")
    try await collector.stop()
  }

  @Test(
    "without consent the first-party id is removed from the pings of earlier runs",
    arguments: [
      (#"--app-info '{"appid":"P00000000-0000-0000-0000-000000000000","enableFpid":"false"}' a.ts"#),
      "--calls off.txt",
    ]
  )
  func withdrawn(_ second: String) async throws {
    try shell.prepare(
      """
      echo 'init {"appid":"P00000000-0000-0000-0000-000000000000","enableFpid":"false"}' > off.txt
      """
    )
    let gone = try await LoopbackCollector()
    try await gone.stop()
    #expect(try shell.run("id3tap pings --collector \(gone.url) --store q a.ts").status == 2)
    let count = try printed().count
    let collector = try await LoopbackCollector()
    let outcome = try shell.run("id3tap pings --collector \(collector.url) --store q \(second)")
    #expect(outcome.status == 0)
    #expect(collector.uris.count > count)
    #expect(collector.uris.allSatisfy { !$0.contains(/fp_id=[a-z0-9]/) })
    try await collector.stop()
  }

  @Test("pings that were not received are reported with a remedy if there is no store")
  func lost() async throws {
    let gone = try await LoopbackCollector()
    try await gone.stop()
    let outcome = try shell.run("id3tap pings --collector \(gone.url) a.ts")
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("start the collector and run again, or keep them with --store"))
    #expect(try outcome.output == shell.run("id3tap pings a.ts").output)
  }

  @Test("--store keeps the identities across runs")
  func identities() throws {
    let seeds = try [1, 2].map { try shell.config(#"{"seed": \#($0)}"#) }
    let outputs = try ["\(seeds[0]) --store q", "\(seeds[1]) --store q", seeds[1]].map {
      let row = try shell.run("id3tap pings --format url \($0) a.ts").lines.first ?? ""
      return row.split(separator: "&").first { $0.hasPrefix("c9=") } ?? ""
    }
    #expect(outputs[0] == outputs[1] && outputs[1] != outputs[2])
    let names = try FileManager.default.contentsOfDirectory(atPath: shell.folder.path + "/q")
    #expect(names.count == 2 && names.contains { $0.hasSuffix(".json") })
  }

  @Test("a store that cannot be used is reported, and the pings are printed anyway")
  func noStore() throws {
    let outcome = try shell.run("id3tap pings --store a.ts/x a.ts")
    #expect(outcome.status == 0)
    #expect(outcome.errors.contains("the identities are kept in memory only"))
    #expect(try outcome.output == shell.run("id3tap pings a.ts").output)
  }

  @Test(
    "a production host as collector is refused",
    arguments: [
      "https://secure-dcr.imrworldwide.com", "http://x@NIELSEN.com.", "http://nielsen.com/x",
    ]
  )
  func production(_ url: String) throws {
    let outcome = try shell.run("id3tap pings --collector '\(url)' a.ts")
    #expect(outcome.status == 64 && outcome.output == "")
    #expect(outcome.errors.contains("where real measurement data is collected"))
  }

  @Test("a redirect from the collector counts as a response and is not followed")
  func harmlessRedirect() async throws {
    let collector = try await LoopbackCollector { _, _ in .redirect(to: "/elsewhere") }
    let outcome = try shell.run("id3tap pings --collector \(collector.url) a.ts")
    #expect(outcome.status == 0 && outcome.errors == "")
    #expect(try withoutTimes(collector.uris) == withoutTimes(printed()))
    try await collector.stop()
  }

  @Test(
    "a collector or lookup server in refusedHosts is refused",
    arguments: [
      ("--collector http://a.example/x", ""), ("", #", "tsv": {"url": "http://b.a.example/tsv"}"#),
    ]
  )
  func refusedHosts(_ options: String, _ keys: String) throws {
    let making = #"echo '{"format": 1, "refusedHosts": ["A.example."]"# + keys + "}' >c.json"
    let outcome = try shell.run("\(making)\nid3tap pings --config c.json \(options) a.ts")
    #expect(outcome.status == 64 && outcome.output == "")
    #expect(outcome.errors.contains("the configuration refuses a.example (refusedHosts)"))
    let printing = try shell.run("\(making)\nid3tap pings --config c.json --print-config")
    // A refused lookup URL makes the configuration invalid, so it is not printed.
    #expect(printing.output.contains(#""a.example""#) == keys.isEmpty)
  }

  @Test(
    "pings beyond the limit of the queue are reported with a remedy",
    arguments: ["", "--store q"]
  )
  func dropped(_ store: String) async throws {
    let gone = try await LoopbackCollector()
    try await gone.stop()
    let outcome = try shell.run(
      """
      echo '{"format": 1, "queue": {"limit": 2}}' >c.json
      id3tap pings --config c.json --collector \(gone.url) \(store) a.ts
      """
    )
    #expect(outcome.status == 2)
    let count = try printed().count - 2
    #expect(
      outcome.errors.contains(
        "\(count) pings dropped because too many were waiting: raise queue.limit in --config"
      ),
      "\(outcome.errors)"
    )
  }

  @Test("a time-shift code from a server has the same effect as a constant in the configuration")
  func timeShift() async throws {
    let server = try await LoopbackCollector { _, _ in
      var answer = LoopbackCollector.Answer(200)
      answer.body = #"{"tsv": "03"}"#
      return answer
    }
    let url = #"echo '{"format": 1, "tsv": {"url": "\#(server.url)/tsv"}}' >u.json"#
    let constant = #"echo '{"format": 1, "tsv": {"constant": "03"}}' >k.json"#
    let outputs = try [
      "\(url)\nid3tap pings --config u.json", "\(constant)\nid3tap pings --config k.json",
    ]
    .map { try shell.run("\($0) --format url a.ts").output }
    #expect(outputs[0] == outputs[1])
    #expect(outputs[0].contains("cr=2_00_03_D1_11111_1"))
    #expect(server.requests.count == 1)
    #expect(server.uris[0].hasPrefix("/tsv?id3=www.nielsen.com%2F"))
    #expect(server.requests[0].userAgent.hasPrefix("id3tap/"))
    try await server.stop()
    let none = try shell.run("id3tap pings --config u.json --format url a.ts")
    #expect(none.status == 0)
    #expect(none.errors.contains("the engine raised error 11 FailedSendTSV 1 time"))
    #expect(none.output.contains("cr=2_00_99_D1_11111_1"))
  }

  @Test("after an interruption the next run sends the remaining pings and repeats none")
  func interruption() async throws {
    let pid = shell.folder.path + "/pid"
    let collector = try await LoopbackCollector { index, _ in
      // The collector interrupts the command while it answers the third ping.
      if index == 2, let text = try? String(contentsOfFile: pid, encoding: .utf8),
        let number = Int32(text.trimmingCharacters(in: .newlines))
      {
        kill(number, SIGTERM)
      }
      return .init()
    }
    let outcome = try shell.run(
      """
      mkfifo live
      id3tap pings --collector \(collector.url) --store q - <live >out & pid=$!
      echo $pid >pid
      tail -c +1 -f --pid=$pid a.ts >live &
      wait $pid; status=$?
      wait
      exit $status
      """
    )
    #expect(outcome.status == 130)
    let rest = try shell.run("id3tap pings --collector \(collector.url) --store q a.ts")
    #expect(rest.status == 0)
    let session = collector.uris.filter { $0.contains("prd=session") }
    #expect(session.count == 2)
    #expect(Set(collector.uris).count == collector.uris.count)
    try await collector.stop()
  }
}
