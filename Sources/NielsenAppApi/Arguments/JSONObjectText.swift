import Formats

/// A JSON text that holds one object.
enum JSONObjectText {
  /// The values of the object by key; nil when `text` is not one JSON object, strictly read: no comma too many, and
  /// no key twice.
  static func scalars(in text: String) -> [String: ArgumentScalar]? {
    do throws(JSONFault) {
      let json = try LocatedJSON(parsing: Array(text.utf8))
      guard case .object(let members) = json.value else { return nil }
      return Dictionary(members.map { ($0.name, ArgumentScalar($0.value)) }) { first, _ in first }
    } catch {
      // The caller reports the text as malformed, without the reason.
      return nil
    }
  }
}

extension ArgumentScalar {
  /// Sorts a JSON value.
  package init(_ json: LocatedJSON) {
    self =
      switch json.value {
      case .text(let text): .text(text)
      case .truth(let truth): .converted(truth ? "true" : "false")
      case .null: .null
      case .object, .array: .structured
      case .number(let text): Self.number(text)
      }
  }

  private static func number(_ text: String) -> ArgumentScalar {
    if let integer = Int64(text) { return .converted("\(integer)") }
    if let integer = UInt64(text) { return .converted("\(integer)") }
    guard let real = Double(text), real.isFinite else { return .structured }
    return .converted(Self.text(of: real))
  }
}
