import DASH
import Formats

/// Compares the clock of a version of a dynamic manifest with the `Date` of the answer that contained it.
struct ManifestClockDrift {
  /// Differences up to this many seconds are not reported: `Date` has whole seconds, and caches and answers take time.
  static let limit = 10.0

  private var isReported = false

  /// Compares the clocks of a version.
  /// - Parameters:
  ///   - manifest: A version with the time of its answer.
  ///   - now: Unix seconds by the UTCTiming at the start of reading, or else by our own clock.
  /// - Returns: The difference in words; nil if the clocks agree, if it is unknown, or if it has been reported before.
  mutating func difference(in manifest: LoadedManifest, now: Double) -> String? {
    guard !isReported, let date = manifest.date.map({ Double($0) }),
      manifest.presentation.kind == .dynamic
    else { return nil }
    let text =
      Self.ofTiming(manifest.presentation, date: date, now: now)
      ?? Self.ofSegments(manifest.presentation, date: date)
    isReported = text != nil
    return text
  }

  /// Compares UTCTiming with `Date`.
  private static func ofTiming(
    _ presentation: MediaPresentation,
    date: Double,
    now: Double
  ) -> String? {
    guard let timing = presentation.utcTimings.first(where: { $0.kind != .unsupported }) else {
      return nil
    }
    let time = if case .direct(let time) = timing.kind { time } else { now }
    let seconds = time - date
    guard abs(seconds) > limit else { return nil }
    return
      "UTCTiming \(timing.scheme) is \(words(seconds)) the Date of the server's answer"
  }

  /// Compares the end of the newest listed segment with `Date`: a segment cannot be complete before
  /// it ends.
  private static func ofSegments(_ presentation: MediaPresentation, date: Double) -> String? {
    guard let anchor = presentation.availabilityStartTime, let period = presentation.periods.last,
      let start = period.start
    else { return nil }
    let ends = period.adaptationSets.flatMap(\.representations).map(\.segments).compactMap {
      segments in
      guard segments.isListed, segments.availabilityTimeOffset.isFinite, let count = segments.count,
        count > 0, let last = segments[count - 1], let duration = last.durationSeconds
      else { return nil as Double? }
      return last.secondsInPeriod + duration - segments.availabilityTimeOffset
    }
    guard let end = ends.max() else { return nil }
    let seconds = anchor + start + end - date
    guard seconds > limit else { return nil }
    return
      "by availabilityStartTime the newest segment ends \(words(seconds)) the Date of the server's answer"
  }

  private static func words(_ seconds: Double) -> String {
    "\(Int(min(abs(seconds), 1e12).rounded())) s \(seconds > 0 ? "after" : "before")"
  }
}
