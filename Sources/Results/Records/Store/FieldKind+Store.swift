import Formats
import FoundationEssentials
import GRDB

extension FieldKind {
  /// The value of the column for a field; a missing field is `null`.
  static func stored(_ value: JSONValue) -> DatabaseValue {
    switch value {
    case .null: .null
    case .bool(let flag): flag.databaseValue
    case .integer(let number): number.databaseValue
    case .seconds(let seconds): Decimals.rounded(seconds).databaseValue
    case .string(let text): stored(text)
    case .array, .object: value.text.databaseValue
    }
  }

  /// As bytes where there is a 0 in the text: SQLite would take it for the end.
  static func stored(_ text: String) -> DatabaseValue {
    text.utf8.contains(0) ? Data(text.utf8).databaseValue : text.databaseValue
  }

  /// The field as a value; an array or object as its text, unless it is parsed.
  func value(
    _ row: CheckedRow,
    _ index: Int,
    parsing: Bool
  ) throws(StoredValueError) -> JSONValue {
    guard !row.isNull(index) else { return .null }
    switch self {
    case .text, .bytes: return .string(try row.value(index))
    case .integer: return JSONValue(try row.value(index) as Int64)
    case .seconds: return JSONValue(seconds: try row.value(index) as Double)
    case .flag: return .bool(try row.value(index))
    case .json, .rows:
      let text: String = try row.value(index)
      guard parsing else { return .string(text) }
      do throws(JSONSyntaxError) {
        return try JSONValue(parsing: text.utf8)
      } catch {
        throw row.error(index, expected: "JSON")
      }
    }
  }
}
