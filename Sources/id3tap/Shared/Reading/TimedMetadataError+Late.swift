import Formats
import TimedMetadata

extension TimedMetadataError {
  /// An input took longer than it may.
  /// - Parameters:
  ///   - input: Its name.
  ///   - code: What to take it for.
  ///   - limit: How long it may take.
  ///   - bytesRead: What had been read by then; nil: not told.
  ///   - option: The option that sets the limit.
  /// - Returns: The error that says so.
  static func tooLate(
    _ input: String,
    _ code: Code = .cannotRead,
    after limit: Duration,
    bytesRead: Int64? = nil,
    option: String
  ) -> TimedMetadataError {
    let parts = limit.components
    let seconds = Decimals.seconds(Double(parts.seconds) + Double(parts.attoseconds) / 1e18) ?? "-"
    let read = bytesRead.map {
      $0 == 0 ? "; nothing was read" : "; its first \($0) bytes were read"
    }
    return TimedMetadataError(
      code,
      input: input,
      reason: "took longer than \(seconds) s\(read ?? "")",
      remedy: "raise \(option), or read less with --limit-seconds"
    )
  }
}
