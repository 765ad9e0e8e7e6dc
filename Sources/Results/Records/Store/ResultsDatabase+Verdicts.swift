import Conformance
import GRDB

extension ResultsDatabase {
  /// How many inputs of the database have which verdict.
  package func verdictCounts() throws -> VerdictCounts {
    try read { db in
      var counts = VerdictCounts()
      let rows = try Row.fetchCursor(
        db,
        sql: "SELECT verdict, count(*) FROM inputs WHERE verdict IS NOT NULL GROUP BY verdict"
      )
      while let row = try rows.next() {
        let row = CheckedRow(row, of: "inputs", key: ["verdict"])
        guard let verdict = try row.optional(0).flatMap({ Verdict(rawValue: $0) }) else { continue }
        counts.add(try row.count(1), verdict)
      }
      return counts
    }
  }
}
