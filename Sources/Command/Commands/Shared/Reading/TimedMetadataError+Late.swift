import Formats
import TimedMetadata

/// How much of an input was read.
struct ReadAmount {
  /// The bytes, of all renditions together.
  var byteCount: Int64
  /// The seconds of content; nil where they are not known.
  var seconds: Double?

  /// `12.0 s of its content were read (158484 bytes)`.
  var words: String {
    guard byteCount > 0 else { return "nothing was read" }
    guard let seconds, seconds > 0, let text = Decimals.seconds((seconds * 10).rounded() / 10)
    else {
      return "its first \(byteCount) bytes were read"
    }
    return "\(text) s of its content were read (\(byteCount) bytes)"
  }
}

extension TimedMetadataError {
  /// An input took longer than it may.
  /// - Parameters:
  ///   - input: Its name.
  ///   - code: The kind of error to report.
  ///   - limit: How long it may take.
  ///   - amount: A description of how much had been read by then; nil: unknown.
  ///   - option: The option that sets the limit.
  /// - Returns: The error that says so.
  static func tooLate(
    _ input: String,
    _ code: Code = .cannotRead,
    after limit: Duration,
    amount: ReadAmount? = nil,
    option: String
  ) -> TimedMetadataError {
    let parts = limit.components
    let seconds = Decimals.seconds(Double(parts.seconds) + Double(parts.attoseconds) / 1e18) ?? "-"
    return TimedMetadataError(
      code,
      input: input,
      reason: "took longer than \(seconds) s\(amount.map { "; \($0.words)" } ?? "")",
      remedy: "raise \(option), or read less with --limit-seconds"
    )
  }
}
