/// One value of an argument.
enum ArgumentScalar: Sendable, Equatable {
  /// A string, verbatim.
  case text(String)
  /// A number or a Bool as text: the documents ask for strings.
  case converted(String)
  /// Null, or an empty optional.
  case null
  /// An array, an object or anything else.
  case structured

  /// Sorts a Swift value. `NSString`, `NSNumber` and `NSNull` are recognised by casting, so that
  /// Foundation is not needed.
  init(_ value: Any) {
    if let text = value as? String {
      self = .text(text)
    } else if let truth = value as? Bool {
      self = .converted(truth ? "true" : "false")
    } else if let integer = value as? any BinaryInteger {
      self = .converted("\(integer)")
    } else if let integer = value as? Int64 {
      self = .converted("\(integer)")
    } else if let real = value as? Double {
      self = .converted(Self.text(of: real))
    } else if let real = value as? Float {
      self = .converted(Self.text(of: Double(real)))
    } else if Self.isNull(value) {
      self = .null
    } else {
      self = .structured
    }
  }

  /// A whole number without a fraction, as `NSNumber` and JSON writers show it.
  static func text(of real: Double) -> String {
    if let whole = Int64(exactly: real) { return "\(whole)" }
    return "\(real)"
  }

  private static func isNull(_ value: Any) -> Bool {
    let mirror = Mirror(reflecting: value)
    if mirror.displayStyle == .optional { return mirror.children.isEmpty }
    return String(describing: type(of: value)) == "NSNull"
  }
}
