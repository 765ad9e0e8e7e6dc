import TimedMetadata

/// Why a capture could not be read completely. The requests before the error were delivered.
package struct CaptureError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The kind of problem.
  package enum Code: Sendable {
    /// The text is not valid in its format, or ends too early.
    case malformed
    /// Values are nested too deeply.
    case tooDeep
    /// One entry is larger than the limit.
    case tooLarge
    /// The format is known, but cannot be read.
    case unsupported
    /// The capture has no ping.
    case empty
    /// The bytes of the capture could not be read.
    case unreadable
  }

  /// The kind of problem.
  package var code: Code
  /// The input as the user named it.
  package var input: String
  /// What happened, and where in the capture.
  package var reason: String
  /// The remedy.
  package var remedy: String

  /// Creates an error from its parts.
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
