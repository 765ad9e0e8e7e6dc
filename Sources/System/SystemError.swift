import Glibc

/// A call to the operating system that failed.
package struct SystemError: Error, Sendable, CustomStringConvertible {
  /// What was to be done, such as `cannot open FILE`.
  package var action: String
  /// The `errno` of the call.
  package var number: Int32

  /// Describes the failure of `action` with `number`, an `errno`.
  package init(_ action: String, _ number: Int32 = errno) {
    self.action = action
    self.number = number
  }

  /// What was to be done and why that failed.
  package var description: String {
    "\(action) (\(Self.reason(number)))"
  }

  /// What an `errno` means, such as `permission denied`.
  package static func reason(_ number: Int32 = errno) -> String {
    String(cString: strerror(number)).lowercased()
  }
}
