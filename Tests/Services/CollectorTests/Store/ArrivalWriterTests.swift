import Dispatch
import Foundation
import GRDB
import Synchronization
import TestSupport
import Testing

@testable import Collector

@Suite("group commits of arrivals")
struct ArrivalWriterTests {
  private let temporary: TemporaryFolder
  private var folder: URL { URL(fileURLWithPath: temporary.path) }

  init() throws { temporary = try TemporaryFolder() }

  private func database() throws -> CollectorDatabase {
    try CollectorDatabase(path: folder.appendingPathComponent("a.sqlite").path)
  }

  private func writer(
    _ database: CollectorDatabase,
    _ limits: CollectorLimits = CollectorLimits(),
    storedBytes: Int64 = 1 << 40,
    uptime: @escaping @Sendable () -> Int64 = { 0 },
    onStored: @escaping @Sendable (Int64) -> Void = { _ in },
    onProblem: @escaping @Sendable (String) -> Void = { _ in }
  ) throws -> ArrivalWriter {
    ArrivalWriter(
      try ArrivalStore(database, storedBytes: storedBytes),
      path: "a.sqlite",
      limits: limits,
      uptime: uptime,
      onStored: onStored,
      onProblem: onProblem
    )
  }

  private func count(_ database: CollectorDatabase) throws -> Int {
    try database.write { try Int.fetchOne($0, sql: "SELECT count(*) FROM arrivals") ?? 0 }
  }

  @Test("concurrent arrivals are committed in few transactions, and each is reported")
  func many() async throws {
    let database = try database()
    let transactions = Atomic(0)
    let writer = try writer(database, onStored: { _ in transactions.add(1, ordering: .relaxed) })
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<500 {
        group.addTask { try await writer.add(.sample(number)) }
      }
      try await group.waitForAll()
    }
    #expect(try count(database) == 500)
    #expect(writer.counts == .init(requests: 500, pings: 500, refused: 0))
    #expect(transactions.load(ordering: .relaxed) < 500)
  }

  @Test(
    "the number of removed pings is reported at the first removal, and at most hourly after that"
  )
  func removals() async throws {
    let database = try database()
    let now = Mutex<Int64>(0)
    let said = Mutex<[String]>([])
    let writer = try writer(
      database,
      storedBytes: 128 << 10,
      uptime: { now.withLock { $0 } },
      onProblem: { text in said.withLock { $0.append(text) } }
    )
    func store() async throws {
      for _ in 0..<4 {
        try await withThrowingTaskGroup(of: Void.self) { group in
          for number in 0..<300 { group.addTask { try await writer.add(.sample(number)) } }
          try await group.waitForAll()
        }
      }
    }
    try await store()
    try await store()
    now.withLock { $0 = ArrivalWriter.reportInterval }
    try await store()
    await writer.close()
    let removed = writer.counts.removed
    #expect(try removed > 0 && count(database) == 3600 - removed)
    let texts = said.withLock { $0 }
    #expect(texts.count == 2, "\(texts)")
    for text in texts {
      #expect(text.hasPrefix("a.sqlite: ") && text.contains(" of the oldest pings w"), "\(text)")
    }
  }

  @Test("if too many requests wait, only further arrivals are refused")
  func full() async throws {
    let database = try database()
    var limits = CollectorLimits()
    limits.waitingRequests = 5
    let writer = try writer(database, limits)
    let refused = await withTaskGroup(of: Bool.self) { group in
      for number in 0..<300 {
        group.addTask {
          do throws(ArrivalWriter.Refusal) {
            try await writer.add(.sample(number, padding: 20_000))
            return false
          } catch {
            return true
          }
        }
      }
      return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
    #expect(try count(database) == 300 - refused)
    #expect(writer.counts == .init(requests: 300 - refused, pings: 300 - refused, refused: refused))
  }

  @Test("arrivals that are being written count as waiting")
  func writing() async throws {
    let database = try database()
    var limits = CollectorLimits()
    limits.waitingRequests = 1
    let writer = try writer(database, limits)
    // The transaction of the first arrival waits in a trigger until the second arrival has its answer.
    let isRefused = DispatchSemaphore(value: 0)
    try database.write { db in
      db.add(
        function: DatabaseFunction("wait", argumentCount: 0) { _ in
          // If the second arrival is not refused, the test fails after this time instead of never ending.
          isRefused.wait(timeout: .now() + 60) == .success
        }
      )
      try db.execute(
        sql: "CREATE TEMP TRIGGER held AFTER INSERT ON main.requests BEGIN SELECT wait(); END"
      )
    }
    let outcomes = try await withThrowingTaskGroup(of: Bool.self) { group -> [Bool?] in
      for number in 0..<2 {
        group.addTask {
          do throws(ArrivalWriter.Refusal) {
            try await writer.add(.sample(number))
            return true
          } catch {
            #expect(error == .full)
            return false
          }
        }
      }
      let first = try await group.next()
      isRefused.signal()
      return [first, try await group.next()]
    }
    #expect(outcomes == [false, true])
    isRefused.signal()
    try await writer.add(.sample(3))
    #expect(try count(database) == 2)
  }

  @Test("the size of a request includes all of its pings")
  func size() {
    let query = String(repeating: "q", count: 20_000)
    let body = repeatElement("a=1", count: 50).joined(separator: "\n")
    let arrival = Arrival.sample(url: "/cgi-bin/gn?prd=dcr&x=\(query)", body: body, at: 0)
    #expect(arrival.pings.count == 50 && arrival.size > 50 * 20_000)
  }

  @Test("a request larger than the maximum is refused")
  func tooLarge() async throws {
    var limits = CollectorLimits()
    limits.waitingBytes = 1000
    let writer = try writer(try database(), limits)
    await #expect(throws: ArrivalWriter.Refusal.full) {
      try await writer.add(.sample(1, padding: 2000))
    }
    try await writer.add(.sample(1))
  }

  @Test("arrivals after the writer was closed are refused")
  func closed() async throws {
    let database = try database()
    let writer = try writer(database)
    try await writer.add(.sample(1))
    await writer.close()
    await #expect(throws: ArrivalWriter.Refusal.closed) { try await writer.add(.sample(2)) }
    #expect(try count(database) == 1)
  }

  @Test("a database that cannot be written is reported once, and its recovery is reported once")
  func failing() async throws {
    let database = try database()
    let reported = Problems()
    let writer = try writer(database, onProblem: { reported.add($0) })
    try await writer.add(.sample(1))
    _ = try database.write { try $0.execute(sql: "ALTER TABLE requests RENAME TO away") }
    for _ in 0..<3 {
      await #expect(throws: ArrivalWriter.Refusal.failed) { try await writer.add(.sample(2)) }
    }
    _ = try database.write { try $0.execute(sql: "ALTER TABLE away RENAME TO requests") }
    try await writer.add(.sample(3))
    #expect(reported.all.count == 2)
    #expect(reported.all.first?.contains("until then pings are answered with 503") == true)
    #expect(reported.all.last?.contains("can store pings again") == true)
    #expect(try count(database) == 2)
  }

  @Test("the writer detects without a ping that its database can be written again")
  func probe() async throws {
    let database = try database()
    let writer = try writer(database)
    _ = try database.write { try $0.execute(sql: "ALTER TABLE requests RENAME TO away") }
    await #expect(throws: ArrivalWriter.Refusal.failed) { try await writer.add(.sample(1)) }
    #expect(!writer.isStoring)
    writer.probe()
    await writer.close()
    #expect(writer.isStoring)
  }

  private final class Problems: Sendable {
    private let texts = Mutex<[String]>([])
    var all: [String] { texts.withLock { $0 } }
    func add(_ text: String) { texts.withLock { $0.append(text) } }
  }
}

extension ArrivalWriter {
  /// Returns when the arrival is committed.
  fileprivate func add(_ arrival: Arrival) async throws(Refusal) {
    let outcome = await withCheckedContinuation { done in
      add(arrival) { done.resume(returning: $0) }
    }
    try outcome.get()
  }
}
