import DASH
import Formats
import HLS
import HTTP
import System
import TimedMetadata

/// A dynamic DASH manifest that is reloaded at the interval it specifies, or when an event in the media declares it
/// expired. Segments are planned when they become available.
struct LiveManifest: LiveDocument {
  /// The current manifest, the renditions that are read, and the offset of the server's clock.
  struct State: Sendable {
    var presentation: MediaPresentation
    /// All renditions of the manifest. `chosen` has the indices of those that are read, in the order of the tracks.
    var renditions: ManifestRenditions
    var chosen: [Int]
    /// The planners of further segments, one for each rendition that is read.
    var planners: [ManifestSegments] = []
    /// The index of the track for the manifest's own events; nil if there is no such track.
    var eventTrack: Int?
    /// The start of the timeline, in seconds of the manifest. Earlier events are not read.
    var zero = 0.0
    /// Seconds by which the server's clock is ahead of this machine's clock.
    var clockOffset = 0.0
    /// Whether `clockOffset` comes from UTCTiming. If not, the `Date` header of later responses updates it.
    var isClockByTiming = false
    /// The longest duration among the last three segments of each rendition when reading begins, in seconds; at most
    /// 30.
    var segmentDuration = 0.0
  }

  private let first: State
  private let name: String
  private let access: PlaylistAccess
  private let schedule: SegmentSchedule
  private let merger: EventMerger
  /// The publish time of the latest manifest version that an event in the media has declared expired since the last
  /// check, infinite if the event has no time; nil if no version was declared expired.
  private let expiration: Shared<Double?>
  let names: [String?]

  private var state: State
  private var events: ManifestEventFilter
  private var drift = ManifestClockDrift()
  private var failures = LoadFailures()
  private var isDateNoted = false
  /// The subjects of the notes that have been sent about events outside their Periods.
  private var notedEvents: Set<String> = []
  /// The contents of the events in the latest version, by identity.
  private var eventContents: [ManifestEvents.Identity: [UInt8]] = [:]
  /// When a reload was last requested, or else when reading began, in seconds of `access.clock`.
  private var loadTime = 0.0
  /// When to check next for newly available segments, in seconds of `access.clock`.
  private var lookTime = 0.0
  /// Whether an event in the media has declared the current version expired.
  private var isExpired = false

  /// The minimum of `lookInterval`, in seconds; other short waits use it too.
  private static let shortestWait = 0.25
  /// Seconds by which `availabilityStartTime` may differ between versions without counting as moved.
  private static let tolerance = 0.001

  init(
    _ first: State,
    name: String,
    access: PlaylistAccess,
    schedule: SegmentSchedule,
    merger: EventMerger,
    expiration: Shared<Double?>
  ) {
    self.first = first
    self.name = name
    self.access = access
    self.schedule = schedule
    self.merger = merger
    self.expiration = expiration
    names = first.chosen.map { first.renditions.all[$0].listed.name }
    state = first
    events = ManifestEventFilter(from: first.zero)
  }

  mutating func begin() async -> Bool {
    if isWritten { await push(LocalPlaylist.writtenManifestNote(waiting: timeout)) }
    let listed = ManifestEvents(first.presentation, now: serverTime)
    notedEvents = Set(listed.periodNotes.map(\.subject))
    eventContents = listed.contents
    await events.deliver(listed, first.eventTrack, merger)
    loadTime = access.clock.now
    lookTime = loadTime + lookInterval
    return true
  }

  mutating func finish() async {
    for track in first.chosen.indices { schedule.complete(rendition: track) }
    guard let track = first.eventTrack else { return }
    await merger.push([ManifestEvents.finished(tagCount: events.tagCount)], rendition: track)
  }

  var targetDuration: Double { max(state.segmentDuration, state.presentation.reloadDelay ?? 0) }

  /// Whether the manifest is a file that is still being written. If so, reading ends after `timeout` seconds without a
  /// new segment.
  private var isWritten: Bool { access.isLocal && !access.followsFiles }

  var timeout: Double {
    guard !isWritten else {
      let seconds = state.segmentDuration * LocalPlaylist.endInTargetDurations
      return min(max(seconds, Self.shortestWait), LocalPlaylist.longestManifestWait)
    }
    return access.limits.liveTimeout(cadence: targetDuration)
  }

  var dueTime: Double? { isOver ? nil : min(lookTime, reloadTime ?? .infinity) }

  var dueRequest: ResourceRequest? {
    guard let reloadTime, access.clock.now >= reloadTime else { return nil }
    let presentation = state.presentation
    var request = ResourceRequest(
      url: presentation.nextAddress,
      purpose: .playlist,
      maximumSize: access.limits.playlistBytes
    )
    // If this request fails, another one follows within seconds.
    request.isAskedAgain = failures.isNextTriedOnce && presentation.reloadDelay != nil
    request.timeLimit = .seconds(LiveLimits(targetDuration: targetDuration).transfer)
    return request
  }

  /// When to load the next version, in seconds of `access.clock`; nil if the manifest is not reloaded.
  private var reloadTime: Double? {
    let delay = state.presentation.reloadDelay.map { failures.delay(usually: $0) }
    if isExpired { return loadTime + min(delay ?? .infinity, Self.shortestWait) }
    return delay.map { loadTime + $0 }
  }

  private var lookInterval: Double { max(Self.shortestWait, state.segmentDuration / 2) }

  /// Waits until `time`, or until an event in the media declares the manifest expired. Returns false if an event ended
  /// the wait before `time`.
  mutating func wait(until time: Double) async -> Bool {
    await withTaskGroup(of: Void.self) { [access, expiration] group in
      group.addTask { await access.clock.sleep(until: time) }
      group.addTask { _ = await expiration.wait { $0 == nil ? nil : () } }
      await group.next()
      group.cancelAll()
    }
    guard let expiration = expiration.withLock({ $0.take() }) else { return true }
    // The event may be about a version older than the current one.
    if expiration >= state.presentation.publishTime ?? -.infinity { isExpired = true }
    return access.clock.now >= time
  }

  func load(_ request: ResourceRequest) async throws(TimedMetadataError) -> LoadedManifest {
    try await LoadedManifest(
      access.loader.open(request),
      name: name,
      limits: access.limits,
      clock: access.clock
    )
  }

  mutating func take(_ loaded: LoadedVersion<Self>?, unchangedSince: Double) async -> Bool? {
    if let loaded {
      (loadTime, isExpired) = (loaded.requestTime, false)
      switch loaded.result {
      case .success(let version): await take(version)
      case .failure(let error):
        if failures.isEmpty {
          await note(
            .manifest,
            "cannot load the next version of the manifest, \(ShownURL.text(loaded.request.url)): "
              + "\(error.reason): \(error.remedy)"
          )
        }
        failures.add()
      }
    }
    lookTime = access.clock.now + lookInterval
    return plan().map { $0 > 0 }
  }

  func goesOn(unchangedFor age: Double) -> Bool { true }

  func giveUp(after age: Double) async {
    if isWritten { return await push(LocalPlaylist.capturedManifestNote) }
    await note(
      "hls-playlist-stale",
      "the manifest has listed no new segment for \(Int(age)) s: gave up"
    )
  }

  private mutating func take(_ next: LoadedManifest) async {
    await takePresentation(next.presentation)
    if let words = takeDate(of: next), !isDateNoted {
      isDateNoted = true
      await note(.manifest, words)
    }
    if let difference = drift.difference(in: next, now: serverTime) {
      await note(.manifestClockDrift, difference)
    }
    let listed = ManifestEvents(next.presentation, now: serverTime, earlierContents: eventContents)
    eventContents = listed.contents
    for period in listed.periodNotes where notedEvents.insert(period.subject).inserted {
      await push(period.note)
    }
    await events.deliver(listed, state.eventTrack, merger, wallClockAtZero: movedClock)
    failures = LoadFailures()
  }

  /// Switches to the next version of the manifest, and reports a moved clock and new renditions that are not read.
  private mutating func takePresentation(_ next: MediaPresentation) async {
    let before = (state.presentation.availabilityStartTime, state.renditions.all.count)
    state.presentation = next
    state.renditions.take(next)
    if let known = before.0, known == first.presentation.availabilityStartTime,
      let moved = movedClock
    {
      await note(
        .manifestClockMoved,
        "availabilityStartTime changed from \(UTCTime.text(known) ?? "?") to "
          + "\(UTCTime.text(moved) ?? "?"): segments listed from now on get their times of day from the new value"
      )
    }
    // If not all renditions are read, new renditions are not reported.
    let isEverything = first.chosen.count == first.renditions.all.count
    for rendition in state.renditions.all.dropFirst(isEverything ? before.1 : .max) {
      await note(
        .manifest,
        "\(rendition.listed.name) is new in this version of the manifest and is not read: "
          + "start reading again to include it"
      )
    }
  }

  /// The wall clock at time 0 of the current version, in Unix seconds; nil if it is unknown or has not changed.
  private var movedClock: Double? {
    guard let known = first.presentation.availabilityStartTime,
      let moved = state.presentation.availabilityStartTime, abs(moved - known) > Self.tolerance
    else { return nil }
    return moved
  }

  /// Updates `clockOffset` from the response's `Date` header if UTCTiming is not used and the header differs from the
  /// offset by at least `AnswerDate.tolerance`. Returns the text of a note; nil if the offset is unchanged.
  private mutating func takeDate(of next: LoadedManifest) -> String? {
    guard !state.isClockByTiming, let answer = next.answer,
      abs(answer.lead - state.clockOffset) >= AnswerDate.tolerance
    else { return nil }
    state.clockOffset = answer.offset
    return "the server's clock has moved relative to the clock of this machine: \(answer.words)"
  }

  /// Plans the new segments of all tracks, and returns their number. Nil if all tracks have been read up to the limit.
  private mutating func plan() -> Int? {
    let now = serverTime
    var count = 0
    var isRead = state.chosen.isEmpty
    for (track, index) in state.chosen.enumerated() {
      for part in state.renditions.all[index].dueParts(of: state.presentation, at: now) {
        let (segments, missed) = state.presentation.newSegments(
          of: part,
          after: state.planners[track].last,
          now: now,
          limit: access.limits.segmentsPerPlaylist
        )
        guard !segments.isEmpty else { continue }
        var planned = state.planners[track].plan(segments, of: part)
        guard !planned.isEmpty else { continue }
        planned[0].missedBefore = missed
        for index in planned.indices { planned[index].wallClockAtZero = movedClock }
        count += planned.count
        schedule.append(planned, rendition: track)
      }
      if schedule.append([], rendition: track, window: window(of: track, now: now)) {
        isRead = true
      }
    }
    return isRead ? count : nil
  }

  /// The window of segments that the manifest lists for a track. Nil if no segment has been planned, if the manifest is
  /// static, or if it is a local file, whose segments do not expire.
  private func window(of track: Int, now: Double) -> LiveWindow? {
    guard !access.isLocal, state.presentation.kind == .dynamic,
      let last = state.planners[track].last
    else { return nil }
    let rendition = state.renditions.all[state.chosen[track]]
    return LiveWindow(
      start: rendition.start(in: state.presentation, at: now) ?? last.start,
      end: last.start + last.duration,
      limits: LiveLimits(targetDuration: state.segmentDuration)
    )
  }

  private var isOver: Bool {
    let presentation = state.presentation
    if presentation.kind == .static { return true }
    guard presentation.reloadDelay == nil, let last = presentation.periods.last?.end,
      let anchor = presentation.availabilityStartTime
    else { return false }
    return serverTime > anchor + last + state.segmentDuration
  }

  /// The current time by the server's clock, in Unix seconds.
  private var serverTime: Double { access.clock.unixTime + state.clockOffset }

  private func note(_ id: NoteID, _ detail: String) async {
    await push(StreamNote(id: id, detail: detail))
  }

  private func push(_ note: StreamNote) async {
    guard !first.chosen.isEmpty else { return }
    await merger.push([.metadata(.note(note))], rendition: 0)
  }
}

/// Passes on each tag and marker of a manifest once, although later versions list it again.
struct ManifestEventFilter {
  private struct Key: Hashable {
    var milliseconds: Int
    var bytes: [UInt8]
  }

  private(set) var tagCount = 0
  private let first: Double
  /// The events that were passed on, each with the number of the last version that contained it.
  private var known: [Key: Int] = [:]
  private var version = 0
  /// The minimum number of versions for which an event is remembered after it has left the manifest, unless more than
  /// `ManifestEvents.maximumCount` events are known: caches may serve older versions.
  private static let keptVersions = 64

  /// Makes a filter that drops events before `first`, in seconds of the manifest.
  init(from first: Double) { self.first = first }

  /// Delivers the tags and markers that no earlier version contained. `wallClockAtZero` is the wall clock at time 0 of
  /// this version, in Unix seconds; nil if it is unknown or the same as in the first version.
  mutating func deliver(
    _ events: ManifestEvents,
    _ track: Int?,
    _ merger: EventMerger,
    wallClockAtZero: Double? = nil
  ) async {
    guard let track else { return }
    version += 1
    var new: [RenditionEvent] = []
    for (time, event) in events.entries where time >= first {
      let bytes: [UInt8]
      switch event {
      case .tag(let tag): bytes = tag.bytes
      // A splice section may contain several markers: the segmentation type tells them apart.
      case .marker(let mark):
        let type = mark.announcement?.segmentationType ?? 0
        bytes = Array((mark.id ?? "").utf8) + [0, type] + (mark.splice ?? [])
      case .note, .segment, .end: continue
      }
      let key = Key(milliseconds: Int(exactly: (time * 1000).rounded()) ?? .max, bytes: bytes)
      guard known.updateValue(version, forKey: key) == nil else { continue }
      if case .tag = event { tagCount += 1 }
      let wallClock = wallClockAtZero.map { $0 + time }
      new += [.segment(start: time), .metadata(event.placed(at: wallClock))]
    }
    let oldest = version - Self.keptVersions
    if version.isMultiple(of: Self.keptVersions) { known = known.filter { $0.value > oldest } }
    if known.count > ManifestEvents.maximumCount { known = known.filter { $0.value == version } }
    await merger.push(new, rendition: track)
  }
}

extension TimedMetadataEvent {
  /// Returns the event, with the wall clock of a tag or marker replaced unless `wallClock` is nil.
  fileprivate func placed(at wallClock: Double?) -> TimedMetadataEvent {
    guard let wallClock else { return self }
    switch self {
    case .tag(var tag):
      tag.wallClock = wallClock
      return .tag(tag)
    case .marker(var marker):
      marker.wallClock = wallClock
      return .marker(marker)
    case .note, .segment, .end: return self
    }
  }
}
