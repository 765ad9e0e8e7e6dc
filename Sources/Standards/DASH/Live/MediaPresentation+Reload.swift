/// When and from which address to read the next version of a dynamic manifest (5.4.1).
extension MediaPresentation {
  /// Bounds of the delay: no manifest can cause a flood of requests, or stop them.
  private static let delayBounds = 0.25...3600
  /// The segment duration in seconds that is assumed if the manifest has none.
  private static let usualSegmentDuration = 2.0

  /// Seconds from one request to the next; nil if the manifest does not change.
  ///
  /// With a minimum update period of 0, events in the media announce updates. The duration of a
  /// segment is used instead, so that no segment is missed if no such event comes.
  package var reloadDelay: Double? {
    guard kind == .dynamic, let minimumUpdatePeriod else { return nil }
    let delay = minimumUpdatePeriod > 0 ? minimumUpdatePeriod : segmentDuration
    return min(max(delay, Self.delayBounds.lowerBound), Self.delayBounds.upperBound)
  }

  /// The address of the next version: the first `Location`, or the address of this version.
  package var nextAddress: String { locations.first ?? address }

  /// The shortest of the last segments of the last Period, or the maximum that the manifest states.
  private var segmentDuration: Double {
    let last = periods.last?.adaptationSets.flatMap(\.representations).compactMap {
      representation -> Double? in
      let segments = representation.segments
      return segments[max(0, (segments.count ?? 1) - 1)]?.durationSeconds
    }
    return last?.filter { $0 > 0 }.min() ?? maximumSegmentDuration ?? Self.usualSegmentDuration
  }
}
