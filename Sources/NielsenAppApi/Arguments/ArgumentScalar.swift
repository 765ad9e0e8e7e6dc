/// One value of an argument.
package enum ArgumentScalar: Sendable, Equatable {
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
    } else if Self.isFoundationBoolean(value), let truth = value as? Bool {
      self = .converted(truth ? "true" : "false")
    } else if let integer = value as? any BinaryInteger {
      self = .converted("\(integer)")
    } else if let integer = value as? Int64 {
      self = .converted("\(integer)")
    } else if let integer = value as? UInt64 {
      self = .converted("\(integer)")
    } else if let truth = value as? Bool {
      // After the integers: an `NSNumber` of 0 or 1 passes for a Bool too.
      self = .converted(truth ? "true" : "false")
    } else if let real = value as? Float {
      // Before Double, which would show the digits that Float rounds away.
      self = .converted(Self.text(of: real))
    } else if let real = value as? Double {
      self = .converted(Self.text(of: real))
    } else if Self.isNull(value) {
      self = .null
    } else {
      self = .structured
    }
  }

  /// A whole number without a fraction, as `NSNumber` and JSON writers show it.
  static func text<Real: BinaryFloatingPoint>(of real: Real) -> String {
    if let whole = Int64(exactly: real) { return "\(whole)" }
    return "\(real)"
  }

  /// Whether `value` is an `NSNumber` made of a Bool; only the name of its type distinguishes it from 0
  /// and 1.
  private static func isFoundationBoolean(_ value: Any) -> Bool {
    String(describing: type(of: value)) == "__NSCFBoolean"
  }

  private static func isNull(_ value: Any) -> Bool {
    let mirror = Mirror(reflecting: value)
    if mirror.displayStyle == .optional { return mirror.children.isEmpty }
    return String(describing: type(of: value)) == "NSNull"
  }
}
