/// The problem with a box, in plain words.
package struct BoxFault: Error, Equatable {
  package var reason: String

  package init(_ reason: String) { self.reason = reason }

  /// The bytes of the box end in the middle of a field.
  package static let cut = BoxFault("ends in the middle of a field")
}
