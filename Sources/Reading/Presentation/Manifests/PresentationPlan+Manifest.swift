import DASH
import System
import TimedMetadata

extension PresentationPlan {
  /// The timeline of a static manifest starts at the manifest's time 0 if the first segment starts at most this number
  /// of seconds later. If the first segment starts after that, the timeline starts with this segment, because time 0 is
  /// probably the start of a recorded channel.
  private static let latestStart = 60.0
  /// Players start this number of segments before the end of a live presentation if the manifest suggests no delay.
  private static let liveSegments = 3.0

  /// Plans to read an opened manifest.
  /// - Throws: `cannotOpen` if reading cannot begin at the requested time.
  init(
    _ outcome: ManifestDocument.Outcome,
    events: ManifestEvents,
    name: String,
    access: PlaylistAccess,
    limitSeconds: Double?
  ) throws(TimedMetadataError) {
    let manifest = outcome.state.presentation
    isLive = manifest.kind == .dynamic
    summary = PlaylistSummary(isLive: isLive)
    summary.format = .dash
    summary.declaredEvents = manifest.declaredEvents
    let start = access.start ?? (isLive && !access.isLocal ? .live : .beginning)
    let (zero, segments) = try place(outcome, from: start, limitSeconds: limitSeconds, name: name)
    tracks = zip(outcome.state.chosen, segments).map { index, segments in
      Track(
        names: [RenditionSummary(outcome.state.renditions.all[index].listed)],
        segments: segments,
        start: segments.first?.start ?? zero,
        isFollowed: isLive
      )
    }
    let durations = segments.lazy.flatMap { $0.suffix(3) }.map(\.duration)
    targetDuration = min(durations.max() ?? 0, Self.longestTargetDuration)
    if isLive, !access.isLocal {
      for (index, listed) in outcome.segments.enumerated() {
        guard let first = listed.first, let last = listed.last else { continue }
        tracks[index].window = LiveWindow(
          start: first.start,
          end: last.start + last.duration,
          limits: LiveLimits(targetDuration: targetDuration)
        )
      }
    }
    var state = outcome.state
    // Later versions of a live manifest may contain events.
    if !events.entries.isEmpty || isLive {
      state.eventTrack = tracks.count
      var summary = RenditionSummary(name: ManifestEvents.renditionName, uri: "EventStream")
      summary.role = .other
      var track = Track(names: [summary], start: zero, hasMedia: false)
      // Markers alone are not listed as a rendition, because they contain no tags.
      track.isListed =
        events.hasMoreThanMarks
        || isLive && manifest.periods.contains { $0.eventStreams.contains { !$0.holdsSplices } }
      tracks.append(track)
    }
    (state.zero, state.segmentDuration) = (zero, targetDuration)
    let expiration = Shared<Double?>(nil)
    expireManifest = { publishTime in
      expiration.withLock { $0 = max($0 ?? -.infinity, publishTime ?? .infinity) }
    }
    followers = { [isLive, state] schedule, merger in
      guard isLive else {
        return state.eventTrack.map { track in
          [{ await merger.push(events.asRendition, rendition: track) }]
        } ?? []
      }
      let manifest = LiveManifest(
        state,
        name: name,
        access: access,
        schedule: schedule,
        merger: merger,
        expiration: expiration
      )
      return [{ await manifest.follow(access) }]
    }
  }

  /// Determines which part of the timeline is read. Returns the time of the manifest that becomes time 0 of the
  /// timeline, and the segments of each rendition that are read.
  /// - Throws: `cannotOpen` if a time of day is requested and the manifest has no wall clock.
  private mutating func place(
    _ outcome: ManifestDocument.Outcome,
    from start: ReadingStart,
    limitSeconds: Double?,
    name: String
  ) throws(TimedMetadataError) -> (zero: Double, segments: [[PlannedSegment]]) {
    var segments = outcome.segments
    let presentation = outcome.state.presentation
    let end = segments.compactMap { $0.last.map { $0.start + $0.duration } }.max()
    func first() -> Double? { segments.compactMap(\.first?.start).min() }
    let origin = isLive || (first() ?? 0) > Self.latestStart ? first() ?? 0 : 0
    var target: Double?
    switch start {
    case .beginning: break
    case .live:
      if isLive, let end {
        let longest = segments.compactMap { $0.suffix(3).map(\.duration).max() }.max() ?? 0
        let delay = presentation.suggestedPresentationDelay ?? Self.liveSegments * longest
        segments = segments.map { Self.after(end - delay, in: $0) }
      }
    case .seconds(let seconds): target = seconds < 0 ? (end ?? 0) + seconds : origin + seconds
    case .wallClock(let date):
      guard let anchor = presentation.availabilityStartTime else {
        throw TimedMetadataError(
          .cannotOpen,
          input: name,
          reason: "has no availabilityStartTime, so times of day are unknown",
          remedy: "give --from in seconds from the start"
        )
      }
      target = date - anchor
      window.wallClockStart = date
    }
    if let target { segments = segments.map { Self.after(target - Self.margin, in: $0) } }
    let zero = isLive ? first() ?? origin : origin
    self.zero = zero
    window.start = target.map { $0 - zero }
    window.end = limitSeconds.map { (target ?? zero) - zero + $0 }
    wallClockAtZero = presentation.availabilityStartTime.map { $0 + zero }
    if let target, let end, !isLive, target >= end {
      endBeforeStart = PresentationEnd(
        seconds: end - zero,
        wallClock: presentation.availabilityStartTime.map { $0 + end }
      )
    }
    return (zero, segments)
  }

  /// The segments that end after `time`, including segments whose duration is unknown.
  private static func after(_ time: Double, in segments: [PlannedSegment]) -> [PlannedSegment] {
    segments.filter { $0.duration == 0 || $0.start + $0.duration > time }
  }
}

extension MediaPresentation {
  var declaredEvents: Set<DeclaredEventStream> {
    let streams = periods.flatMap(\.adaptationSets).flatMap { set in
      set.inbandEventStreams + set.representations.flatMap(\.inbandEventStreams)
    }
    return Set(streams.map(\.declared))
  }
}

extension InbandEventStream {
  /// The scheme and value of the stream, in the form that events use.
  var declared: DeclaredEventStream { DeclaredEventStream(scheme: scheme, value: value ?? "") }
}
