import Foundation
import GRDB
import TestSupport
import Testing

@testable import Collector

@Suite("storing arrivals")
struct ArrivalStoreTests {
  private let folder: TemporaryFolder
  private let database: CollectorDatabase

  init() throws {
    folder = try TemporaryFolder()
    database = try CollectorDatabase(path: folder.path + "/a.sqlite")
  }

  private func store(_ bytes: Int64 = 1 << 40) throws -> ArrivalStore {
    try ArrivalStore(database, storedBytes: bytes)
  }

  private func count(_ table: String) throws -> Int {
    try database.write { try Int.fetchOne($0, sql: "SELECT count(*) FROM \(table)") ?? 0 }
  }

  @Test("the store counts the pings of each session and keeps the times of the first and the last")
  func sessions() throws {
    let store = try store()
    _ = try store.store([.sample(1), .sample(2, session: "s2"), .sample(3)])
    let newest = try store.store([.sample(9), .sample(8, session: "", app: "")])
    #expect(newest == 5)
    let rows = try database.write { db in
      try Row.fetchAll(
        db,
        sql: "SELECT app, session, first, last, pings FROM sessions ORDER BY 1, 2"
      )
      .map { row in row.databaseValues.map { "\($0)" }.joined(separator: " ") }
    }
    #expect(rows.count == 3)
    #expect(rows[1].contains("1700000000001 1700000000009 3"))
    #expect(rows[2].contains("1700000000002 1700000000002 1"))
  }

  @Test("pings are counted by kind, and the next store continues the counts")
  func totals() throws {
    let store = try store()
    _ = try store.store([.sample(1), .sample(2, product: "session"), .sample(3)])
    for totals in [store.totals, try self.store().totals] {
      let counts = totals.all.map { "\($0.kind.product) \($0.kind.type ?? "-") \($0.count)" }
      #expect(counts == ["dcr - 2", "session session 1"])
    }
  }

  @Test("pings whose kinds are above the limit are counted together")
  func manyKinds() throws {
    let store = try store()
    let url = "http://a/nmapi/v2/P1/s1/a?b=%7B%22event%22:%22"
    _ = try store.store((0..<300).map { .sample(url: "\(url)e\($0)%22%7D", at: Int64($0)) })
    let totals = store.totals.all
    #expect(totals.reduce(0) { $0 + $1.count } == 300 && totals.count <= 201)
  }

  @Test("long ids are cut, and long parameters are kept")
  func longIDs() throws {
    let store = try store()
    let id = String(repeating: "s", count: 5000)
    _ = try store.store([.sample(1, session: id)])
    let (session, parameters) = try database.write { db in
      (
        try String.fetchOne(db, sql: "SELECT session FROM sessions") ?? "",
        try String.fetchOne(db, sql: "SELECT parameters FROM parameters") ?? ""
      )
    }
    #expect(session.utf8.count == 200 && parameters.contains(id))
  }

  @Test(
    "above the limit, only the oldest pings are removed, and the used size stops growing"
  )
  func rotation() throws {
    let limit: Int64 = 4 << 20
    let store = try store(limit)
    var used: [Int64] = []
    for group in 0..<100 {
      _ = try store.store(
        (0..<50).map { .sample(group * 50 + $0, session: "s\(group)", padding: 2000) }
      )
      used.append(try database.write { try Rotation.usedBytes($0) })
    }
    #expect(used.max() ?? 0 <= limit)
    let (first, last, pings) = try database.write { db in
      let row = try Row.fetchOne(
        db,
        sql: "SELECT min(ping_id), max(ping_id), count(*) FROM arrivals"
      )
      return (row?[0] ?? 0, row?[1] ?? 0, row?[2] ?? 0) as (Int64, Int64, Int)
    }
    #expect(last == 5000 && first > 3000 && pings == Int(last - first) + 1)
    #expect(try count("requests") == pings && count("parameters") == pings)
    #expect(store.totals.all.map(\.count) == [pings])
    let sessions = try database.write {
      try Int.fetchOne($0, sql: "SELECT sum(pings) FROM sessions") ?? 0
    }
    #expect(sessions == pings)
    #expect(try count("sessions") <= pings / 50 + 1)
  }

  @Test("a new arrival removes about as many bytes as it adds", arguments: [5000, 60_000, 300_000])
  func sparing(_ size: Int) throws {
    let limit: Int64 = 4 << 20
    let store = try store(limit)
    let text = "x=" + String(repeating: "x", count: size)
    var (counts, used): ([Int], [Int64]) = ([], [])
    for number in 0..<(Int(limit) / size) {
      let arrival = Arrival.sample(url: "/cgi-bin/gn?prd=dcr", body: text, at: Int64(number))
      _ = try store.store([arrival])
      counts.append(try count("requests"))
      used.append(try database.write { try Rotation.usedBytes($0) })
    }
    #expect(used.allSatisfy { $0 <= limit })
    // Only whole pages are freed, so a few small requests are removed at a time.
    let mostGone = zip(counts, counts.dropFirst()).map { $0 - $1 }.max() ?? 0
    #expect(mostGone <= max(1, 65_536 / size), "\(mostGone)")
    // The used size remains just below the limit.
    let full = used.drop { $0 < limit - Int64(4 * size) - 65_536 }
    #expect(full.count > used.count / 4)
    #expect(full.allSatisfy { $0 >= limit - Int64(4 * size) - 65_536 })
  }

  @Test("the used size of a file above a lowered limit decreases step by step")
  func lowered() throws {
    _ = try store().store((0..<240).map { .sample($0, padding: 50_000) })
    let limit: Int64 = 4 << 20
    let store = try store(limit)
    var used = [try database.write { try Rotation.usedBytes($0) }]
    #expect(used[0] > 5 * limit)
    for number in 0..<10 {
      _ = try store.store([.sample(1000 + number)])
      used.append(try database.write { try Rotation.usedBytes($0) })
    }
    #expect(zip(used, used.dropFirst()).allSatisfy { $0 - $1 < 5 << 20 })
    #expect(used.last ?? 0 <= limit && used[2] > limit)
    #expect(try count("requests") > 20)
  }

  @Test("a group of arrivals that is larger than the limit is stored completely")
  func largeGroup() throws {
    let store = try store(1 << 20)
    _ = try store.store([.sample(1)])
    _ = try store.store((0..<100).map { .sample($0, padding: 50_000) })
    #expect(try count("requests") == 100)
    _ = try store.store([.sample(7)])
    #expect(try count("requests") < 100)
    #expect(
      try database.write { try Int.fetchOne($0, sql: "SELECT max(request_id) FROM requests") }
        == 102
    )
  }
}
