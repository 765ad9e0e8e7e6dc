/// The object passed to `init`, `play` or `loadMetadata`, as text by key.
struct ArgumentObject: Sendable, Equatable {
  /// The values; keys with a null or a value that is not a scalar are absent.
  private(set) var values: [String: String] = [:]
  /// Remarks for the log.
  private(set) var warnings: [String] = []

  /// Reads a dictionary with String keys (native or `NSDictionary`) or a JSON text with an object.
  /// Anything else gives nil. Another spelling of one of `knownKeys` gets a warning.
  init?(_ argument: Any, knownKeys: [String]) {
    guard let scalars = ArgumentObject.scalars(of: argument) else { return nil }
    for (key, scalar) in scalars.sorted(by: { $0.key < $1.key }) {
      take(scalar, for: key)
      let isMisspelt = !knownKeys.contains(key)
      let lowercased = key.lowercased()
      if isMisspelt, let right = knownKeys.first(where: { $0.lowercased() == lowercased }) {
        warnings.append("the key '\(key)' is unknown: write '\(right)'")
      }
    }
  }

  subscript(key: String) -> String? { values[key] }

  /// The value of `key` unless it is absent or blank.
  func filled(_ key: String) -> String? {
    values[key].flatMap { $0.isBlank ? nil : $0 }
  }

  private mutating func take(_ scalar: ArgumentScalar, for key: String) {
    switch scalar {
    case .text(let text):
      values[key] = text
    case .converted(let text):
      values[key] = text
      warnings.append("the value of '\(key)' is not a string: pass \"\(text)\"")
    case .null:
      break
    case .structured:
      warnings.append("the value of '\(key)' is not a string: it is dropped")
    }
  }

  private static func scalars(of argument: Any) -> [String: ArgumentScalar]? {
    if let text = argument as? String { return JSONObjectText.scalars(in: text) }
    if let strings = argument as? [String: String] {
      return strings.mapValues { ArgumentScalar.text($0) }
    }
    guard let dictionary = argument as? [AnyHashable: Any] else { return nil }
    var scalars: [String: ArgumentScalar] = [:]
    for (key, value) in dictionary {
      guard let name = key.base as? String else { return nil }
      scalars[name] = ArgumentScalar(value)
    }
    return scalars
  }
}

extension String {
  /// Whether nothing but white space is in it.
  var isBlank: Bool { allSatisfy(\.isWhitespace) }
}
