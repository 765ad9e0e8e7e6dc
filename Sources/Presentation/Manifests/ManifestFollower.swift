import DASH
import Formats
import HLS
import HTTP
import System
import TimedMetadata

/// Follows a dynamic manifest: reads it again at the interval it specifies, and plans the segments that have become
/// available since.
final class ManifestFollower: PresentationFollower {
  /// The state at the start of following.
  struct Start: Sendable {
    var presentation: MediaPresentation
    /// All renditions of the manifest, and those that are read, in the order of the tracks.
    var renditions: ManifestRenditions
    var chosen: [Int]
    var planners: [ManifestSegments]
    /// The last planned segment of each track; nil if there is none.
    var last: [PlannedSegment?]
    /// The track of the manifest's events; nil if there are no events.
    var eventTrack: Int?
    /// Events before this time, in seconds of the manifest, are not read.
    var zero: Double
    /// Seconds by which the clock of the server is ahead of ours.
    var clockOffset: Double
    /// Whether that comes from UTCTiming; otherwise the `Date` of later answers is used.
    var isClockByTiming: Bool
    /// The duration of the longest segment, in seconds.
    var segmentDuration: Double
  }

  /// The state that is kept from one version to the next.
  private struct Progress {
    var state: Start
    var events: ManifestEventFilter
    var drift = ManifestClockDrift()
    /// The last attempts to read the next version, as long as they fail.
    var failures = LoadFailures()
    /// A note about the `Date` of the server has been added.
    var isDateNoted = false
  }

  private let first: Start
  private let names: [String]
  private let name: String
  private let access: PlaylistAccess
  private let schedule: SegmentSchedule
  private let merger: EventMerger
  /// The publish time of the latest version that an event in the media has expired; nil: none since the last check.
  private let expiration = Shared<Double?>(nil)

  /// The shortest time between two checks for available segments, in seconds.
  private static let shortestWait = 0.25
  /// A clock whose start moves by at most this has not moved, in seconds.
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

  func expireManifest(publishedAt publishTime: Double?) {
    expiration.withLock { $0 = max($0 ?? -.infinity, publishTime ?? .infinity) }
  }

  func follow() async {
    let tagCount = await followVersions()
    for track in first.chosen.indices { schedule.complete(rendition: track) }
    guard let track = first.eventTrack else { return }
    await merger.push([ManifestEvents.finished(tagCount: tagCount)], rendition: track)
  }

  /// Returns the number of tags among the events of the manifest.
  private func followVersions() async -> Int {
    let clock = access.clock
    var progress = await begin()
    var (loaded, renewed) = (clock.now, clock.now)
    var look = clock.now + lookInterval(progress.state)
    var isExpired = false
    while true {
      let delay = reloadDelay(progress)
      let reload =
        isExpired
        ? loaded + min(delay ?? .infinity, Self.shortestWait) : delay.map { loaded + $0 }
      let due = min(look, reload ?? .infinity)
      await wait(until: due)
      if Task.isCancelled { break }
      if let expiration = expiration.withLock({ $0.take() }) {
        // The event may be older than the current version.
        let publishTime = progress.state.presentation.publishTime
        if expiration >= publishTime ?? -.infinity { isExpired = true }
        if clock.now < due { continue }
      }
      if let reload, clock.now >= reload {
        (loaded, isExpired) = (clock.now, false)
        guard await self.reload(&progress) else { break }
      }
      look = clock.now + lookInterval(progress.state)
      let count = plan(&progress.state)
      let state = progress.state
      if count > 0 { renewed = clock.now }
      let age = clock.now - renewed
      if progress.failures.isEmpty {
        report(count > 0 ? .renewed : .unchanged(seconds: age), state)
      }
      if isOver(state) { break }
      let timeout = LivePlaylistTimeout.seconds(
        access.limits,
        targetDuration: state.segmentDuration,
        reloadDelay: state.presentation.reloadDelay ?? 0
      )
      if age > timeout {
        await note("hls-playlist-stale", "no new segment for \(Int(age)) s: gave up")
        break
      }
    }
    return progress.events.tagCount
  }

  /// Seconds from the start of the last load to that of the next; nil: there is none.
  private func reloadDelay(_ progress: Progress) -> Double? {
    progress.state.presentation.reloadDelay.map { progress.failures.delay(usually: $0) }
  }

  /// Delivers the events of the first version.
  private func begin() async -> Progress {
    var progress = Progress(state: first, events: ManifestEventFilter(from: first.zero))
    await progress.events.deliver(ManifestEvents(first.presentation), first.eventTrack, merger)
    return progress
  }

  /// Seconds from one check for available segments to the next.
  private func lookInterval(_ state: Start) -> Double {
    max(Self.shortestWait, state.segmentDuration / 2)
  }

  /// Reads the next version. False: the reader was cancelled.
  private func reload(_ progress: inout Progress) async -> Bool {
    let current = progress.state.presentation
    let requested = access.clock.now
    do throws(TimedMetadataError) {
      let next = try await load(
        current.nextAddress,
        isAskedAgain: progress.failures.isNextTriedOnce && current.reloadDelay != nil
      )
      await take(next.presentation, into: &progress.state)
      if let words = takeDate(of: next, into: &progress.state), !progress.isDateNoted {
        progress.isDateNoted = true
        await note(.manifest, words)
      }
      let now = serverTime(progress.state)
      if let difference = progress.drift.difference(in: next, now: now) {
        await note(.manifestClockDrift, difference)
      }
      await progress.events.deliver(
        ManifestEvents(next.presentation),
        progress.state.eventTrack,
        merger,
        wallClockAtZero: movedClock(progress.state)
      )
      progress.failures = LoadFailures()
    } catch {
      if error.code == .cancelled { return false }
      if progress.failures.isEmpty { await note(error, at: current.nextAddress) }
      progress.failures.add()
      report(.failed(error), progress.state, failedSeconds: access.clock.now - requested)
    }
    return true
  }

  /// Reads the whole manifest. `isAskedAgain`: another attempt follows within seconds if this one fails.
  private func load(
    _ address: String,
    isAskedAgain: Bool
  ) async throws(TimedMetadataError) -> LoadedManifest {
    var request = ResourceRequest(
      url: address,
      purpose: .playlist,
      maximumSize: access.limits.playlistBytes
    )
    request.isAskedAgain = isAskedAgain
    return try await LoadedManifest(
      access.loader.open(request),
      name: name,
      limits: access.limits,
      now: access.unixTime
    )
  }

  /// Switches to the next version of the manifest, and reports what is not followed.
  private func take(_ next: MediaPresentation, into state: inout Start) async {
    let before = (state.presentation.availabilityStartTime, state.renditions.all.count)
    state.presentation = next
    state.renditions.take(next)
    if let known = before.0, known == first.presentation.availabilityStartTime,
      let moved = movedClock(state)
    {
      await note(
        .manifestClockMoved,
        "availabilityStartTime moved from \(UTCTime.text(known) ?? "?") to "
          + "\(UTCTime.text(moved) ?? "?"): times of day go by it for what is listed from now on"
      )
    }
    // If the user chose renditions, new ones are not reported.
    let isEverything = first.chosen.count == first.renditions.all.count
    for rendition in state.renditions.all.dropFirst(isEverything ? before.1 : .max) {
      await note(
        .manifest,
        "\(rendition.listed.name) is new in this version of the manifest and not read: "
          + "start again to read it"
      )
    }
  }

  /// The wall clock at time 0 of a version, in Unix seconds; nil: the same as in the first version.
  private func movedClock(_ state: Start) -> Double? {
    guard let known = first.presentation.availabilityStartTime,
      let moved = state.presentation.availabilityStartTime, abs(moved - known) > Self.tolerance
    else { return nil }
    return moved
  }

  /// Updates the clock of the server by the `Date` of an answer, if there is no UTCTiming and `Date` differs from the
  /// clock in use. Returns the words for a note; nil: the clock is unchanged.
  private func takeDate(of next: LoadedManifest, into state: inout Start) -> String? {
    guard !state.isClockByTiming, let answer = next.answer,
      abs(answer.lead - state.clockOffset) >= AnswerDate.tolerance
    else { return nil }
    state.clockOffset = answer.offset
    return "the clock of the server has changed: \(answer.words)"
  }

  /// Plans the new segments of all tracks, and returns their number.
  private func plan(_ state: inout Start) -> Int {
    let now = serverTime(state)
    var count = 0
    for (track, index) in state.chosen.enumerated() {
      for part in state.renditions.all[index].dueParts(of: state.presentation, at: now) {
        let (segments, missed) = state.presentation.newSegments(
          of: part,
          after: state.last[track],
          now: now,
          limit: access.limits.segmentsPerPlaylist
        )
        guard !segments.isEmpty else { continue }
        var planned = state.planners[track].plan(segments, of: part)
        guard let last = planned.last else { continue }
        planned[0].missedBefore = missed
        for index in planned.indices {
          planned[index].retryTime = ManifestPlan.retryTime
          planned[index].wallClockAtZero = movedClock(state)
        }
        state.last[track] = last
        count += planned.count
        schedule.append(planned, rendition: track)
      }
    }
    return count
  }

  /// Whether no more segments will follow.
  private func isOver(_ state: Start) -> Bool {
    let presentation = state.presentation
    if presentation.kind == .static { return true }
    guard presentation.reloadDelay == nil, let last = presentation.periods.last?.end,
      let anchor = presentation.availabilityStartTime
    else { return false }
    return serverTime(state) > anchor + last + state.segmentDuration
  }

  /// The time at the server, in Unix seconds.
  private func serverTime(_ state: Start) -> Double { access.unixTime() + state.clockOffset }

  private func report(
    _ outcome: PlaylistReload.Outcome,
    _ state: Start,
    failedSeconds: Double = 0
  ) {
    for name in names {
      access.onReload?(
        PlaylistReload(
          rendition: name,
          targetDuration: max(state.segmentDuration, state.presentation.reloadDelay ?? 0),
          outcome: outcome,
          failedSeconds: failedSeconds
        )
      )
    }
  }

  private func note(_ error: TimedMetadataError, at address: String) async {
    await note(
      .manifest,
      "the next version of the manifest, \(address): \(error.reason): \(error.remedy)"
    )
  }

  private func note(_ id: NoteID, _ detail: String) async {
    guard !first.chosen.isEmpty else { return }
    await merger.push([.metadata(.note(StreamNote(id: id, detail: detail)))], rendition: 0)
  }

  /// Waits for a time, or until an event in the media expires the manifest.
  private func wait(until time: Double) async {
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await self.access.clock.sleep(until: time) }
      group.addTask { _ = await self.expiration.wait { $0 == nil ? nil : () } }
      await group.next()
      group.cancelAll()
    }
  }
}
