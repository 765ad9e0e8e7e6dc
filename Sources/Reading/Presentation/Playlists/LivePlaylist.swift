import HLS
import HTTP
import TimedMetadata

/// A live media playlist that is reloaded as RFC 8216, 6.3.4, requires. New segments are planned when they are listed.
struct LivePlaylist: LiveDocument {
  private let url: String
  private let first: MediaPlaylist
  private let rendition: Int
  private let access: PlaylistAccess
  private let schedule: SegmentSchedule
  private let merger: EventMerger
  private var parts: PartPlanner
  private var promises = ReloadPromises()
  private var follower: PlaylistFollower
  private var news: Staleness
  /// When the notes on faults were last repeated, or else when reading began, in seconds of the clock.
  private var reminded: Double
  let names: [String?]

  /// A live playlist should be updated within this number of target durations (RFC 8216, 6.2.2).
  private static let staleness = 1.5

  /// Follows the playlist at `url`. `first` is its first version, whose segments `planner` has planned. `name` is the
  /// rendition's name in results.
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
    names = [name]
    self.first = first
    self.rendition = rendition
    self.access = access
    self.schedule = schedule
    self.merger = merger
    parts = PartPlanner(planner, rendition: rendition, access: access)
    follower = PlaylistFollower(uri: url, usesParts: !access.isLocal)
    news = Staleness(first, planner)
    reminded = access.clock.now
  }

  var dueTime: Double? { follower.nextRequest()?.time }
  var dueRequest: PlaylistRequest? { follower.nextRequest() }

  var targetDuration: Double {
    follower.playlist?.usedTargetDuration ?? MediaPlaylist.usualTargetDuration
  }

  var timeout: Double {
    access.limits.liveTimeout(cadence: targetDuration)
  }

  mutating func begin() -> Bool {
    reminded = access.clock.now
    _ = follower.update(with: first, requestedAt: reminded)
    defer { news = Staleness(first, parts.planner) }
    guard follower.usesParts else { return true }
    let planned = parts.plan([], of: first)
    return schedule.append(planned, rendition: rendition, window: window(of: first))
  }

  func wait(until time: Double) async -> Bool {
    await access.clock.sleep(until: time)
    return true
  }

  mutating func finish() {
    parts.abandon()
    schedule.complete(rendition: rendition)
  }

  mutating func take(_ loaded: LoadedVersion<Self>?, unchangedSince: Double) async -> Bool? {
    guard let loaded else { return false }
    switch loaded.result {
    case .success(let version):
      return await take(version, of: loaded, unchangedSince: unchangedSince)
    case .failure(let error):
      await take(error, of: loaded)
      return false
    }
  }

  /// Whether it is time to repeat the notes on faults. Returns true at most once per `access.reminder` seconds.
  private mutating func isReminderDue() -> Bool {
    guard let reminder = access.reminder, access.clock.now - reminded >= reminder else {
      return false
    }
    reminded = access.clock.now
    return true
  }

  /// Processes a version. Reports its faults only if a reminder is due. Returns nil if no further version is needed.
  private mutating func take(
    _ version: Version,
    of loaded: LoadedVersion<Self>,
    unchangedSince: Double
  ) async -> Bool? {
    let (clock, request, playlist) = (access.clock, loaded.request, version.playlist)
    if !version.faults.isEmpty, isReminderDue() { await push(version.faults) }
    let update = follower.update(with: playlist, requestedAt: loaded.requestTime)
    if case .incomplete(let count)? = update.events.first, !request.uri.contains("_HLS_skip=") {
      if !news.hasSentDelta || isReminderDue() {
        await note(
          "hls-playlist-invalid",
          "the server answers a request for the whole playlist with a delta update that leaves out "
            + "\(count) segments: check the cache first, then the packager"
        )
      }
      news.hasSentDelta = true
    }
    let duration = clock.now - loaded.requestTime
    if let broken = promises.judge(request, update, answeredIn: duration, playlist) {
      await note(.reloadNotBlocking, broken)
    }
    guard await plan(update, of: playlist) else { return nil }
    if update.isChanged {
      // The playlist has changed, so it is now known for how long it was unchanged.
      if news.isNoted { await noteStale(for: clock.now - unchangedSince) }
      news = Staleness(playlist, parts.planner)
    }
    return update.isChanged
  }

  private mutating func take(_ error: TimedMetadataError, of loaded: LoadedVersion<Self>) async {
    let hasDirectives = loaded.request.uri != url
    follower.fail(requestedAt: loaded.requestTime, hadDirectives: hasDirectives)
    if let broken = promises.judge(follower, error) {
      await note(.reloadNotBlocking, broken)
    }
    // The request after a failed request with directives has no directives. The playlist is unavailable only if both
    // fail.
    guard !hasDirectives else { return }
    if !news.hasFailed || isReminderDue() {
      await note(
        error.isOfTransfer ? .playlistUnanswered : "hls-playlist-invalid",
        "\(error.reason): \(error.remedy)"
      )
    }
    news.hasFailed = true
  }

  /// Whether to keep following the playlist. A playlist on disk that the user does not follow ends after
  /// `LocalPlaylist.endInTargetDurations` target durations without a change. Any other playlist is reported as stale
  /// once after `staleness` target durations.
  mutating func goesOn(unchangedFor age: Double) async -> Bool {
    if !access.followsFiles, access.isLocal {
      guard age > targetDuration * LocalPlaylist.endInTargetDurations else { return true }
      await push([LocalPlaylist.capturedNote])
      return false
    }
    if !news.isNoted, age > targetDuration * Self.staleness {
      news.isNoted = true
      await noteStale(for: age)
    }
    return true
  }

  func giveUp(after age: Double) async { await noteStale(for: age, ": gave up") }

  /// The state since the last change of the playlist.
  private struct Staleness {
    let uri: String?
    /// The estimated start of the playlist's last segment, in seconds from the start of the rendition.
    let start: Double?
    var isNoted = false
    var hasFailed = false
    /// Whether a delta update in response to a request for the whole playlist has been reported.
    var hasSentDelta = false

    /// Starts a new period without changes. `planner` has planned the segments of `playlist`.
    init(_ playlist: MediaPlaylist, _ planner: SegmentPlanner) {
      uri = playlist.segments.last.map(playlist.shownName)
      start = playlist.segments.last.map { max(0, planner.now - $0.duration) }
    }
  }

  /// Reports for how long the playlist has not changed, and names its last segment. Called when the playlist counts as
  /// stale, at the next change, and when reading gives up.
  private func noteStale(for age: Double, _ outcome: String = "") async {
    let note = StreamNote(
      id: "hls-playlist-stale",
      segment: news.uri,
      time: news.start,
      measured: age,
      detail: "playlist unchanged for \(StreamNote.tenths(age)) s "
        + "(target duration \(Int(targetDuration)) s)\(outcome)"
    )
    await push([note])
  }

  struct Version: Sendable {
    var playlist: MediaPlaylist
    var faults: [StreamNote]
  }

  func load(_ request: PlaylistRequest) async throws(TimedMetadataError) -> Version {
    let base = follower.playlist
    let wanted = ResourceRequest(
      request,
      hasDirectives: request.uri != url,
      targetDuration: base?.targetDuration,
      maximumSize: access.limits.playlistBytes
    )
    let (address, bytes) = try await access.loader.open(wanted).whole()
    let loaded = try LoadedPlaylist(
      bytes,
      name: url,
      url: address,
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
    return Version(playlist: playlist, faults: loaded.notes)
  }

  /// Plans the new segments of an update. Returns false if the rendition is no longer read.
  private mutating func plan(_ update: PlaylistUpdate, of playlist: MediaPlaylist) async -> Bool {
    var missed = 0
    var isRestart = false
    for event in update.events {
      switch event {
      case .missed(_, let count): missed += count
      case .restarted(let expected, let found):
        isRestart = true
        parts.planner.restart()
        await note(
          "hls-window-missed",
          "the media sequence went from \(expected) to \(found): "
            + "the packager has probably restarted"
        )
      case .discontinuitySequence(let number, let expected, let found):
        await note(
          "hls-playlist-invalid",
          "the discontinuity sequence number of segment \(number) changed from \(expected) to \(found)"
        )
      case .outdated, .incomplete: break
      }
    }
    var planned =
      access.isLocal
      ? parts.planner.plan(update.newSegments, of: playlist, missedBefore: missed)
      : parts.plan(update.newSegments, of: playlist, missedBefore: missed, isRestart: isRestart)
    await push(parts.takeNotes())
    for conflict in parts.planner.dateRanges.takeConflicts() {
      await note("hls-playlist-invalid", conflict)
    }
    if isRestart, !planned.isEmpty { planned[0].isDiscontinuity = true }
    return schedule.append(planned, rendition: rendition, window: follower.playlist.flatMap(window))
  }

  /// The window of a live playlist on a server; nil for other playlists, whose segments do not expire.
  private func window(of playlist: MediaPlaylist) -> LiveWindow? {
    access.isLocal ? nil : parts.window(of: playlist)
  }

  private func note(_ id: NoteID, _ detail: String) async {
    await push([StreamNote(id: id, detail: detail)])
  }

  private func push(_ notes: [StreamNote]) async {
    await merger.push(notes.map { .metadata(.note($0)) }, rendition: rendition)
  }
}

/// Checks that a server answers reloads as EXT-X-SERVER-CONTROL promises. Only the first violation is reported.
struct ReloadPromises {
  /// The server is reported after this number of consecutive blocking reloads that it answers at once without changes.
  static let hastyLimit = 3

  private var hastyCount = 0
  private var isReported = false

  /// Checks a response to a reload. Returns the violation; nil if there is no violation, or if one has been reported.
  mutating func judge(
    _ request: PlaylistRequest,
    _ update: PlaylistUpdate,
    answeredIn seconds: Double,
    _ playlist: MediaPlaylist
  ) -> String? {
    let target = playlist.partTarget ?? playlist.reloadDelay(isChanged: true)
    let isHasty =
      request.isBlocking && !update.isChanged && update.events.isEmpty && seconds < target / 2
    hastyCount = isHasty ? hastyCount + 1 : 0
    guard hastyCount >= Self.hastyLimit, !isReported else { return nil }
    isReported = true
    return
      "the server answers blocking reloads immediately and without changes, despite "
      + "CAN-BLOCK-RELOAD=YES: check that no cache removes the query"
  }

  /// Checks a failure after the follower of the playlist has handled it. Returns the violation; nil if there is no
  /// violation, or if one has been reported.
  mutating func judge(_ follower: PlaylistFollower, _ error: TimedMetadataError) -> String? {
    guard follower.refusesDirectives, !isReported else { return nil }
    isReported = true
    return
      "the playlist cannot be read with delivery directives (_HLS_msn, _HLS_part, _HLS_skip), "
      + "despite EXT-X-SERVER-CONTROL, but can be read without them: \(error.reason)"
  }
}

extension ResourceRequest {
  /// The maximum number of target durations for which servers hold a blocking reload (rfc8216bis, section 6.2.5.2).
  private static let heldTargetDurations = 3.0
  /// The maximum number of seconds to wait for the response to a blocking reload.
  private static let longestHeld = 50.0

  init(
    _ request: PlaylistRequest,
    hasDirectives: Bool,
    targetDuration: Int?,
    maximumSize: Int64
  ) {
    self.init(url: request.uri, purpose: .playlist, maximumSize: maximumSize)
    // A failed request with delivery directives is repeated without them.
    isTriedOnce = hasDirectives
    isAskedAgain = request.isAskedAgain
    let target = targetDuration.map(Double.init)
    let limits = LiveLimits(targetDuration: target ?? MediaPlaylist.usualTargetDuration)
    timeLimit = .seconds(limits.transfer)
    guard request.isBlocking, let target else { return }
    let seconds = min(target * Self.heldTargetDurations, Self.longestHeld)
    answerTime = .milliseconds(Int64(max(0, seconds) * 1000))
  }
}
