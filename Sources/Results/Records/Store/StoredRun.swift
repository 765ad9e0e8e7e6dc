import Conformance
import Formats
import GRDB
import System

/// A run of `batch` or `watch` whose results are in a database.
package struct StoredRun: Sendable, Equatable {
  package let description: RunDescription
  /// When the run began, in RFC 3339 (UTC).
  package let started: String

  package init(_ description: RunDescription, started: String) {
    (self.description, self.started) = (description, started)
  }
}

extension ResultsDatabase {
  /// The runs that were the last to process or list an input, in the order in which they began; at most 1,000.
  /// - Throws: ``ResultsDatabaseError``.
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
          RunDescription(
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

/// The settings on which the results of a run depend, and its working directory.
package struct RunDescription: Sendable, Equatable {
  package var version: String
  /// All options that change results, as a JSON object.
  package var settings: JSONValue
  package var directory: String

  package init(version: String, settings: JSONValue, directory: String) {
    (self.version, self.settings, self.directory) = (version, settings, directory)
  }

  /// The SHA-256 of the version and the settings.
  var fingerprint: String { SHA256.hexadecimal(of: "\(version)\n\(settings.text)".utf8) }
}

extension ResultsDatabase {
  /// The number of inputs in the database with each verdict.
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
        counts.count(verdict, try row.count(1))
      }
      return counts
    }
  }
}
