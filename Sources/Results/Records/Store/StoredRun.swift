import Formats
import GRDB

/// A run that inputs of a database are from.
package struct StoredRun: Sendable {
  /// The settings that decided about its results.
  package let description: RunDescription
  /// When it began, RFC 3339 in UTC.
  package let started: String
}

extension ResultsDatabase {
  /// The runs that inputs are from, in the order in which they began.
  /// - Throws: `failed`.
  package func runs() throws -> [StoredRun] {
    try read { db in
      let rows = try Row.fetchAll(
        db,
        sql: """
          SELECT version, settings, directory, started FROM runs
          WHERE run_id IN (SELECT run_id FROM inputs) ORDER BY run_id LIMIT 1000
          """
      )
      return try rows.map { row in
        let row = CheckedRow(row, of: "runs")
        let settings: String = try row.value(1)
        return StoredRun(
          description: RunDescription(
            version: try row.value(0),
            settings: (try? JSONValue(parsing: settings.utf8)) ?? .null,
            directory: try row.value(2)
          ),
          started: try row.value(3)
        )
      }
    }
  }
}
