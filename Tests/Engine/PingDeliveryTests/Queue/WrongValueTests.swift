import Foundation
import GRDB
import NielsenAppApi
import TestSupport
import Testing

@testable import PingDelivery

/// Queues in which any single value is wrong; no value may cause a trap.
@Suite("wrong values in a queue of pings")
struct WrongValueTests {
  private let folder: Folder
  private let database: LooseDatabase

  init() throws {
    folder = try Folder()
    database = try LooseDatabase(values: [
      "pings.url": "'https://collector.invalid/d?n=1'", "refused.id": "99",
    ]) {
      try PingStore.open($0).close()
    }
  }

  @Test("a queue with any wrong value is sent or rejected without a trap")
  func sending() throws {
    var refused = 0
    for (number, change) in try database.changes().enumerated() {
      guard let copy = try database.copy(with: change) else { continue }
      let directory = folder.file("\(number)")
      try StateDirectory.create(directory)
      let name = StateDirectory.fileName(appID: "app") + ".sqlite"
      try FileManager.default.moveItem(atPath: copy, toPath: "\(directory)/\(name)")
      do {
        let queue = try PingStore(directory: directory, appID: "app")
        try queue.recover()
        guard case .ping(let ping) = try queue.next() else { continue }
        _ = ping.url(now: .max)
        try queue.fail(ping, "a")
        try queue.age(madeIn: 0..<9)
        try queue.settle(ping, .refused(.failedSendPing, "a"), at: 3)
        _ = try queue.waiting()
      } catch is RowDecodingError {
        refused += 1
      } catch is DatabaseError {
        // SQLite itself rejects an id after the greatest one.
      }
    }
    #expect(refused > 5)
  }
}
