import TimedMetadata

/// The reason why a capture could not be read completely. Requests before the place were delivered.
package struct CaptureError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The kind of problem.
  package enum Code: Sendable {
    /// The text breaks the rules of its form, or ends too early.
    case malformed
    /// Values are nested too deep.
    case tooDeep
    /// One entry is larger than the limit.
    case tooLarge
    /// The form is known, and not read.
    case unsupported
    /// There is no ping in it.
    case empty
    /// Its bytes could not be read.
    case unreadable
  }

  /// The kind of problem.
  package var code: Code
  /// The input as the user named it.
  package var input: String
  /// The event, with its place, in plain words.
  package var reason: String
  /// The remedy.
  package var remedy: String

  /// Makes an error of its parts.
  package init(_ code: Code, input: String, reason: String, remedy: String) {
    self.code = code
    self.input = input
    self.reason = reason
    self.remedy = remedy
  }

  init(_ error: TimedMetadataError) {
    self.init(.unreadable, input: error.input, reason: error.reason, remedy: error.remedy)
  }

  /// `INPUT: what happened: what to do`.
  package var description: String { "\(input): \(reason): \(remedy)" }
}
