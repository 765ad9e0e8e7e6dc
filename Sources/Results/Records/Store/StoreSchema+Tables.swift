extension StoreSchema {
  /// What the next watch needs of this one. Nobody else reads it.
  static let keptEvents = """
    CREATE TABLE kept (run_id INTEGER NOT NULL, input TEXT NOT NULL, purpose TEXT NOT NULL, event TEXT NOT NULL);
    """
}

extension RecordTable {
  /// The statement that makes the table as version 1 had it. The rows of an input are side by side, in
  /// its order, so that no index is needed to read or to remove them.
  var creation: String {
    var lines = columns.filter { $0.since == 1 }.map(\.definition)
    if let place { lines.append("PRIMARY KEY (input_id, \(Self.quoted(place.rawValue)))") }
    let body = lines.map { "  \($0)" }.joined(separator: ",\n")
    return "CREATE TABLE \(name) (\n\(body)\n)\(place == nil ? "" : " WITHOUT ROWID");"
  }

  /// The statements that migrate the table from the version before to a later one.
  func changes(of version: Int) -> [String] {
    columns.filter { $0.since == version }.map {
      "ALTER TABLE \(name) ADD COLUMN \($0.definition);"
    }
  }

  /// A name as it is in the declaration of a table.
  fileprivate static func quoted(_ name: String) -> String {
    wordsOfSQL.contains(name) ? "\"\(name)\"" : name
  }

  /// Names of columns that are keywords of SQL.
  private static let wordsOfSQL: Set<String> = ["index"]
}

extension RecordField {
  /// The column in the declaration of a table.
  fileprivate var definition: String {
    [RecordTable.quoted(column), kind.typeOfSQL, constraint].filter { !$0.isEmpty }
      .joined(separator: " ")
  }
}

extension FieldKind {
  /// The type of a column.
  fileprivate var typeOfSQL: String {
    switch self {
    case .text, .json, .rows: "TEXT"
    case .integer, .flag: "INTEGER"
    case .seconds: "REAL"
    case .bytes: "BLOB"
    }
  }
}
