/// Why streams cannot be served.
package struct StreamServerError: Error, CustomStringConvertible {
  /// The kinds of failures.
  package enum Code: Sendable {
    /// The folder cannot be read.
    case folder
    /// The address cannot be listened at.
    case address
  }

  /// The kind of failure.
  package let code: Code
  /// The folder or address, what happened and what to do, in one line.
  package let description: String
}
