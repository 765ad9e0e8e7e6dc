import DASH
import System
import TimedMetadata

extension PresentationParts {
  /// The parts of a manifest.
  /// - Throws: `cannotOpen` if reading cannot begin at the requested time.
  init(
    _ outcome: ManifestOpening.Outcome,
    events: ManifestEvents,
    name: String,
    access: PlaylistAccess,
    limitSeconds: Double?
  ) throws(TimedMetadataError) {
    let manifest = outcome.presentation
    let isDynamic = manifest.kind == .dynamic
    let plan = try ManifestPlan(
      outcome.segments,
      of: manifest,
      from: access.start ?? (isDynamic && !access.isLocal ? .live : .beginning),
      limitSeconds: limitSeconds,
      name: name
    )
    var tracks = zip(outcome.chosen, plan.segments).map { index, segments in
      PresentationParts.Track(
        names: [RenditionSummary(outcome.renditions.all[index].listed)],
        segments: segments,
        start: segments.first?.start ?? plan.zero,
        isFollowed: isDynamic
      )
    }
    // Later versions of a manifest may contain events.
    let hasEvents = !events.entries.isEmpty || isDynamic
    if hasEvents {
      var summary = RenditionSummary(name: ManifestEvents.renditionName, uri: "EventStream")
      summary.role = .other
      var track = PresentationParts.Track(names: [summary], start: plan.zero, hasMedia: false)
      // Markers alone are not listed as a rendition: they contain no tags.
      track.isListed =
        events.hasMoreThanMarks
        || isDynamic && manifest.periods.contains { $0.eventStreams.contains { !$0.holdsSplices } }
      tracks.append(track)
    }
    var parts = PresentationParts(tracks: tracks, window: plan.window, isLive: isDynamic)
    parts.endBeforeStart = plan.endBeforeStart
    parts.summary = PlaylistSummary(isLive: isDynamic)
    parts.summary.format = .dash
    parts.summary.declaredEvents = manifest.declaredEvents
    parts.zero = plan.zero
    parts.wallClockAtZero = plan.wallClockAtZero
    let durations = plan.segments.lazy.flatMap { $0.suffix(3) }.map(\.duration)
    parts.targetDuration = min(durations.max() ?? 0, PresentationReader.longestTargetDuration)
    if isDynamic, !access.isLocal {
      for (index, listed) in outcome.segments.enumerated() {
        guard let first = listed.first, let last = listed.last else { continue }
        parts.tracks[index].window = LiveWindow(
          start: first.start,
          end: last.start + last.duration,
          limits: LiveLimits(targetDuration: parts.targetDuration)
        )
      }
    }
    let eventTrack = hasEvents ? tracks.count - 1 : nil
    let first = LiveManifest.State(
      presentation: manifest,
      renditions: outcome.renditions,
      chosen: outcome.chosen,
      planners: outcome.planners,
      last: outcome.segments.map(\.last),
      eventTrack: eventTrack,
      zero: plan.zero,
      clockOffset: outcome.clockOffset,
      isClockByTiming: outcome.isClockByTiming,
      segmentDuration: parts.targetDuration
    )
    let expiration = Shared<Double?>(nil)
    parts.expireManifest = { publishTime in
      expiration.withLock { $0 = max($0 ?? -.infinity, publishTime ?? .infinity) }
    }
    parts.followers = { schedule, merger in
      guard isDynamic else {
        return eventTrack.map { track in
          [{ await merger.push(events.asRendition, rendition: track) }]
        } ?? []
      }
      let manifest = LiveManifest(
        first,
        name: name,
        access: access,
        schedule: schedule,
        merger: merger,
        expiration: expiration
      )
      return [Refresher(document: manifest, access: access).follow]
    }
    self = parts
  }
}

extension PresentationReader {
  /// The wall clock at a time of the timeline, by the first version of a manifest; nil for playlists.
  func wallClock(at time: Double?) -> Double? {
    guard let zero = wallClockAtZero else { return nil }
    return time.map { $0 + zero }
  }
}

extension MediaPresentation {
  /// The event messages in the media, as the manifest declares them.
  var declaredEvents: Set<DeclaredEventStream> {
    var declared: Set<DeclaredEventStream> = []
    for period in periods {
      for set in period.adaptationSets {
        let streams =
          set.inbandEventStreams + set.representations.flatMap(\.inbandEventStreams)
        for stream in streams {
          declared.insert(DeclaredEventStream(scheme: stream.scheme, value: stream.value ?? ""))
        }
      }
    }
    return declared
  }
}
