import Formats
import GRDB

/// A record of a results database.
package enum StoredRecord: Sendable, Equatable {
  /// An input: the fields of `check`, `null` where it was not checked, and after them those of `InputFields`.
  case input(RecordView<InputFields>)
  case tag(RecordView<TimedTagFields>)
  case ping(RecordView<PingFields>)
}

extension ResultsDatabase {
  /// Passes on everything as of one moment: the inputs but those that are not streams, then their
  /// tags, then their pings, each in the order of the inputs.
  /// - Parameters:
  ///   - fields: The dotted fields of tags and pings that are wanted beside `input` and `index`; nil:
  ///     all of them.
  ///   - fieldsOfOthers: Those of them that are wanted of tags of other owners alone: in Nielsen tags they
  ///     are null. Frames are long, and parsing those of all tags takes longer than all the rest.
  ///   - body: Gets record after record.
  /// - Throws: `failed`, or what `body` throws.
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

/// The tasks of a batch for an input.
package enum RecordKind: String, Sendable, CaseIterable, Comparable {
  case extract
  case check
  case pings

  /// In the order in which they are named.
  package static func < (one: RecordKind, other: RecordKind) -> Bool {
    allCases.firstIndex(of: one) ?? 0 < allCases.firstIndex(of: other) ?? 0
  }

  /// Some of them as they are in the database: `extract,check`.
  static func text(of kinds: Set<RecordKind>) -> String {
    kinds.sorted().map(\.rawValue).joined(separator: ",")
  }
}

/// A column of a database that holds something else than it should.
///
/// SQLite stores any value in any column of a plain table, and a file can come from anywhere.
package struct StoredValueError: Error, Sendable, Equatable, CustomStringConvertible {
  package let table: String
  /// The columns that identify the row and their values: `request_id 7`. Empty for a group of rows.
  package let row: String
  package let column: String
  /// The expected type of the column: `bytes`.
  package let expected: String
  /// The type that was found: `an integer`.
  package let found: String

  /// The remedy, for the database of `name`.
  package static func remedy(_ name: String) -> String {
    "restore the file, correct the value with 'sqlite3', or use another \(name)"
  }

  /// `table requests, request_id 7, column body holds an integer, not bytes`.
  package var description: String {
    let place = ["table \(table)", row, "column \(column)"].filter { !$0.isEmpty }
    return "\(place.joined(separator: ", ")) holds \(found), not \(expected)"
  }
}
