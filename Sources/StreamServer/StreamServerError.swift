/// Why streams cannot be served.
package struct StreamServerError: Error, CustomStringConvertible {
  /// The kinds of failures. Codes can be added.
  package struct Code: Sendable, Hashable {
    private enum Value { case folder, address }

    private let value: Value

    private init(_ value: Value) { self.value = value }

    /// The folder cannot be read.
    package static let folder = Code(.folder)
    /// The address cannot be listened at.
    package static let address = Code(.address)
  }

  /// The kind of failure.
  package let code: Code
  /// The folder or address, what happened and what to do, in one line.
  package let description: String
}
