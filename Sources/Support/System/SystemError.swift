import Glibc

/// The error of a failed system call.
package struct SystemError: Error, Sendable, CustomStringConvertible {
  /// The action that failed, such as `cannot open FILE`.
  package var action: String
  package var number: Int32

  package init(_ action: String, _ number: Int32 = errno) {
    self.action = action
    self.number = number
  }

  package var description: String { "\(action) (\(Self.reason(number)))" }

  /// The meaning of an `errno`, such as `permission denied`.
  package static func reason(_ number: Int32 = errno) -> String {
    String(cString: strerror(number)).lowercased()
  }
}
