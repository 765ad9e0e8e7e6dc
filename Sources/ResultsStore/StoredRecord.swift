import Formats
import GRDB
import Records

/// A record of a results database.
package enum StoredRecord: Sendable, Equatable {
  /// An input: the fields of `check`, `null` where it was not checked, and after them the columns of
  /// `ResultsDatabase.inputFields`.
  case input(JSONValue)
  /// A tag, as `extract` prints it.
  case tag(JSONValue)
  /// A ping, as `pings` prints it.
  case ping(JSONValue)
}

extension ResultsDatabase {
  /// The columns of an input after those of `check`.
  static let inputColumns = RecordTable.inputs.columns
    .filter { ["state", "kind", "size", "bytes", "pings_without_gaps", "title"].contains($0.path) }
    .map(StoredColumn.init)

  /// The fields of `StoredRecord.input`, besides `input`.
  package static let inputFields = inputColumns.map(\.path)

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
    func columns(of table: StoredTable) -> [StoredColumn] {
      table.columns.filter { fields?.contains($0.path) ?? true }.map { column in
        fieldsOfOthers.contains(column.path) && table.name == StoredTable.tags.name
          ? column.only(where: "nielsen_kind IS NULL") : column
      }
    }
    try read { db in
      try db.inSavepoint {
        try RecordLines.inputs(where: "state != 'no-stream'", adding: Self.inputColumns, db) {
          (object: ObjectValue) in try body(.input(object.json))
        }
        try RecordLines.objects(of: .tags, columns(of: .tags), db) { (object: ObjectValue) in
          try body(.tag(object.json))
        }
        try RecordLines.objects(of: .pings, columns(of: .pings), db) { (object: ObjectValue) in
          try body(.ping(object.json))
        }
        return .commit
      }
    }
  }
}
