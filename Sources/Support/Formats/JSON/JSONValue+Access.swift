extension JSONValue {
  /// The text of a string; nil for anything else.
  package var stringValue: String? {
    guard case .string(let text) = self else { return nil }
    return text
  }

  /// A number without a fraction; nil for anything else.
  package var integerValue: Int64? {
    guard case .integer(let number) = self else { return nil }
    return number
  }

  /// A number; nil for anything else.
  package var doubleValue: Double? {
    switch self {
    case .integer(let number): Double(number)
    case .seconds(let number) where number.isFinite: number
    default: nil
    }
  }

  /// A truth value; nil for anything else.
  package var boolValue: Bool? {
    guard case .bool(let flag) = self else { return nil }
    return flag
  }

  /// The values of an array; none for anything else.
  package var elements: [JSONValue] {
    guard case .array(let values) = self else { return [] }
    return values
  }

  /// The members of an object; none for anything else.
  package var members: [Member] {
    guard case .object(let members) = self else { return [] }
    return members
  }

  /// The value of a member; nil where there is none.
  package subscript(key: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.key == key }?.value
  }
}
