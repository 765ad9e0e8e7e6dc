import DASH
import Formats
import HLS
import HTTP
import System
import TimedMetadata

/// A dynamic manifest, read again at the interval it specifies, and the segments that have become available since.
struct LiveManifest: LiveDocument {
  /// The manifest, what is read of it, and the clock of its server.
  struct State: Sendable {
    var presentation: MediaPresentation
    /// All renditions of the manifest, and those that are read, in the order of the tracks.
    var renditions: ManifestRenditions
    var chosen: [Int]
    /// What plans further segments of each track.
    var planners: [ManifestSegments] = []
    /// The track of the manifest's events; nil if there are no events.
    var eventTrack: Int?
    /// Events before this time, in seconds of the manifest, are not read.
    var zero = 0.0
    /// Seconds by which the clock of the server is ahead of ours.
    var clockOffset = 0.0
    /// Whether that comes from UTCTiming; otherwise the `Date` of later answers is used.
    var isClockByTiming = false
    /// The duration of the longest segment, in seconds.
    var segmentDuration = 0.0
  }

  private let first: State
  private let name: String
  private let access: PlaylistAccess
  private let schedule: SegmentSchedule
  private let merger: EventMerger
  /// The publish time of the latest version that an event in the media has expired; nil: none since the last check.
  private let expiration: Shared<Double?>
  let names: [String?]

  private var state: State
  private var events: ManifestEventFilter
  private var drift = ManifestClockDrift()
  /// The last attempts to read the next version, as long as they fail.
  private var failures = LoadFailures()
  /// A note about the `Date` of the server has been added.
  private var isDateNoted = false
  /// What was said of events outside their Periods.
  private var notedEvents: Set<String> = []
  /// The contents of the events of the latest version.
  private var eventContents: [ManifestEvents.Identity: [UInt8]] = [:]
  /// When the last version was requested, in seconds of the clock.
  private var loadTime = 0.0
  /// When it is looked again what has become available.
  private var lookTime = 0.0
  /// An event in the media has expired the version.
  private var isExpired = false

  /// The shortest time between two checks for available segments, in seconds.
  private static let shortestWait = 0.25
  /// A clock whose start moves by at most this has not moved, in seconds.
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

  /// Delivers the events of the first version.
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

  /// Whether it is a file that ends when it is no longer written.
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
    // Another attempt follows within seconds if this one fails.
    request.isAskedAgain = failures.isNextTriedOnce && presentation.reloadDelay != nil
    request.timeLimit = .seconds(LiveLimits(targetDuration: targetDuration).transfer)
    return request
  }

  /// When the next version is to be loaded; nil: there is none.
  private var reloadTime: Double? {
    let delay = state.presentation.reloadDelay.map { failures.delay(usually: $0) }
    if isExpired { return loadTime + min(delay ?? .infinity, Self.shortestWait) }
    return delay.map { loadTime + $0 }
  }

  /// Seconds from one check for available segments to the next.
  private var lookInterval: Double { max(Self.shortestWait, state.segmentDuration / 2) }

  /// Waits for a time, or until an event in the media expires the manifest.
  mutating func wait(until time: Double) async -> Bool {
    await withTaskGroup(of: Void.self) { [access, expiration] group in
      group.addTask { await access.clock.sleep(until: time) }
      group.addTask { _ = await expiration.wait { $0 == nil ? nil : () } }
      await group.next()
      group.cancelAll()
    }
    guard let expiration = expiration.withLock({ $0.take() }) else { return true }
    // The event may be older than the current version.
    if expiration >= state.presentation.publishTime ?? -.infinity { isExpired = true }
    return access.clock.now >= time
  }

  func load(_ request: ResourceRequest) async throws(TimedMetadataError) -> LoadedManifest {
    try await LoadedManifest(
      access.loader.open(request),
      name: name,
      limits: access.limits,
      now: access.unixTime
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
            "the next version of the manifest, \(ShownURL.text(loaded.request.url)): \(error.reason): \(error.remedy)"
          )
        }
        failures.add()
      }
    }
    lookTime = access.clock.now + lookInterval
    return plan() > 0
  }

  func goesOn(unchangedFor age: Double) -> Bool { true }

  func giveUp(after age: Double) async {
    if isWritten { return await push(LocalPlaylist.capturedManifestNote) }
    await note("hls-playlist-stale", "no new segment for \(Int(age)) s: gave up")
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

  /// Switches to the next version of the manifest, and reports what is not followed.
  private mutating func takePresentation(_ next: MediaPresentation) async {
    let before = (state.presentation.availabilityStartTime, state.renditions.all.count)
    state.presentation = next
    state.renditions.take(next)
    if let known = before.0, known == first.presentation.availabilityStartTime,
      let moved = movedClock
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
  private var movedClock: Double? {
    guard let known = first.presentation.availabilityStartTime,
      let moved = state.presentation.availabilityStartTime, abs(moved - known) > Self.tolerance
    else { return nil }
    return moved
  }

  /// Updates the clock of the server by the `Date` of an answer, if there is no UTCTiming and `Date` differs from the
  /// clock in use. Returns the words for a note; nil: the clock is unchanged.
  private mutating func takeDate(of next: LoadedManifest) -> String? {
    guard !state.isClockByTiming, let answer = next.answer,
      abs(answer.lead - state.clockOffset) >= AnswerDate.tolerance
    else { return nil }
    state.clockOffset = answer.offset
    return "the clock of the server has changed: \(answer.words)"
  }

  /// Plans the new segments of all tracks, and returns their number.
  private mutating func plan() -> Int {
    let now = serverTime
    var count = 0
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
      schedule.append([], rendition: track, window: window(of: track, now: now))
    }
    return count
  }

  /// What the manifest lists of a track; nil if nothing has been planned. Files do not leave with their manifest.
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

  /// Whether no more segments will follow.
  private var isOver: Bool {
    let presentation = state.presentation
    if presentation.kind == .static { return true }
    guard presentation.reloadDelay == nil, let last = presentation.periods.last?.end,
      let anchor = presentation.availabilityStartTime
    else { return false }
    return serverTime > anchor + last + state.segmentDuration
  }

  /// The time at the server, in Unix seconds.
  private var serverTime: Double { access.unixTime() + state.clockOffset }

  private func note(_ id: NoteID, _ detail: String) async {
    await push(StreamNote(id: id, detail: detail))
  }

  private func push(_ note: StreamNote) async {
    guard !first.chosen.isEmpty else { return }
    await merger.push([.metadata(.note(note))], rendition: 0)
  }
}

/// Passes each event of a manifest once: every version lists the events again.
struct ManifestEventFilter {
  private struct Key: Hashable {
    var milliseconds: Int
    var bytes: [UInt8]
  }

  /// Tags that have passed.
  private(set) var tagCount = 0
  private let first: Double
  /// Events that have passed, and the last version that contained each.
  private var known: [Key: Int] = [:]
  private var version = 0
  /// An event is remembered for at least this many versions without it: caches may serve older versions meanwhile.
  private static let keptVersions = 64

  /// Events before `first`, in seconds of the manifest, are dropped.
  init(from first: Double) { self.first = first }

  /// Delivers the tags and markers that no earlier version had. `wallClockAtZero` is the wall clock at time 0 of this
  /// version, in Unix seconds; nil: the same as in the first version.
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
      // A section may contain several markers.
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
  /// The event with another wall clock; nil: the event is unchanged.
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
