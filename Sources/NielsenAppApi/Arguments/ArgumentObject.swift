/// The object passed to `init`, `play` or `loadMetadata`, as text by key.
struct ArgumentObject: Sendable, Equatable {
  /// The values; keys with a null or a value that is not a scalar are absent.
  private(set) var values: [String: String] = [:]
  /// Remarks for the log.
  private(set) var warnings: [String] = []

  /// Reads an object; anything else gives nil. Another spelling of one of `knownKeys` gets a warning.
  init?(_ argument: CallArgument, knownKeys: [String]) {
    guard let scalars = argument.scalars else { return nil }
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
}

extension String {
  /// Whether nothing but white space is in it.
  var isBlank: Bool { allSatisfy(\.isWhitespace) }
}
