/// A JSON value (RFC 8259) whose object members keep their order.
package enum JSONValue: Sendable, Equatable {
  case null
  /// `true` or `false`.
  case bool(Bool)
  /// A number without a fraction.
  case integer(Int64)
  /// Seconds, written with one to three decimals: `300.0`, `8.567`. Not a number where it is not
  /// finite: `null`.
  case seconds(Double)
  case string(String)
  case array([JSONValue])
  /// An object; members are written in the order given.
  case object([Member])

  /// A member of an object.
  package struct Member: Sendable, Equatable {
    package var key: String
    package var value: JSONValue

    package init(_ key: String, _ value: JSONValue) {
      self.key = key
      self.value = value
    }
  }
}

extension JSONValue {
  /// A string, or `null`.
  package init(_ text: String?) { self = text.map(JSONValue.string) ?? .null }

  /// An integer, or `null`.
  package init(_ number: (some BinaryInteger & Sendable)?) {
    self = number.map { .integer(Int64(clamping: $0)) } ?? .null
  }

  /// A truth value, or `null`.
  package init(_ flag: Bool?) { self = flag.map(JSONValue.bool) ?? .null }

  /// Seconds, or `null`.
  package init(seconds: Double?) { self = seconds.map(JSONValue.seconds) ?? .null }
}

extension JSONValue {
  /// The value at a dotted path such as `a.b`; nil when a key is missing or what should be
  /// an object is something else.
  package subscript(path path: String) -> JSONValue? {
    var value = self
    for key in path.split(separator: ".") {
      guard case .object(let members) = value,
        let member = members.first(where: { $0.key == key })
      else { return nil }
      value = member.value
    }
    return value
  }
}
