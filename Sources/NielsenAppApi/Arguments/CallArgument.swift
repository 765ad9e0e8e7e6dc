/// An argument of a call as it was passed, as far as the engine can read it.
package enum CallArgument: Sendable, Equatable {
  /// A dictionary with String keys.
  case object([String: ArgumentScalar])
  /// A text, which may hold a JSON object.
  case text(String)
  case number(Double)
  /// Anything else, which the engine refuses.
  case other

  /// Reads any value: a dictionary (native or `NSDictionary`), a text or a number.
  init(_ value: Any) {
    if let text = value as? String {
      self = .text(text)
    } else if let strings = value as? [String: String] {
      self.init(strings)
    } else if let dictionary = value as? [AnyHashable: Any] {
      var scalars: [String: ArgumentScalar] = [:]
      for (key, value) in dictionary {
        guard let name = key.base as? String else {
          self = .other
          return
        }
        scalars[name] = ArgumentScalar(value)
      }
      self = .object(scalars)
    } else if let number = value as? Double {
      self = .number(number)
    } else if let number = value as? Float {
      self = .number(Double(number))
    } else if let number = value as? any BinaryInteger {
      self = .number(Double(number))
    } else {
      self = .other
    }
  }

  /// A dictionary of texts.
  package init(_ strings: [String: String]) { self = .object(strings.mapValues { .text($0) }) }

  /// The text of a key of the object; nil without the key, and for what is not an object.
  package subscript(key: String) -> String? { ArgumentObject(self, knownKeys: [])?[key] }

  /// The values of the object by key; nil for what is not an object.
  var scalars: [String: ArgumentScalar]? {
    switch self {
    case .object(let scalars): scalars
    case .text(let text): JSONObjectText.scalars(in: text)
    case .number, .other: nil
    }
  }
}
