/// What is wrong with a box, in plain words.
struct BoxFault: Error, Equatable {
  var reason: String

  init(_ reason: String) { self.reason = reason }

  /// The bytes of the box end in the middle of a field.
  static let cut = BoxFault("ends in the middle of a field")
}
