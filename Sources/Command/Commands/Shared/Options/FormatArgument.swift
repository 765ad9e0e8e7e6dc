import ArgumentParser
import Documents

extension OutputFormat {
  /// The formats of a kind of rows as they are in a help text.
  static func names<Row: ResultRow>(for rows: Row.Type) -> String {
    rows.formats.map(\.rawValue).joined(separator: "|")
  }

  /// The completion of `--format` for a kind of rows.
  static func completion<Row: ResultRow>(for rows: Row.Type) -> CompletionKind {
    .list(rows.formats.map(\.rawValue))
  }

  /// Reads the value of `--format`.
  static func parse<Row: ResultRow>(_ text: String, for rows: Row.Type) throws -> OutputFormat {
    guard let format = OutputFormat(rawValue: text), rows.formats.contains(format) else {
      let names = rows.formats.map { "'\($0.rawValue)'" }.joined(separator: ", ")
      throw ValidationError("'\(text)' is not a format of this command: choose one of \(names).")
    }
    return format
  }
}
