import Formats
import FoundationEssentials
import GRDB

extension FieldKind {
  /// What stands in the column for a field; a field that is missing is `null`.
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
  func value(_ stored: DatabaseValue) -> JSONValue {
    guard !stored.isNull else { return .null }
    switch self {
    case .text, .bytes: return JSONValue(String.fromDatabaseValue(stored))
    case .integer: return JSONValue(Int64.fromDatabaseValue(stored))
    case .seconds: return JSONValue(seconds: Double.fromDatabaseValue(stored))
    case .flag: return JSONValue(Bool.fromDatabaseValue(stored))
    case .json, .rows:
      do throws(JSONSyntaxError) {
        return try JSONValue(parsing: (String.fromDatabaseValue(stored) ?? "null").utf8)
      } catch {
        // Written by somebody else.
        return .null
      }
    }
  }

  /// Appends the field as JSON.
  func append(_ stored: DatabaseValue, to bytes: inout [UInt8]) {
    guard !stored.isNull else { return JSONValue.null.append(to: &bytes) }
    switch self {
    case .text, .bytes: JSONValue(String.fromDatabaseValue(stored)).append(to: &bytes)
    case .integer: JSONValue(Int64.fromDatabaseValue(stored)).append(to: &bytes)
    case .seconds: JSONValue(seconds: Double.fromDatabaseValue(stored)).append(to: &bytes)
    case .flag: JSONValue(Bool.fromDatabaseValue(stored)).append(to: &bytes)
    case .json, .rows: bytes += (String.fromDatabaseValue(stored) ?? "null").utf8
    }
  }
}
