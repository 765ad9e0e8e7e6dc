/// Why a server cannot run.
package struct ServerError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The kinds of failures.
  package enum Code: Sendable {
    /// The address cannot be listened at.
    case address
    /// The certificate or its key cannot be used.
    case identity
  }

  /// The kind of failure.
  package let code: Code
  /// The address, what happened and what to do, in one line.
  package let description: String
}
