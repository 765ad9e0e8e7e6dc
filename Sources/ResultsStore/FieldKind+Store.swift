import Formats
import FoundationEssentials
import GRDB
import Records
import StoredValues

extension FieldKind {
  /// The value of the column for a field; a missing field is `null`.
  func stored(_ value: JSONValue?) -> DatabaseValue {
    switch value {
    case nil, .null: return .null
    case .bool(let flag): return flag.databaseValue
    case .integer(let number): return number.databaseValue
    case .seconds(let seconds): return Decimals.rounded(seconds).databaseValue
    case .string(let text): return Self.stored(text)
    case .some(let other): return other.text.databaseValue
    }
  }

  /// As bytes where there is a 0 in the text: SQLite would take it for the end.
  static func stored(_ text: String) -> DatabaseValue {
    text.utf8.contains(0) ? Data(text.utf8).databaseValue : text.databaseValue
  }

  /// The field as a value.
  func value(_ row: CheckedRow, _ index: Int) throws(StoredValueError) -> JSONValue {
    guard !row.isNull(index) else { return .null }
    switch self {
    case .text, .bytes: return .string(try row.value(index))
    case .integer: return JSONValue(try row.value(index) as Int64)
    case .seconds: return JSONValue(seconds: try row.value(index) as Double)
    case .flag: return .bool(try row.value(index))
    case .json, .rows:
      let text: String = try row.value(index)
      do throws(JSONSyntaxError) {
        return try JSONValue(parsing: text.utf8)
      } catch {
        throw row.error(index, expected: "JSON")
      }
    }
  }

  /// Appends the field as JSON.
  func append(
    _ row: CheckedRow,
    _ index: Int,
    to bytes: inout [UInt8]
  ) throws(StoredValueError) {
    guard self == .json || self == .rows else {
      return try value(row, index).append(to: &bytes)
    }
    let text: String? = try row.optional(index)
    bytes += (text ?? "null").utf8
  }
}
