/// When and where to read the next version of a dynamic manifest (5.4.1).
extension MediaPresentation {
  /// Bounds of a delay, whatever the manifest says: neither a flood of requests nor no more of them.
  private static let delayBounds = 0.25...3600
  /// Seconds taken where nothing says how long segments are.
  private static let usualSegmentDuration = 2.0

  /// Seconds from one request to the next; nil where the manifest does not change any more.
  ///
  /// With a minimum update period of 0, events in the media say when; the duration of a segment is
  /// taken, so that no segment is missed where none comes.
  package var reloadDelay: Double? {
    guard kind == .dynamic, let minimumUpdatePeriod else { return nil }
    let delay = minimumUpdatePeriod > 0 ? minimumUpdatePeriod : segmentDuration
    return min(max(delay, Self.delayBounds.lowerBound), Self.delayBounds.upperBound)
  }

  /// Where the next version is: the first `Location`, else where this one was.
  package var nextAddress: String { locations.first ?? address }

  /// Whether a later version may be read as a patch to this one (5.15): patches name versions by their
  /// publish time.
  package var offersPatches: Bool {
    kind == .dynamic && publishTime != nil && !patchLocations.isEmpty
  }

  /// Where the patch to this version is: the first `PatchLocation` whose time to live is not over.
  /// - Parameter now: The time at the server, in Unix seconds.
  /// - Returns: Nil where none is offered, or none any more.
  package func patchAddress(at now: Double) -> String? {
    guard offersPatches, let publishTime else { return nil }
    let location = patchLocations.first { now <= publishTime + ($0.timeToLive ?? .infinity) }
    return location?.address
  }

  /// The shortest of the last segments of the last Period, or what the manifest says at most.
  private var segmentDuration: Double {
    let last = periods.last?.adaptationSets.flatMap(\.representations).compactMap {
      representation -> Double? in
      let segments = representation.segments
      return segments[max(0, (segments.count ?? 1) - 1)]?.durationSeconds
    }
    return last?.filter { $0 > 0 }.min() ?? maximumSegmentDuration ?? Self.usualSegmentDuration
  }
}
