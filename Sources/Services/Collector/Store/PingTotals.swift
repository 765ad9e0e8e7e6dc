import GRDB
import StoredValues
import Synchronization

/// How many pings of each product and type are stored. Kept in memory: counting millions takes seconds.
final class PingTotals: Sendable {
  /// The key of the counts.
  struct Kind: Hashable, Sendable {
    var product: String
    var type: String?
  }

  /// Kinds that are distinguished: apps name the types of Cloud API events as they like.
  private static let limit = 200

  private let counts: Mutex<[Kind: Int]>

  /// Counts what is stored.
  init(_ db: Database) throws {
    let rows = try Row.fetchAll(
      db,
      sql: "SELECT product, type, count(*) FROM arrivals GROUP BY product, type"
    )
    let stored: [Kind: Int] = try rows.reduce(into: [:]) { counts, row in
      let row = CheckedRow(row, of: "arrivals")
      let kind = Kind(product: try row.value(0), type: try row.optional(1))
      counts[kind] = try row.count(2)
    }
    counts = Mutex([:])
    change(by: stored)
  }

  /// Adds `changes`, which may be negative.
  func change(by changes: [Kind: Int]) {
    counts.withLock { counts in
      for (kind, change) in changes {
        let isNew = counts[kind] == nil
        let place = isNew && counts.count >= Self.limit ? Kind(product: kind.product) : kind
        let count = counts[place, default: 0] + change
        counts[place] = count > 0 ? count : nil
      }
    }
  }

  /// The number of all pings.
  var sum: Int { counts.withLock { $0.values.reduce(0, +) } }

  /// The numbers by product and type, in alphabetical order.
  var all: [(kind: Kind, count: Int)] {
    counts.withLock { $0 }.map { ($0.key, $0.value) }
      .sorted { ($0.0.product, $0.0.type ?? "") < ($1.0.product, $1.0.type ?? "") }
  }
}
