import Formats
import GRDB

/// A record read from a results database.
package enum StoredRecord: Sendable, Equatable {
  /// An input, checked or not: the fields of `check`, then the fields of `InputFields`.
  case input(RecordView<InputFields>)
  case tag(RecordView<TimedTagFields>)
  case ping(RecordView<PingFields>)
}

extension ResultsDatabase {
  /// Reads all records as of one moment: the inputs, except those that are not streams, then all tags, then all pings,
  /// each in the order of the inputs.
  /// - Parameters:
  ///   - fields: The dotted fields of tags and pings to read in addition to `input` and `index`. Nil means all fields.
  ///   - fieldsOfOthers: The fields that are needed only for tags of other owners. They are null for Nielsen tags.
  ///     Parsing the long `tag.frames` of every tag would take longer than the rest.
  ///   - body: Receives one record at a time.
  /// - Throws: ``ResultsDatabaseError``, or the errors of `body`.
  package func records(
    fields: Set<String>? = nil,
    ofOthers fieldsOfOthers: Set<String> = [],
    _ body: (StoredRecord) throws -> Void
  ) throws {
    func columns(of table: StoredTable) -> StoredColumns {
      let own = Set(table.columns.paths)
      return StoredColumns(table.leaves) {
        own.contains($0.path) && fields?.contains($0.path) ?? true
      }
    }
    let tags = columns(of: .tags).selecting(fieldsOfOthers, where: "nielsen_kind IS NULL")
    let input = InputFields.schema
    try read { db in
      try db.inSavepoint {
        try RecordLines.inputs(
          where: "state != 'no-stream'",
          adding: StoredColumns(input.leaves) { _ in true },
          parsing: true,
          db
        ) { check, more in
          let members = CheckFields.schema.shapes.json(check).members
          try body(.input(RecordView(.object(members + input.shapes.json(more).members))))
        }
        try RecordLines.rows(of: .tags, tags, parsing: true, db) { values in
          try body(.tag(RecordView(StoredTable.tags.shapes.json(values))))
        }
        try RecordLines.rows(of: .pings, columns(of: .pings), parsing: true, db) { values in
          try body(.ping(RecordView(StoredTable.pings.shapes.json(values))))
        }
        return .commit
      }
    }
  }
}

/// The tasks of `batch` for an input. Each is named after the command whose records it stores.
package enum RecordKind: String, Sendable, CaseIterable, Comparable {
  case extract
  case check
  case pings

  package static func < (one: RecordKind, other: RecordKind) -> Bool {
    allCases.firstIndex(of: one) ?? 0 < allCases.firstIndex(of: other) ?? 0
  }

  /// A set of tasks in the form of the database: `extract,check`.
  static func text(of kinds: Set<RecordKind>) -> String {
    kinds.sorted().map(\.rawValue).joined(separator: ",")
  }
}

/// The error of a column that contains a value of a wrong type or range.
///
/// SQLite stores a value of any type in any column of a plain table, and users can open any file.
package struct StoredValueError: Error, Sendable, Equatable, CustomStringConvertible {
  package let table: String
  /// The columns that identify the row, with their values: `request_id 7`. Empty if there are none.
  package let row: String
  package let column: String
  /// The type or range that the value should have, such as `bytes`.
  package let expected: String
  /// The value or type that was found, such as `the integer 5` or `text`.
  package let found: String

  /// The remedy for the user. `name` is the kind of file, such as `database`.
  package static func remedy(_ name: String) -> String {
    "restore the file, correct the value with 'sqlite3', or use another \(name)"
  }

  /// The message for the user: `table requests, request_id 7, column body holds the integer 5, not bytes`.
  package var description: String {
    let place = ["table \(table)", row, "column \(column)"].filter { !$0.isEmpty }
    return "\(place.joined(separator: ", ")) holds \(found), not \(expected)"
  }
}
