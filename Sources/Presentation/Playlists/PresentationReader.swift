import HLS
import TimedMetadata

/// Reads the renditions of a presentation: starts a task for each, merges their events, and places them on a common
/// timeline.
final class PresentationReader {
  /// One rendition that is read. It has several summaries if several playlists have the same
  /// segments.
  private struct Track {
    var summaries: [RenditionSummary]
    var isListed = true
    var end: RenditionEnd?
    /// The segments that have been delivered.
    var seen = SeenSegments()
    /// The last segment that was read, until its report is delivered.
    var ended: SegmentReport?
  }

  /// Whether the summary has been delivered.
  private(set) var hasEnded = false

  private let name: String
  private let options: ReaderOptions
  private let window: ReadingWindow
  private let endBeforeStart: PresentationEnd?
  private let schedule: SegmentSchedule
  private let merger: EventMerger
  private let counter: ByteCounter
  /// The readers of the renditions, and what adds to them.
  private var tasks: [Task<Void, Never>] = []
  private var tracks: [Track]
  private var timeline: RunTimeline
  /// Nil after time 0 has been determined.
  private var start: TimeZeroBuffer?
  private let clock: any LiveClock
  /// The time at which a live presentation starts without the renditions that have no run yet.
  private let latestStart: Double
  private var markers = MarkerFilter()
  /// The facts about the playlists or the manifest.
  private let playlist: PlaylistSummary
  /// Where renditions are read to, in their own time.
  private let readingLimit: Double?
  /// Unix seconds at time 0, if a manifest specifies them.
  let wallClockAtZero: Double?

  /// Whether any playlist had no end when it was first read.
  var isGrowing: Bool { playlist.isLive }

  /// Starts reading.
  init(
    _ parts: PresentationParts,
    name: String,
    counter: ByteCounter,
    access: PlaylistAccess,
    options: ReaderOptions
  ) {
    self.name = name
    self.counter = counter
    self.options = options
    let count = parts.tracks.count
    tracks = parts.tracks.map { Track(summaries: $0.names, isListed: $0.isListed) }
    timeline = RunTimeline(renditionCount: count, zero: parts.zero)
    // A manifest determines time 0.
    start = parts.zero == nil ? TimeZeroBuffer(renditionCount: count) : nil
    clock = access.clock
    latestStart = parts.isLive ? access.clock.now + parts.targetDuration : .infinity
    playlist = parts.summary
    window = parts.window
    readingLimit = parts.window.end.map { $0 + (parts.zero ?? 0) }
    wallClockAtZero = parts.wallClockAtZero
    endBeforeStart = parts.endBeforeStart
    schedule = SegmentSchedule(
      access.loader,
      renditionCount: count,
      isLive: parts.isLive,
      limits: access.limits,
      clock: access.clock,
      onBacklog: { [names = parts.tracks.map { $0.names.map(\.name) }] track, segments in
        for name in names[track] { access.onBacklog?(name, segments) }
      }
    )
    merger = EventMerger(renditionCount: count, isLive: parts.isLive)
    let followers = parts.followers(schedule, merger)
    for (index, track) in parts.tracks.enumerated() where !track.isFollowed {
      schedule.complete(rendition: index)
    }
    access.onOpened?(
      OpenedPlaylists(
        renditions: parts.tracks.filter(\.isListed).flatMap(\.names),
        isLive: isGrowing,
        targetDuration: parts.targetDuration
      )
    )
    schedule.append(parts.tracks.map(\.segments), windows: parts.tracks.map(\.window))
    for (index, track) in parts.tracks.enumerated() where track.hasMedia {
      startReading(index, at: track.start, parts.expireManifest)
    }
    tasks += followers.map { follow in Task { await follow() } }
  }

  /// A playlist may state any target duration.
  static let longestTargetDuration = 30.0

  private func startReading(
    _ index: Int,
    at start: Double,
    _ expireManifest: @escaping @Sendable (Double?) -> Void
  ) {
    let trackName = tracks[index].summaries.first?.name ?? name
    let (program, pid, limit) = (options.program, options.pid, readingLimit)
    let reminder = options.reminder
    tasks.append(
      Task { [schedule, merger, counter] in
        var trackOptions = ReaderOptions(
          program: program,
          pid: pid,
          limitSeconds: limit,
          reminder: reminder
        )
        trackOptions.manifestExpires = expireManifest
        let reader = RenditionReader(
          name: trackName,
          rendition: index,
          start: start,
          schedule: schedule,
          merger: merger,
          counter: counter,
          options: trackOptions
        )
        await reader.readAll()
      }
    )
  }

  /// Ends all tasks.
  func cancel() {
    for task in tasks { task.cancel() }
    schedule.cancel()
    merger.abandon()
  }

  /// Waits for the next event, and delivers what follows from it. Nothing comes of a task that is cancelled.
  /// - Throws: The reason why nothing at all could be read.
  func advance(deliver: (TimedMetadataEvent) -> Void) async throws(TimedMetadataError) {
    let untilStart = start == nil ? nil : latestStart - clock.now
    let next = await merger.next(waitingAtMost: untilStart.flatMap { $0.isFinite ? $0 : nil })
    if start != nil, clock.now >= latestStart { settleStart(deliver) }
    switch next {
    case nil: return
    case .end:
      settleStart(deliver)
      hasEnded = true
      // Playlists may still be followed although their renditions have been read to the limit.
      cancel()
      try requireSegments()
      deliver(.end(summary))
    case .event(let event, let rendition):
      take(event, rendition, deliver)
    }
  }

  /// Delivers the events that have been read and not delivered yet: no more will be read.
  func drain(deliver: (TimedMetadataEvent) -> Void) {
    settleStart(deliver)
    while case .event(let event, let rendition) = merger.takeNext() {
      receive(event, rendition, deliver)
    }
    // The last segment of a rendition is reported, too.
    for index in tracks.indices {
      guard let ended = tracks[index].ended else { continue }
      receive(.metadata(.segment(ended)), index, deliver)
    }
  }

  private func take(
    _ event: RenditionEvent,
    _ rendition: Int,
    _ deliver: (TimedMetadataEvent) -> Void
  ) {
    guard start != nil else { return receive(event, rendition, deliver) }
    start?.receive(event, rendition: rendition)
    if start?.isComplete == true { settleStart(deliver) }
  }

  /// Determines time 0, and delivers the events that waited for it.
  private func settleStart(_ deliver: (TimedMetadataEvent) -> Void) {
    guard let known = start else { return }
    start = nil
    let runs = known.runs
    for misfit in timeline.start(runs) {
      let start = runs.first { $0.rendition == misfit }?.run.start ?? 0
      noteMisfit(at: start, misfit, deliver)
    }
    for (event, rendition) in known.events { receive(event, rendition, deliver) }
  }

  private func noteMisfit(
    at start: Double,
    _ index: Int,
    _ deliver: (TimedMetadataEvent) -> Void
  ) {
    deliver(
      .note(
        StreamNote(
          id: "hls-discontinuity-undeclared",
          rendition: tracks[index].summaries.first?.name,
          time: timeline.time(start, rendition: index),
          detail: "clock does not fit that of the other renditions"
        )
      )
    )
  }

  private func receive(
    _ event: RenditionEvent,
    _ index: Int,
    _ deliver: (TimedMetadataEvent) -> Void
  ) {
    switch event {
    case .segment: break
    case .ended(let segment): tracks[index].ended = segment
    case .run(let run):
      guard !timeline.begin(run, rendition: index) else { return }
      noteMisfit(at: run.start, index, deliver)
    case .finished(let end): tracks[index].end = end
    case .metadata(let event):
      if case .segment(let segment) = event,
        segment.mediaSequence == tracks[index].ended?.mediaSequence
      {
        tracks[index].ended = nil
      }
      for copy in tracks[index].summaries.indices { place(event, index, copy, deliver) }
    }
  }

  /// Places an event on the common timeline under the name of its rendition.
  private func place(
    _ event: TimedMetadataEvent,
    _ index: Int,
    _ copy: Int,
    _ deliver: (TimedMetadataEvent) -> Void
  ) {
    let rendition = tracks[index].summaries[copy].name
    switch event {
    case .tag(var tag):
      tag.rendition = rendition
      tag.shift(by: timeline.time(0, rendition: index))
      if let time = tag.time { timeline.reach(time, rendition: index) }
      tag.wallClock = tag.wallClock ?? wallClock(at: tag.time)
      guard window.contains(tag) else { return }
      tracks[index].summaries[copy].tags += 1
      if tag.nielsen != nil { tracks[index].summaries[copy].nielsenTags += 1 }
      deliver(.tag(tag))
    case .note(var note):
      note.rendition = rendition
      note.time = note.time.map { timeline.time($0, rendition: index) }
      deliver(.note(note))
    case .marker(var marker):
      marker.rendition = rendition
      marker.time = marker.time.map { timeline.time($0, rendition: index) }
      marker.wallClock = marker.wallClock ?? wallClock(at: marker.time)
      let isPastEnd = marker.kind == .splice && marker.time ?? 0 > window.end ?? .infinity
      guard !isPastEnd, let marker = markers.pass(marker) else { return }
      deliver(.marker(marker))
      if !marker.isUpdate, let guess = marker.guess { deliver(.note(.guessed(marker, guess))) }
    case .segment(var segment):
      segment.rendition = rendition
      segment.start = segment.start.map { timeline.time($0, rendition: index) }
      segment.wallClock = segment.wallClock ?? wallClock(at: segment.start)
      if let end = window.end, let start = segment.start, start > end { return }
      if let frames = segment.frames {
        segment.frames =
          timeline.time(
            frames.lowerBound,
            rendition: index
          )...timeline.time(frames.upperBound, rendition: index)
      }
      if let end = segment.frames?.upperBound { timeline.reach(end, rendition: index) }
      if copy == 0 { tracks[index].seen.add(segment) }
      deliver(.segment(segment))
    case .end: break
    }
  }
}

// MARK: - Summary

extension PresentationReader {
  /// - Throws: The reason why no segment could be read.
  private func requireSegments() throws(TimedMetadataError) {
    let ends = tracks.compactMap(\.end)
    guard !ends.contains(where: \.hasRead), let failure = ends.compactMap(\.failure).first else {
      return
    }
    throw TimedMetadataError(
      failure.code,
      input: name,
      reason: "no segment could be read, \(failure.input) first: \(failure.reason)",
      remedy: failure.remedy
    )
  }

  /// The facts about the presentation so far. A rendition that is still being read ends after the last segment that
  /// was delivered.
  var summary: InputSummary {
    var streams: [StreamSummary] = []
    var media: Set<MediaKind> = []
    var renditions: [RenditionSummary] = []
    for (index, track) in tracks.enumerated() {
      let end = track.end
      media.formUnion(end?.media ?? track.seen.media)
      for known in track.summaries where track.isListed || known.tags > 0 {
        var known = known
        known.segmentsRead = end?.segmentsRead ?? track.seen.readCount
        known.segmentsMissing = end?.segmentsMissing ?? track.seen.missingCount
        known.segmentsInGaps = end?.segmentsInGaps ?? track.seen.gapCount
        known.end = end.map { $0.end.map { timeline.time($0, rendition: index) } } ?? track.seen.end
        renditions.append(known)
        for var stream in end?.streams ?? [] {
          stream.rendition = known.name
          streams.append(stream)
        }
      }
    }
    var summary = InputSummary(
      duration: renditions.compactMap(\.end).max().map { min($0, window.end ?? .infinity) },
      streams: streams,
      renditions: renditions,
      endBeforeStart: endBeforeStart,
      byteCount: counter.value
    )
    summary.skippedByteCount = counter.skipped
    summary.media = media
    summary.playlist = playlist
    return summary
  }
}
