import GRDB
import TestSupport
import Testing

@testable import Collector

/// Requests that are sent to production hosts but are not pings. `id3tap rehearse` looks for the configuration and the
/// opt-out page among them.
@Suite("requests that are sent to production hosts but are not pings")
struct OtherRequestsTests {
  private static let cdn = "https://cdn-gl.imrworldwide.com"
  private static let page = "https://priv-policy.imrworldwide.com/priv/mobile/us/en/optout.html?a=b"

  @Test(
    "requests that are not pings are stored separately, and all requests have ids in one sequence"
  )
  func stored() async throws {
    let bench = try await CollectorBench()
    let script = try await bench.ask("\(Self.cdn)/conf/P1.js", headers: ["User-Agent: App/1"])
    #expect(script.status == 200 && script.text.contains("NOLBUNDLE"))
    #expect(try await bench.ask(Self.cdn + CollectorBench.session).status == 200)
    let page = try await bench.ask(Self.page)
    #expect(page.status == 200)
    #expect(["1", "0"].allSatisfy { page.text.contains("nielsenappsdk://\($0)") })
    // The collector's page is not available under production hosts.
    #expect(try await bench.ask("\(Self.cdn)/").status == 404)
    let sent = try await bench.ask(
      "POST",
      "\(Self.cdn)/other",
      headers: ["Content-Encoding: br"],
      body: "secret"
    )
    #expect(sent.status == 404)
    // Requests to unknown hosts are not stored.
    #expect(try await bench.ask("/other").status == 404)
    #expect(try bench.rows("SELECT url FROM requests") == [[Self.cdn + CollectorBench.session]])
    #expect(
      try bench.rows("SELECT request_id, method, url FROM other_requests") == [
        ["1", "GET", "\(Self.cdn)/conf/P1.js"], ["3", "GET", Self.page],
        ["4", "GET", "\(Self.cdn)/"], ["5", "POST", "\(Self.cdn)/other"],
      ]
    )
    try await bench.collector.stop()
    var seen: [String] = []
    try CollectedFile(path: bench.path).forEachExchange { exchange in
      seen.append("\(exchange.request.place ?? "") \(exchange.status ?? 0)")
      #expect(exchange.userAgent == (seen.count == 1 ? "App/1" : nil))
    }
    // The answer of Nielsen's host is unknown.
    #expect(seen == ["request 1 0", "request 2 200", "request 3 0", "request 4 0", "request 5 0"])
  }

  @Test("a request to a production host whose name resolves to the collector is also stored")
  func named() async throws {
    let bench = try await CollectorBench()
    let host = "Host: priv-policy.imrworldwide.com"
    #expect(try await bench.ask("/optout", headers: [host]).status == 200)
    #expect(
      try bench.rows("SELECT url FROM other_requests") == [
        ["http://priv-policy.imrworldwide.com/optout"]
      ]
    )
    try await bench.collector.stop()
  }

  @Test(
    "the oldest requests that are not pings are removed if all take over a sixteenth of the space"
  )
  func room() throws {
    let folder = try TemporaryFolder()
    let database = try CollectorDatabase(path: folder.path + "/a.sqlite")
    func ids() throws -> [Int64] {
      try database.write {
        try Int64.fetchAll($0, sql: "SELECT request_id FROM other_requests ORDER BY 1")
      }
    }
    let others = (0..<40).map { number in
      Arrival.sample(url: "https://a.nielsen.com/\(number % 10)", at: Int64(number))
    }
    let store = try ArrivalStore(database, storedBytes: 16 * 1000)
    _ = try store.store(others)
    #expect(try ids() == Array(1...40))
    for other in others.prefix(3) { _ = try store.store([other]) }
    let kept = try ids()
    #expect(kept.last == 43 && (4...8).contains(kept.count) && kept == Array(kept[0]...43))
    // The next collector continues the numbers.
    let next = try ArrivalStore(database, storedBytes: 16 * 1000)
    #expect(try next.store([.sample(1), others[0]]) == 1)
    #expect(try ids().last == 45 && ids().count <= kept.count)
    try database.close()
  }

  @Test("a database of the previous version can be read, and is migrated for collecting")
  func older() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/a.sqlite"
    var database = try CollectorDatabase(path: path)
    _ = try ArrivalStore(database, storedBytes: 1 << 40).store([.sample(1)])
    try database.write {
      try $0.execute(sql: "DROP TABLE other_requests; PRAGMA user_version = 1")
    }
    try database.close()
    func count() throws -> Int {
      var count = 0
      try CollectedFile(path: path).forEach { _ in count += 1 }
      return count
    }
    #expect(try count() == 1)
    database = try CollectorDatabase(path: path)
    let other = Arrival.sample(url: "https://a.nielsen.com/x", at: 5)
    _ = try ArrivalStore(database, storedBytes: 1 << 40).store([other])
    try database.close()
    #expect(try count() == 2)
  }
}
