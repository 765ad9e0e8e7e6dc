import TimedMetadata

/// Why a capture could not be read, or not completely. Requests before the error were already delivered.
package struct CaptureError: Error, Sendable, Equatable, CustomStringConvertible {
  package enum Code: Sendable {
    /// The text is not valid in its format, or is truncated.
    case malformed
    case tooDeep
    case tooLarge
    /// The format is recognized, but cannot be read.
    case unsupported
    /// The capture contains no ping.
    case empty
    /// The bytes of the capture could not be read.
    case unreadable
  }

  package var code: Code
  package var input: String
  /// What happened, with the position in the capture if it is known.
  package var reason: String
  package var remedy: String

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
