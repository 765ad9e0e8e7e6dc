import DASH
import TimedMetadata

/// The segments of each rendition of a manifest that are read first, and the part of the timeline they cover.
struct ManifestPlan {
  /// The segments to read, by rendition.
  private(set) var segments: [[PlannedSegment]]
  /// The requested part of the timeline.
  private(set) var window = ReadingWindow()
  /// The end of the presentation, if reading was to begin after it.
  private(set) var endBeforeStart: PresentationEnd?
  /// The time of the manifest at time 0 of the timeline.
  private(set) var zero = 0.0
  /// Unix seconds at time 0 of the timeline.
  private(set) var wallClockAtZero: Double?

  /// Renditions do not cut their segments at the same times: they are read from this many seconds before the requested
  /// time.
  private static let margin = 1.0
  /// If the first segment starts later than this, in seconds, it is the start of the timeline: time 0 of the manifest
  /// is then that of a channel.
  private static let latestStart = 60.0
  /// Players start this many segments before the end of a live presentation without a suggested
  /// delay.
  private static let liveSegments = 3.0

  /// Plans to read the `listed` segments of each rendition.
  /// - Throws: `cannotOpen` if a time of day is requested and the manifest has no wall clock.
  init(
    _ listed: [[PlannedSegment]],
    of presentation: MediaPresentation,
    from start: ReadingStart,
    limitSeconds: Double?,
    name: String
  ) throws(TimedMetadataError) {
    segments = listed
    let isLive = presentation.kind == .dynamic
    let first = Self.first(of: listed)
    let end = listed.compactMap { $0.last.map { $0.start + $0.duration } }.max()
    let origin = isLive || (first ?? 0) > Self.latestStart ? first ?? 0 : 0
    var target: Double?
    switch start {
    case .beginning: break
    case .live:
      if isLive, let end {
        let delay = presentation.suggestedPresentationDelay ?? Self.usualDelay(of: listed)
        segments = listed.map { Self.after(end - delay, in: $0) }
      }
    case .seconds(let seconds): target = seconds < 0 ? (end ?? 0) + seconds : origin + seconds
    case .wallClock(let date):
      guard let anchor = presentation.availabilityStartTime else {
        throw TimedMetadataError(
          .cannotOpen,
          input: name,
          reason: "has no availabilityStartTime, so no time of the day is known",
          remedy: "give --from in seconds from the start"
        )
      }
      target = date - anchor
      window.wallClockStart = date
    }
    if let target { segments = segments.map { Self.after(target - Self.margin, in: $0) } }
    zero = isLive ? Self.first(of: segments) ?? origin : origin
    window.start = target.map { $0 - zero }
    window.end = limitSeconds.map { (target ?? zero) - zero + $0 }
    wallClockAtZero = presentation.availabilityStartTime.map { $0 + zero }
    guard let target, let end, !isLive, target >= end else { return }
    endBeforeStart = PresentationEnd(
      seconds: end - zero,
      wallClock: presentation.availabilityStartTime.map { $0 + end }
    )
  }

  private static func first(of listed: [[PlannedSegment]]) -> Double? {
    listed.compactMap(\.first?.start).min()
  }

  /// The segments that end after a time, including those without a known end.
  private static func after(_ time: Double, in segments: [PlannedSegment]) -> [PlannedSegment] {
    segments.filter { $0.duration == 0 || $0.start + $0.duration > time }
  }

  private static func usualDelay(of listed: [[PlannedSegment]]) -> Double {
    liveSegments * (listed.compactMap { $0.suffix(3).map(\.duration).max() }.max() ?? 0)
  }
}
