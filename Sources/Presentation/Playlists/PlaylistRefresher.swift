import HLS
import HTTP
import TimedMetadata

/// Reloads a live playlist at the times of RFC 8216, 6.3.4, and plans its new segments.
final class PlaylistRefresher: PresentationFollower {
  private let url: String
  /// The name of the rendition in results.
  private let name: String?
  private let first: MediaPlaylist
  private let planner: SegmentPlanner
  private let rendition: Int
  private let access: PlaylistAccess
  private let schedule: SegmentSchedule
  private let merger: EventMerger

  /// A live playlist should be updated within this many target durations (RFC 8216, 6.2.2).
  private static let staleness = 1.5
  /// The target duration for a playlist without one.
  private static let usualTargetDuration = 6

  /// Follows the playlist at `url`, whose version `first` has been planned by `planner`.
  init(
    url: String,
    name: String? = nil,
    first: MediaPlaylist,
    planner: SegmentPlanner,
    rendition: Int,
    access: PlaylistAccess,
    schedule: SegmentSchedule,
    merger: EventMerger
  ) {
    self.url = url
    self.name = name
    self.first = first
    self.planner = planner
    self.rendition = rendition
    self.access = access
    self.schedule = schedule
    self.merger = merger
  }

  /// Follows the playlist until it ends, or the task is cancelled.
  func follow() async {
    defer { schedule.complete(rendition: rendition) }
    guard var progress = begin() else { return }
    defer { progress.parts.abandon() }
    while let request = progress.follower.nextRequest() {
      await access.clock.sleep(until: request.time)
      guard !Task.isCancelled, await reload(request, &progress) else { return }
    }
  }

  /// How far the following has come.
  private struct Progress {
    var planner: SegmentPlanner
    var parts: PartPlanner
    var promises = ReloadPromises()
    var follower: PlaylistFollower
    var news: Staleness
    /// When what is wrong was last noted again.
    var reminded: Double
  }

  /// Takes the first version; nil when nobody wants it any more.
  private func begin() -> Progress? {
    let clock = access.clock
    let usesParts = !access.isLocal
    var planner = planner
    var parts = PartPlanner(access.loader, rendition: rendition, limits: access.limits)
    var follower = PlaylistFollower(uri: url, usesParts: usesParts)
    _ = follower.update(with: first, requestedAt: clock.now)
    if usesParts, !schedule.append(parts.plan([], of: first, &planner), rendition: rendition) {
      parts.abandon()
      return nil
    }
    let news = Staleness(since: clock.now, last: KnownSegment(first, planner))
    return Progress(
      planner: planner,
      parts: parts,
      follower: follower,
      news: news,
      reminded: clock.now
    )
  }

  /// Loads the next version, and judges it. False: no further one is to be loaded.
  private func reload(_ request: PlaylistRequest, _ progress: inout Progress) async -> Bool {
    let requested = access.clock.now
    do throws(TimedMetadataError) {
      let loaded = try await load(request, updating: progress.follower.playlist)
      guard
        await take(loaded.playlist, loaded.faults, of: request, requestedAt: requested, &progress)
      else { return false }
    } catch {
      if error.code == .cancelled { return false }
      await take(error, of: request, requestedAt: requested, &progress)
    }
    return await isFollowed(&progress)
  }

  /// Whether notes are due to be repeated; true once per reminder interval.
  private func isReminderDue(_ progress: inout Progress) -> Bool {
    guard let reminder = access.reminder, access.clock.now - progress.reminded >= reminder else {
      return false
    }
    progress.reminded = access.clock.now
    return true
  }

  /// Takes a version, and its faults. False: no further one is needed.
  private func take(
    _ playlist: MediaPlaylist,
    _ faults: [StreamNote],
    of request: PlaylistRequest,
    requestedAt requested: Double,
    _ progress: inout Progress
  ) async -> Bool {
    let clock = access.clock
    if !faults.isEmpty, isReminderDue(&progress) {
      await push(faults)
    }
    let update = progress.follower.update(with: playlist, requestedAt: requested)
    if case .incomplete(let count)? = update.events.first, !request.uri.contains("_HLS_skip=") {
      if !progress.news.hasSentDelta || isReminderDue(&progress) {
        await note(
          "hls-playlist-invalid",
          "answers a request for the whole playlist with a delta update that leaves out "
            + "\(count) segments: check the cache first, then the packager"
        )
      }
      progress.news.hasSentDelta = true
    }
    let duration = clock.now - requested
    if let broken = progress.promises.judge(request, update, answeredIn: duration, playlist) {
      await note(.reloadNotBlocking, broken)
    }
    guard await plan(update, of: playlist, &progress.planner, &progress.parts) else { return false }
    if update.isChanged {
      // Only now is it known how long the playlist was unchanged.
      if progress.news.isNoted {
        await note(progress.news, at: clock.now, Self.targetDuration(of: progress.follower))
      }
      let last = KnownSegment(playlist, progress.planner)
      progress.news = Staleness(since: clock.now, last: last)
    }
    let outcome: PlaylistReload.Outcome =
      update.isChanged ? .renewed : .unchanged(seconds: clock.now - progress.news.since)
    report(outcome, progress.follower)
    return true
  }

  /// Takes the error of a version that could not be loaded.
  private func take(
    _ error: TimedMetadataError,
    of request: PlaylistRequest,
    requestedAt requested: Double,
    _ progress: inout Progress
  ) async {
    progress.follower.fail(requestedAt: requested, hadDirectives: request.uri != url)
    if let broken = progress.promises.judge(progress.follower, error) {
      await note(.reloadNotBlocking, broken)
    }
    // The next request has no directives: only its failure shows that the playlist is unavailable.
    if request.uri == url {
      if !progress.news.hasFailed || isReminderDue(&progress) {
        await note(
          error.isOfTransfer ? .playlistUnanswered : "hls-playlist-invalid",
          "\(error.reason): \(error.remedy)"
        )
      }
      progress.news.hasFailed = true
    }
    report(.failed(error), progress.follower, failedSeconds: access.clock.now - requested)
  }

  /// Whether the playlist is loaded again: not after it was unchanged for too long.
  private func isFollowed(_ progress: inout Progress) async -> Bool {
    let clock = access.clock
    let age = clock.now - progress.news.since
    let target = Self.targetDuration(of: progress.follower)
    if !access.followsFiles, access.isLocal {
      guard age > target * LivePlaylistTimeout.targetDurations else { return true }
      await push([LocalPlaylist.capturedNote])
      return false
    }
    if !progress.news.isNoted, age > target * Self.staleness {
      progress.news.isNoted = true
      await note(progress.news, at: clock.now, target)
    }
    if age > LivePlaylistTimeout.seconds(access.limits, targetDuration: target) {
      await note(progress.news, at: clock.now, target, ": gave up")
      return false
    }
    return true
  }

  private static func targetDuration(of follower: PlaylistFollower) -> Double {
    Double(follower.playlist?.targetDuration ?? usualTargetDuration)
  }

  private func report(
    _ outcome: PlaylistReload.Outcome,
    _ follower: PlaylistFollower,
    failedSeconds: Double = 0
  ) {
    access.onReload?(
      PlaylistReload(
        rendition: name,
        targetDuration: Self.targetDuration(of: follower),
        outcome: outcome,
        failedSeconds: failedSeconds
      )
    )
  }

  private static func unchanged(for seconds: Double, _ target: Double) -> String {
    let tenths = Int64(exactly: (seconds * 10).rounded(.down)) ?? .max
    return "playlist unchanged for \(tenths / 10).\(tenths % 10) s "
      + "(target duration \(Int(target)) s)"
  }

  /// The state since the playlist last changed.
  private struct Staleness {
    var since: Double
    /// The last segment of the playlist during that time.
    var last: KnownSegment?
    var isNoted = false
    var hasFailed = false
    /// Whether a delta update in answer to a request for the whole playlist has been noted.
    var hasSentDelta = false
  }

  /// A segment that has been planned.
  private struct KnownSegment {
    /// The URI in the playlist.
    var uri: String
    /// Seconds from the start of the rendition, by the playlist.
    var start: Double

    /// The last segment of a playlist whose segments `planner` has planned.
    init?(_ playlist: MediaPlaylist, _ planner: SegmentPlanner) {
      guard let segment = playlist.segments.last else { return nil }
      uri = segment.uri
      start = max(0, planner.now - segment.duration)
    }
  }

  /// Reports how long a playlist has been unchanged, and where: once when that is too long, and again when it ends.
  private func note(
    _ news: Staleness,
    at now: Double,
    _ target: Double,
    _ outcome: String = ""
  ) async {
    let age = now - news.since
    let note = StreamNote(
      id: "hls-playlist-stale",
      segment: news.last?.uri,
      time: news.last?.start,
      measured: age,
      detail: Self.unchanged(for: age, target) + outcome
    )
    await push([note])
  }

  /// Loads a version and lists its faults.
  /// - Throws: The reason why there is none; `cancelled`.
  private func load(
    _ request: PlaylistRequest,
    updating base: MediaPlaylist?
  ) async throws(TimedMetadataError) -> (playlist: MediaPlaylist, faults: [StreamNote]) {
    let wanted = ResourceRequest(
      request,
      hasDirectives: request.uri != url,
      targetDuration: base?.targetDuration,
      maximumSize: access.limits.playlistBytes
    )
    let loaded = try await LoadedPlaylist(
      access.loader.open(wanted),
      name: url,
      variables: base?.variables ?? [:],
      updating: base,
      limits: access.limits
    )
    guard case .media(let playlist) = loaded.playlist else {
      throw TimedMetadataError(
        .cannotRead,
        input: url,
        reason: "is a multivariant playlist now",
        remedy: "check the packager"
      )
    }
    return (playlist, loaded.notes)
  }

  /// Plans new segments. False: the reader was cancelled.
  private func plan(
    _ update: PlaylistUpdate,
    of playlist: MediaPlaylist,
    _ planner: inout SegmentPlanner,
    _ parts: inout PartPlanner
  ) async -> Bool {
    var missed = 0
    var isRestart = false
    for event in update.events {
      switch event {
      case .missed(_, let count): missed += count
      case .restarted(let expected, let found):
        isRestart = true
        planner.restart()
        await note(
          "hls-window-missed",
          "the media sequence went from \(expected) to \(found): the packager started again"
        )
      case .discontinuitySequence(let number, let expected, let found):
        await note(
          "hls-playlist-invalid",
          "segment \(number) had discontinuity sequence number \(expected) and has \(found) now"
        )
      case .outdated, .incomplete: break
      }
    }
    var planned =
      access.isLocal
      ? planner.plan(update.newSegments, of: playlist, missedBefore: missed)
      : parts.plan(
        update.newSegments,
        of: playlist,
        missedBefore: missed,
        isRestart: isRestart,
        &planner
      )
    await push(parts.takeNotes())
    if isRestart, !planned.isEmpty { planned[0].isDiscontinuity = true }
    return schedule.append(planned, rendition: rendition)
  }

  private func note(_ id: NoteID, _ detail: String) async {
    await push([StreamNote(id: id, detail: detail)])
  }

  private func push(_ notes: [StreamNote]) async {
    await merger.push(notes.map { .metadata(.note($0)) }, rendition: rendition)
  }
}
