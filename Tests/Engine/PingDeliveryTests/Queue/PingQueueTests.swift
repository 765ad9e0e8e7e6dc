import Foundation
import GRDB
import NielsenAppApi
import Testing

@testable import PingDelivery

@Suite("the ping queue")
struct PingQueueTests {
  private let folder: Folder
  private let log = ProblemLog()

  init() throws { folder = try Folder() }

  private func open(limit: Int = 0) -> PingQueue { open(limit: limit, folder.path) }

  private func open(limit: Int = 0, _ directory: String?) -> PingQueue {
    var settings = PingDelivery.Settings()
    settings.configuration.queue.limit = limit
    return PingQueue(
      directory,
      appID: "app",
      settings: settings,
      clock: HastyClock(),
      onProblem: log.add
    )
  }

  /// Sends all pings and returns their numbers in the order of sending.
  private func drain(_ queue: PingQueue) async -> [Int] {
    let transport = ScriptedTransport()
    let delivery = PingDelivery(
      queue: queue,
      transport: transport,
      random: RandomSource(seed: 0)
    )
    await delivery.drain(failures: 1)
    queue.stores.forEach { $0.release() }
    return transport.urls.compactMap(SamplePing.number)
  }

  @Test("pings are sent in the order in which they were made, including pings of an earlier queue")
  func order() async {
    open().add((0..<10).map { SamplePing.make($0) })
    let queue = open()
    queue.add((10..<20).map { SamplePing.make($0) })
    #expect(queue.counts == (20, 0))
    #expect(await drain(queue) == Array(0..<20))
    #expect(queue.counts == (0, 0))
    #expect(open().counts.waiting == 0)
    #expect(log.problems.isEmpty)
  }

  @Test("lookups are kept only with keepsLookups", arguments: [false, true])
  func lookups(_ areKept: Bool) async {
    var settings = PingDelivery.Settings()
    settings.keepsLookups = areKept
    let queue = PingQueue(nil, appID: "app", settings: settings, clock: HastyClock())
    queue.add([SamplePing.make(0, .tsv), SamplePing.make(1, .dtvr)])
    #expect(await drain(queue) == (areKept ? [0, 1] : [1]))
  }

  @Test("only the owner can access the directory of a queue and its files")
  func permissions() throws {
    let path = folder.file("a/b")
    let queue = open(path)
    queue.add([SamplePing.make(0)])
    #expect(try folder.permissions("a") == 0o700)
    #expect(try folder.permissions("a/b") == 0o700)
    let names = try FileManager.default.contentsOfDirectory(atPath: path)
    #expect(
      Set(["app.sqlite", "app.sqlite-wal", "app.sqlite-shm", "app.owners"]).isSubset(of: names)
    )
    for name in names { #expect(try folder.permissions("a/b/" + name) == 0o600, "\(name)") }
  }

  @Test("each app id has a separate queue")
  func applications() async {
    let other = PingQueue(folder.path, appID: "other", clock: HastyClock())
    other.add([SamplePing.make(1)])
    #expect(open().counts.waiting == 0)
  }

  @Test("above the limit, the oldest raw ID3 pings are dropped first, then the oldest other pings")
  func limit() async {
    let queue = open(limit: 4)
    queue.add([
      SamplePing.make(0), SamplePing.make(1, .id3), SamplePing.make(2), SamplePing.make(3, .id3),
    ])
    #expect(queue.counts == (4, 0))
    for number in 4...7 { queue.add([SamplePing.make(number)]) }
    #expect(queue.counts == (4, 4))
    #expect(await drain(queue) == [4, 5, 6, 7])
    await queue.close()
    #expect(log.codes == Array(repeating: .log(.failedSendPing), count: 4))
    #expect(log.problems.allSatisfy { $0.description.contains("a ping was dropped") })
  }

  @Test("each dropped ping is reported, even if one call drops several")
  func limitOfOneCall() async {
    let queue = open(limit: 2)
    queue.add((0..<7).map { SamplePing.make($0) })
    #expect(queue.counts == (2, 5))
    await queue.close()
    #expect(log.codes == Array(repeating: .log(.failedSendPing), count: 5))
    #expect(log.problems.allSatisfy { $0.description.contains("raise queue.limit") })
  }

  @Test("without a limit, no ping is dropped")
  func unlimited() {
    let queue = open(limit: 0)
    for number in 0..<20 { queue.add((0..<50).map { SamplePing.make(number * 50 + $0) }) }
    #expect(queue.counts == (1000, 0))
  }

  @Test(
    "adding a ping, enabling an engine or closing an engine wakes the sender",
    .timeLimit(.minutes(1))
  )
  func wakes() async {
    let queue = open()
    let events: [@Sendable () -> Void] = [
      { queue.add([SamplePing.make(0)]) }, { queue.hold("a", false) }, { queue.close("a") },
    ]
    for event in events {
      async let woken: Void = queue.waitForMore(atMost: 3600)
      event()
      await woken
    }
  }

  @Test("a queue in memory writes no files")
  func memory() async throws {
    let queue = open(nil)
    queue.add([SamplePing.make(0), SamplePing.make(1)])
    #expect(await drain(queue) == [0, 1])
    #expect(try folder.names.isEmpty)
  }

  @Test(
    "a damaged queue file is not changed, and the pings are kept in memory",
    arguments: [Data("this is no database, but it is long enough to be one".utf8), damagedDatabase]
  )
  func damaged(_ data: Data) async throws {
    try data.write(to: URL(fileURLWithPath: folder.file("app.sqlite")))
    let queue = open()
    queue.add([SamplePing.make(0)])
    #expect(await drain(queue) == [0])
    #expect(try Data(contentsOf: URL(fileURLWithPath: folder.file("app.sqlite"))) == data)
    await queue.close()
    #expect(log.codes == [.log(.failedAccessDatabase)])
  }

  /// A file that begins like a database and continues with random bytes.
  static let damagedDatabase =
    Data("SQLite format 3\0".utf8) + Data((0..<8192).map { UInt8(truncatingIfNeeded: $0 * 7) })

  @Test("a queue file of a newer version is not changed, and the pings are kept in memory")
  func newer() async throws {
    _ = open()
    let database = try DatabaseQueue(path: folder.file("app.sqlite"))
    try await database.write { try $0.execute(sql: "PRAGMA user_version = 99") }
    let queue = open()
    queue.add([SamplePing.make(0)])
    #expect(await drain(queue) == [0])
    await queue.close()
    #expect(log.codes == [.log(.failedAccessDatabase)])
    #expect(log.problems[0].description.contains("a newer version"))
    let count = try await database.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM pings") }
    #expect(count == 0)
  }

  @Test("if the directory cannot be created, the pings are kept in memory")
  func noDirectory() async throws {
    try Data().write(to: URL(fileURLWithPath: folder.file("file")))
    let queue = open(folder.file("file/below"))
    queue.add([SamplePing.make(0)])
    #expect(await drain(queue) == [0])
    await queue.close()
    #expect(log.codes == [.log(.failedAccessDatabase)])
  }

  @Test(
    "if the file fails later, new pings are kept in memory, and all pings are sent in order"
  )
  func failing() async throws {
    let queue = open()
    queue.add([SamplePing.make(0)])
    let database = try DatabaseQueue(path: folder.file("app.sqlite"))
    try await database.write { db in
      try db.execute(
        sql: """
          CREATE TRIGGER full BEFORE INSERT ON pings
          BEGIN SELECT RAISE(ABORT, 'the disk is full'); END
          """
      )
    }
    queue.add([SamplePing.make(1)])
    queue.add([SamplePing.make(2)])
    #expect(queue.counts.waiting == 3)
    #expect(await drain(queue) == [0, 1, 2])
    await queue.close()
    #expect(log.codes == [.log(.failedAccessDatabase)])
    #expect(log.problems[0].description.contains("the disk is full"))
  }

  @Test("a row with invalid slots is sent with its original URL")
  func tampered() async throws {
    let queue = open()
    queue.add([SamplePing.make(0)])
    let database = try DatabaseQueue(path: folder.file("app.sqlite"))
    try await database.write { try $0.execute(sql: "UPDATE pings SET slots = 's99999+1 x'") }
    #expect(await drain(queue) == [0])
  }
}
