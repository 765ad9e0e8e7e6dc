import Formats

/// An argument as the app passed it.
package enum CallArgument: Sendable, Equatable {
  /// A dictionary with String keys.
  case object([String: ArgumentScalar])
  /// A string, which may hold a JSON object.
  case text(String)
  case number(Double)
  /// Any other value, which the engine cannot read.
  case other

  /// Reads a dictionary with String keys (native or `NSDictionary`), a string or a number. Any other value becomes
  /// ``other``.
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

  package init(_ strings: [String: String]) { self = .object(strings.mapValues { .text($0) }) }

  /// The value of `key` as text; nil when the argument is not an object or has no string, number or Bool for this key.
  package subscript(key: String) -> String? { ArgumentObject(self, knownKeys: [])?[key] }

  package static let adTypes = ["preroll", "midroll", "postroll", "ad"]

  package var isAd: Bool { Self.adTypes.contains(self["type"] ?? "") }

  /// The values of the object by key; nil if there is no object.
  var scalars: [String: ArgumentScalar]? {
    switch self {
    case .object(let scalars): scalars
    case .text(let text): JSONObjectText.scalars(in: text)
    case .number, .other: nil
    }
  }
}

package enum ArgumentScalar: Sendable, Equatable {
  case text(String)
  /// A number or a Bool, converted to text. ``ArgumentObject`` warns about it because the documents ask for strings.
  case converted(String)
  /// Null, or an empty optional.
  case null
  /// An array, an object or anything else.
  case structured

  /// Classifies a Swift value. `NSString`, `NSNumber` and `NSNull` are recognized by casts and type names, without
  /// Foundation.
  init(_ value: Any) {
    if let text = value as? String {
      self = .text(text)
    } else if Self.isFoundationBoolean(value), let truth = value as? Bool {
      self = .converted(truth ? "true" : "false")
    } else if let integer = value as? any BinaryInteger {
      self = .converted("\(integer)")
    } else if let integer = value as? Int64 {
      self = .converted("\(integer)")
    } else if let integer = value as? UInt64 {
      self = .converted("\(integer)")
    } else if let truth = value as? Bool {
      // Bool comes after the integers: an `NSNumber` of 0 or 1 can also be cast to Bool.
      self = .converted(truth ? "true" : "false")
    } else if let real = value as? Float {
      // Float comes before Double, which would show digits that Float rounds away.
      self = .converted(Self.text(of: real))
    } else if let real = value as? Double {
      self = .converted(Self.text(of: real))
    } else if Self.isNull(value) {
      self = .null
    } else {
      self = .structured
    }
  }

  /// A number as text. A whole number in the range of `Int64` has no decimal point, as in the output of `NSNumber` and
  /// JSON writers.
  static func text<Real: BinaryFloatingPoint>(of real: Real) -> String {
    if let whole = Int64(exactly: real) { return "\(whole)" }
    return "\(real)"
  }

  /// Whether `value` is an `NSNumber` made from a Bool. Only the name of its type distinguishes it from 0 or 1.
  private static func isFoundationBoolean(_ value: Any) -> Bool {
    String(describing: type(of: value)) == "__NSCFBoolean"
  }

  private static func isNull(_ value: Any) -> Bool {
    let mirror = Mirror(reflecting: value)
    if mirror.displayStyle == .optional { return mirror.children.isEmpty }
    return String(describing: type(of: value)) == "NSNull"
  }
}

enum JSONObjectText {
  /// The values of the object by key; nil when `text` is not exactly one JSON object. A trailing comma or a repeated
  /// key makes the text invalid.
  static func scalars(in text: String) -> [String: ArgumentScalar]? {
    do throws(JSONFault) {
      let json = try LocatedJSON(parsing: Array(text.utf8))
      guard case .object(let members) = json.value else { return nil }
      return Dictionary(members.map { ($0.name, ArgumentScalar($0.value)) }) { first, _ in first }
    } catch {
      // The callers do not report why the text is not a JSON object.
      return nil
    }
  }
}

extension ArgumentScalar {
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

/// An object passed to a call, with its values as text by key.
struct ArgumentObject: Sendable, Equatable {
  /// The values by key. Keys whose value is null or not a scalar are absent.
  private(set) var values: [String: String] = [:]
  private(set) var warnings: [String] = []

  /// Reads an object; nil if `argument` has none. A key that differs from one of `knownKeys` only in upper and lower
  /// case causes a warning.
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
  var isBlank: Bool { allSatisfy(\.isWhitespace) }
}
