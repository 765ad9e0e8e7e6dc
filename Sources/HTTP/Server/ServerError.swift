/// Why a server cannot run.
package struct ServerError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The kinds of failures. Codes can be added.
  package struct Code: Sendable, Hashable {
    private enum Value { case address, identity }
    private let value: Value

    /// The address cannot be listened at.
    package static let address = Code(value: .address)
    /// The certificate or its key cannot be used.
    package static let identity = Code(value: .identity)
  }

  /// The kind of failure.
  package let code: Code
  /// The address, what happened and what to do, in one line.
  package let description: String
}
