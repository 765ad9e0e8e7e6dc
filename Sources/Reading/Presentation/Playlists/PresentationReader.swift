import HLS
import Synchronization
import System
import TimedMetadata

/// Reads the renditions of a presentation, each in its own task, merges their events, and places
/// them on a common timeline.
final class PresentationReader {
  /// A rendition to read. It has several summaries if several playlists have the same segments.
  private struct Track {
    var summaries: [RenditionSummary]
    var isListed = true
    var end: RenditionEnd?
    /// The counts and the end of the segments delivered so far. The summary uses them until the rendition has been read
    /// completely. The end is in seconds of the common timeline.
    var seen = RenditionEnd()
    /// The last segment that was read, until its final report has been delivered.
    var ended: SegmentReport?
  }

  /// The events that have not been taken yet, in order.
  private var delivered = Fifo<TimedMetadataEvent>()
  /// Whether the summary, which is the last event, has been added to `delivered`.
  private(set) var hasEnded = false

  private let name: String
  private let options: ReaderOptions
  /// The plan, without its tracks and followers.
  private let plan: PresentationPlan
  private let schedule: SegmentSchedule
  private let merger: EventMerger
  private let counter: ByteCounter
  /// The tasks that read the renditions, and the tasks that add segments to them.
  private var tasks: [Task<Void, Never>] = []
  private var tracks: [Track]
  private var timeline: RunTimeline
  /// Holds the events until time 0 is known; nil after that.
  private var start: TimeZeroBuffer?
  private let clock: any TaskClock
  /// The time, in seconds of `clock`, at which a live presentation starts even if some renditions have no run yet.
  private let latestStart: Double
  private var markers = MarkerFilter()

  init(
    _ plan: PresentationPlan,
    name: String,
    counter: ByteCounter,
    access: PlaylistAccess,
    options: ReaderOptions
  ) {
    self.name = name
    self.counter = counter
    self.options = options
    let count = plan.tracks.count
    tracks = plan.tracks.map { Track(summaries: $0.names, isListed: $0.isListed) }
    timeline = RunTimeline(renditionCount: count, zero: plan.zero)
    // A manifest specifies time 0, so no buffer is needed.
    start = plan.zero == nil ? TimeZeroBuffer(renditionCount: count) : nil
    clock = access.clock
    latestStart = plan.isLive ? access.clock.now + plan.targetDuration : .infinity
    var rest = plan
    (rest.tracks, rest.followers) = ([], { _, _ in [] })
    self.plan = rest
    schedule = SegmentSchedule(
      access.loader,
      renditionCount: count,
      isLive: plan.isLive,
      limits: access.limits,
      clock: access.clock,
      onBacklog: { [names = plan.tracks.map { $0.names.map(\.name) }] track, segments in
        for name in names[track] { access.onBacklog?(name, segments) }
      }
    )
    merger = EventMerger(renditionCount: count, isLive: plan.isLive)
    let followers = plan.followers(schedule, merger)
    for (index, track) in plan.tracks.enumerated() where !track.isFollowed {
      schedule.complete(rendition: index)
    }
    access.onOpened?(
      OpenedPlaylists(
        renditions: plan.tracks.filter(\.isListed).flatMap(\.names),
        isLive: plan.summary.isLive,
        targetDuration: plan.targetDuration
      )
    )
    schedule.append(plan.tracks.map(\.segments), windows: plan.tracks.map(\.window))
    let (program, pid, reminder) = (options.program, options.pid, options.reminder)
    let (limit, expires) = (plan.window.end.map { $0 + (plan.zero ?? 0) }, plan.expireManifest)
    for (index, track) in plan.tracks.enumerated() where track.hasMedia {
      let (name, start) = (track.names.first?.name ?? name, track.start)
      tasks.append(
        Task { [schedule, merger] in
          var options = ReaderOptions(
            program: program,
            pid: pid,
            limitSeconds: limit,
            reminder: reminder
          )
          options.manifestExpires = expires
          let reader = RenditionReader(
            name: name,
            rendition: index,
            start: start,
            schedule: schedule,
            merger: merger,
            counter: counter,
            options: options
          )
          await reader.readAll()
        }
      )
    }
    tasks += followers.map { follow in Task { await follow() } }
  }

  func cancel() {
    for task in tasks { task.cancel() }
    schedule.cancel()
    merger.abandon()
  }

  func takeEvent() -> TimedMetadataEvent? { delivered.popFirst() }

  private func deliver(_ event: TimedMetadataEvent) { delivered.append(event) }

  /// Waits for the next event of a rendition, and delivers the resulting events. If the task is cancelled, it does not
  /// wait.
  /// - Throws: The reason why no segment of any rendition could be read.
  func advance() async throws(TimedMetadataError) {
    let untilStart = start == nil ? nil : latestStart - clock.now
    let next = await merger.next(waitingAtMost: untilStart.flatMap { $0.isFinite ? $0 : nil })
    if start != nil, clock.now >= latestStart { settleStart() }
    switch next {
    case nil: return
    case .end:
      settleStart()
      hasEnded = true
      // The playlists may still be reloaded although their renditions have been read up to the limit.
      cancel()
      try requireSegments()
      deliver(.end(summary))
    case .event(let event, let rendition):
      take(event, rendition)
    }
  }

  /// Delivers the events that are available. Called when no more will be read.
  func drain() {
    settleStart()
    while case .event(let event, let rendition) = merger.takeNext(isLast: true) {
      receive(event, rendition)
    }
    // The report of a rendition's last segment may not have been delivered yet.
    for index in tracks.indices {
      guard let ended = tracks[index].ended else { continue }
      receive(.metadata(.segment(ended)), index)
    }
  }

  private func take(_ event: RenditionEvent, _ rendition: Int) {
    guard start != nil else { return receive(event, rendition) }
    start?.receive(event, rendition: rendition)
    if start?.isComplete == true { settleStart() }
  }

  /// Determines time 0, and delivers the events that were held until then.
  private func settleStart() {
    guard let known = start else { return }
    start = nil
    let runs = known.runs
    for misfit in timeline.start(runs) {
      let start = runs.first { $0.rendition == misfit }?.run.start ?? 0
      noteMisfit(at: start, misfit)
    }
    for (event, rendition) in known.events { receive(event, rendition) }
  }

  private func noteMisfit(at start: Double, _ index: Int) {
    deliver(
      .note(
        StreamNote(
          id: "hls-discontinuity-undeclared",
          rendition: tracks[index].summaries.first?.name,
          time: timeline.time(start, rendition: index),
          detail: "the clock does not fit the clocks of the other renditions"
        )
      )
    )
  }

  private func receive(_ event: RenditionEvent, _ index: Int) {
    switch event {
    case .segment: break
    case .ended(let segment): tracks[index].ended = segment
    case .run(let run):
      guard !timeline.begin(run, rendition: index) else { return }
      noteMisfit(at: run.start, index)
    case .finished(let end): tracks[index].end = end
    case .metadata(let event):
      if case .segment(let segment) = event,
        segment.mediaSequence == tracks[index].ended?.mediaSequence
      {
        tracks[index].ended = nil
      }
      for copy in tracks[index].summaries.indices { place(event, index, copy) }
    }
  }

  /// Places an event on the common timeline, and sets the name of its rendition.
  private func place(_ event: TimedMetadataEvent, _ index: Int, _ copy: Int) {
    let rendition = tracks[index].summaries[copy].name
    func time(_ own: Double) -> Double { timeline.time(own, rendition: index) }
    switch event {
    case .tag(var tag):
      tag.rendition = rendition
      tag.shift(by: time(0))
      if let time = tag.time { timeline.reach(time, rendition: index) }
      tag.wallClock = tag.wallClock ?? wallClock(at: tag.time)
      guard plan.window.contains(tag) else { return }
      tracks[index].summaries[copy].tags += 1
      if tag.nielsen != nil { tracks[index].summaries[copy].nielsenTags += 1 }
      deliver(.tag(tag))
    case .note(var note):
      note.rendition = rendition
      note.time = note.time.map(time)
      deliver(.note(note))
    case .marker(var marker):
      marker.rendition = rendition
      marker.time = marker.time.map(time)
      marker.wallClock = marker.wallClock ?? wallClock(at: marker.time)
      let isPastEnd = marker.kind == .splice && marker.time ?? 0 > plan.window.end ?? .infinity
      guard !isPastEnd, let marker = markers.pass(marker) else { return }
      deliver(.marker(marker))
      guard !marker.isUpdate, let guess = marker.guess else { return }
      deliver(
        .note(
          StreamNote(
            id: .dateRangeGuessed,
            rendition: marker.rendition,
            segment: marker.segment,
            time: marker.time,
            detail: "EXT-X-DATERANGE with ID \(marker.id ?? ""): \(guess)"
          )
        )
      )
    case .segment(var segment):
      segment.rendition = rendition
      segment.start = segment.start.map(time)
      segment.wallClock = segment.wallClock ?? wallClock(at: segment.start)
      if let end = plan.window.end, let start = segment.start, start > end { return }
      segment.frames = segment.frames.map { time($0.lowerBound)...time($0.upperBound) }
      if let end = segment.frames?.upperBound { timeline.reach(end, rendition: index) }
      if copy == 0 { tracks[index].seen.add(segment) }
      deliver(.segment(segment))
    case .end: break
    }
  }
}

// MARK: - Summary

extension PresentationReader {
  /// The wall clock at a time of the timeline, in Unix seconds, according to the first version of a manifest. Nil for
  /// playlists, and for a manifest without a wall clock.
  private func wallClock(at time: Double?) -> Double? {
    guard let zero = plan.wallClockAtZero else { return nil }
    return time.map { $0 + zero }
  }

  /// Throws the failure of the first rendition that failed, if nothing was read from any rendition.
  private func requireSegments() throws(TimedMetadataError) {
    let ends = tracks.compactMap(\.end)
    guard !ends.contains(where: \.hasRead), let failure = ends.compactMap(\.failure).first else {
      return
    }
    throw TimedMetadataError(noneRead: "segment", of: name, failure)
  }

  /// The summary of the presentation so far. A rendition that is still being read ends after the
  /// last segment that was delivered.
  var summary: InputSummary {
    var streams: [StreamSummary] = []
    var media: Set<MediaKind> = []
    var renditions: [RenditionSummary] = []
    for (index, track) in tracks.enumerated() {
      let end = track.end ?? track.seen
      media.formUnion(end.media)
      for known in track.summaries where track.isListed || known.tags > 0 {
        var known = known
        known.segmentsRead = end.segmentsRead
        known.segmentsMissing = end.segmentsMissing
        known.segmentsInGaps = end.segmentsInGaps
        known.end = track.end == nil ? end.end : end.end.map { timeline.time($0, rendition: index) }
        renditions.append(known)
        for var stream in end.streams {
          stream.rendition = known.name
          streams.append(stream)
        }
      }
    }
    var summary = InputSummary(
      duration: renditions.compactMap(\.end).max().map { min($0, plan.window.end ?? .infinity) },
      streams: streams,
      renditions: renditions,
      endBeforeStart: plan.endBeforeStart,
      byteCount: counter.value
    )
    summary.skippedByteCount = counter.skipped
    summary.media = media
    summary.playlist = plan.summary
    return summary
  }
}

extension RenditionEnd {
  mutating func add(_ segment: SegmentReport) {
    if segment.isGap {
      segmentsInGaps += 1
    } else if segment.isComplete {
      segmentsRead += 1
    } else {
      segmentsMissing += 1
    }
    if let kind = segment.media { media.insert(kind) }
    guard let start = segment.start else { return }
    let reached = segment.frames?.upperBound ?? start + segment.duration
    end = max(end ?? reached, reached)
  }
}

/// Counts the bytes that all tasks have read.
final class ByteCounter: Sendable {
  private let count = Atomic<Int64>(0)

  var value: Int64 { count.load(ordering: .relaxed) }

  private let skippedCount = Atomic<Int64>(0)

  /// The number of bytes within segments that were skipped instead of fetched.
  var skipped: Int64 { skippedCount.load(ordering: .relaxed) }

  func addSkipped(_ bytes: Int64) { skippedCount.wrappingAdd(bytes, ordering: .relaxed) }

  func add(_ bytes: Int) { count.wrappingAdd(Int64(bytes), ordering: .relaxed) }
}
