import DASH
import Formats
import System
import TimedMetadata

/// Follows a dynamic manifest: reads it again when it says so, and plans the segments that have become
/// available since.
final class ManifestFollower: PresentationFollower {
  /// What following begins with.
  struct Start: Sendable {
    var presentation: MediaPresentation
    /// What brings the remote elements of later versions.
    var links: ManifestLinks
    /// All renditions that the manifest had, and which of them are read, in the order of the tracks.
    var renditions: ManifestRenditions
    var chosen: [Int]
    var planners: [ManifestSegments]
    /// The last segment planned of each track; nil where none was.
    var last: [PlannedSegment?]
    /// The track of the manifest's events; nil without any.
    var eventTrack: Int?
    /// Events before this are not read, in seconds of the manifest.
    var zero: Double
    /// By how many seconds the clock of the server is ahead of ours.
    var clockOffset: Double
    /// The longest of the segments, in seconds.
    var segmentDuration: Double
  }

  private struct State {
    var isCancelled = false
    var resource: (any Resource)?
  }

  private let first: Start
  private let names: [String]
  private let name: String
  private let access: PlaylistAccess
  private let schedule: SegmentSchedule
  private let merger: EventMerger
  private let monitor = Monitor(State())

  /// The shortest time between two looks at what is available, in seconds.
  private static let shortestWait = 0.25
  /// Segments are the same when they start no further apart, in seconds.
  private static let tolerance = 0.001

  init(
    _ first: Start,
    name: String,
    access: PlaylistAccess,
    schedule: SegmentSchedule,
    merger: EventMerger
  ) {
    self.first = first
    self.name = name
    self.access = access
    self.schedule = schedule
    self.merger = merger
    names = first.chosen.map { first.renditions.all[$0].listed.name }
  }

  func start() {
    let hasStarted = ReadingThread.start { self.follow() }
    if !hasStarted { finish(tagCount: 0) }
  }

  func cancel() {
    monitor.withLock { state in
      state.isCancelled = true
      state.resource?.cancel()
    }
  }

  private func follow() {
    let clock = access.clock
    var state = first
    var events = ManifestEventFilter(from: state.zero)
    events.deliver(ManifestEvents(state.presentation), state.eventTrack, merger)
    defer { finish(tagCount: events.tagCount) }
    var (loaded, renewed) = (clock.now, clock.now)
    var drift = ManifestClockDrift()
    var hasFailed = false
    while true {
      let look = clock.now + max(Self.shortestWait, state.segmentDuration / 2)
      let reload = state.presentation.reloadDelay.map { loaded + $0 }
      guard wait(until: min(look, reload ?? .infinity)) else { return }
      if let reload, clock.now >= reload {
        loaded = clock.now
        do throws(TimedMetadataError) {
          guard let next = try load(state.presentation) else { return }
          take(next.presentation, into: &state)
          if let difference = drift.difference(in: next, now: serverTime(state)) {
            note(.manifestClockDrift, difference)
          }
          hasFailed = false
          events.deliver(ManifestEvents(next.presentation), state.eventTrack, merger)
        } catch {
          if error.code == .cancelled { return }
          if !hasFailed { note(error, at: state.presentation.nextAddress) }
          hasFailed = true
          tell(.failed(error), state)
        }
      }
      guard let count = plan(&state) else { return }
      if count > 0 { renewed = clock.now }
      let age = clock.now - renewed
      if !hasFailed { tell(count > 0 ? .renewed : .unchanged(seconds: age), state) }
      if isOver(state) { return }
      let timeout = LivePlaylistTimeout.seconds(
        access.limits,
        targetDuration: state.segmentDuration,
        reloadDelay: state.presentation.reloadDelay ?? 0
      )
      if age > timeout {
        note("hls-playlist-stale", "no new segment for \(Int(age)) s: gave up")
        return
      }
    }
  }

  /// Takes the next version of the manifest, and says what of it is not followed.
  private func take(_ next: MediaPresentation, into state: inout Start) {
    let before = (state.presentation.availabilityStartTime, state.renditions.all.count)
    state.presentation = next
    state.renditions.take(next)
    if let moved = next.availabilityStartTime, let known = before.0,
      known == first.presentation.availabilityStartTime, abs(moved - known) > Self.tolerance
    {
      note(
        .manifestClockMoved,
        "availabilityStartTime moved from \(UTCTime.text(known) ?? "?") to "
          + "\(UTCTime.text(moved) ?? "?"): times of the day are given by the first one"
      )
    }
    // Who chose renditions does not want others.
    let isEverything = first.chosen.count == first.renditions.all.count
    for rendition in state.renditions.all.dropFirst(isEverything ? before.1 : .max) {
      note(
        .manifest,
        "\(rendition.listed.name) is new in this version of the manifest and not read: "
          + "start again to read it"
      )
    }
  }

  /// Plans what is new of all tracks, and returns how many segments that is; nil: nobody wants them.
  private func plan(_ state: inout Start) -> Int? {
    let now = serverTime(state)
    var count = 0
    for (track, index) in state.chosen.enumerated() {
      for part in state.renditions.all[index].parts {
        let (segments, missed) = news(of: part, after: state.last[track], state, now: now)
        guard !segments.isEmpty else { continue }
        var planned = state.planners[track].plan(segments, of: part)
        guard let last = planned.last else { continue }
        planned[0].missedBefore = missed
        for index in planned.indices { planned[index].retryTime = ManifestPlan.retryTime }
        state.last[track] = last
        count += planned.count
        guard schedule.append(planned, rendition: track) else { continue }
      }
    }
    return monitor.withLock { $0.isCancelled } ? nil : count
  }

  /// The segments of one Period that have become available, and how many before them are gone.
  private func news(
    of part: ManifestRendition.Part,
    after last: PlannedSegment?,
    _ state: Start,
    now: Double
  ) -> (segments: [Segment], missed: Int) {
    let description = part.representation.segments
    let range = state.presentation.availableSegments(
      of: part.representation,
      in: part.period,
      at: now
    )
    guard !range.isEmpty, range.upperBound < Int.max else { return ([], 0) }
    var found: [Segment] = []
    let length = part.period.duration ?? .infinity
    for position in range.reversed() {
      guard found.count < access.limits.segmentsPerPlaylist,
        let segment = description[position]
      else { break }
      if let last, part.start + segment.secondsInPeriod <= last.start + Self.tolerance,
        !part.goesOn(with: segment, after: last)
      {
        break
      }
      if segment.secondsInPeriod < length { found.append(segment) }
    }
    found.reverse()
    guard let last, found.count == range.count, let first = found.first,
      let duration = first.durationSeconds, duration > 0, last.start >= part.start
    else { return (found, 0) }
    // The window has gone past what was planned.
    let gap = part.start + first.secondsInPeriod - last.start - duration
    return (found, Int(min(max(gap / duration, 0), 1e6).rounded()))
  }

  /// Whether nothing more will come.
  private func isOver(_ state: Start) -> Bool {
    let presentation = state.presentation
    if presentation.kind == .static { return true }
    guard presentation.reloadDelay == nil, let last = presentation.periods.last?.end,
      let anchor = presentation.availabilityStartTime
    else { return false }
    return serverTime(state) > anchor + last + state.segmentDuration
  }

  /// What time it is at the server, in Unix seconds.
  private func serverTime(_ state: Start) -> Double { access.unixTime() + state.clockOffset }

  /// Loads the next version; nil when nobody wants it any more.
  private func load(
    _ current: MediaPresentation
  ) throws(TimedMetadataError) -> LoadedManifest? {
    let resource = access.loader.open(
      ResourceRequest(
        url: current.nextAddress,
        purpose: .playlist,
        maximumSize: access.limits.playlistBytes
      )
    )
    let isWanted = monitor.withLock { state in
      state.resource = resource
      return !state.isCancelled
    }
    guard isWanted else {
      resource.cancel()
      return nil
    }
    defer { monitor.withLock { $0.resource = nil } }
    let loaded = try LoadedManifest(resource, name: name, limits: access.limits)
    return try first.links.resolve(loaded, keep: keep) { note(.manifest, $0) }
  }

  /// Remembers what is fetched, so that it can be given up. False: nobody wants it any more.
  private func keep(_ resource: any Resource) -> Bool {
    monitor.withLock { state in
      state.resource = resource
      return !state.isCancelled
    }
  }

  private func finish(tagCount: Int) {
    for track in first.chosen.indices { schedule.complete(rendition: track) }
    guard let track = first.eventTrack else { return }
    ManifestEventSource.finish(tagCount: tagCount, end: nil, rendition: track, merger)
  }

  private func tell(_ outcome: PlaylistReload.Outcome, _ state: Start) {
    for name in names {
      access.observer?.playlistReloaded(
        PlaylistReload(
          rendition: name,
          targetDuration: max(state.segmentDuration, state.presentation.reloadDelay ?? 0),
          outcome: outcome
        )
      )
    }
  }

  private func note(_ error: TimedMetadataError, at address: String) {
    note(
      .manifest,
      "the next version of the manifest, \(address): \(error.reason): \(error.remedy)"
    )
  }

  private func note(_ id: NoteID, _ detail: String) {
    guard !first.chosen.isEmpty else { return }
    merger.push(.metadata(.note(StreamNote(id: id, detail: detail))), rendition: 0)
  }

  /// Waits for a time; false when nobody wants anything any more.
  private func wait(until time: Double) -> Bool {
    let isCancelled = monitor.wait(atMost: access.clock.delay(until: time)) { state in
      state.isCancelled ? true : nil
    }
    return isCancelled == nil
  }
}
