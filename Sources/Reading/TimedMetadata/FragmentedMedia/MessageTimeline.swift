import ISOMedia

/// Determines the times of fragments and messages: media times, and seconds from the start of the run.
struct MessageTimeline {
  /// The times of a movie fragment, and the samples of its event tracks.
  struct Fragment {
    /// The start and end in seconds of the run; nil if they are unknown.
    var range: ClosedRange<Double>?
    var jumps: [Double]
    var events: [EventTracks.Fragment]
  }

  private var movie = Movie()
  /// Whether the current part has a movie box, and is therefore a file rather than a segment.
  private var hasMovieInPart = false
  /// Whether the current part has a box that marks the beginning of a segment.
  private var hasDelimiterInPart = false
  private var segment = SegmentState()
  private var clock = FragmentClock()
  /// The start of each track's next fragment, in ticks. It is used for a fragment that declares no time.
  private var nextDecodeTimes: [UInt32: Int64] = [:]
  /// The timescale of a message, assumed for tracks without a description.
  private var assumedTimescale: UInt32?
  private var isAssumed = false
  /// The start of the first fragment, in ticks of an unknown timescale.
  private var unscaledStart: Int64?
  /// The time of the first message that was placed without a clock.
  private var messageOrigin: MediaTime?
  /// Seconds to add to the presentation times of messages, by the event stream to which they belong.
  var messageShifts: [DeclaredEventStream: Double] = [:]

  /// The media time at time 0 of the run.
  var origin: MediaTime? { clock.origin ?? messageOrigin }

  /// The latest end of the fragments so far, in seconds of the run.
  var end: Double? { clock.end }

  /// Whether fragments or an index have determined the clock.
  var hasClock: Bool { clock.origin != nil }

  /// Ticks per second of a track. If there are several tracks, one with the preferred timescale is used if possible.
  func trackTimescale(preferring timescale: UInt32) -> Int? {
    let known = movie.tracks.sorted { $0.key < $1.key }.compactMap(\.value.timescale)
    return (known.first { $0 == timescale } ?? known.first).map { Int($0) }
  }

  /// The event tracks of the movie box, sorted by track_ID.
  var eventTracks: [(id: UInt32, track: Movie.Track)] {
    movie.tracks.filter { $0.value.events != nil }.sorted { $0.key < $1.key }
      .map { ($0.key, $0.value) }
  }

  /// The duration, in seconds, that the movie box declares for its content without fragments.
  var movieDuration: Double? { movie.duration }

  // MARK: - Boxes

  mutating func beginPart() {
    hasMovieInPart = false
    hasDelimiterInPart = false
    segment = SegmentState()
  }

  mutating func receive(_ movie: Movie) {
    self.movie = movie
    hasMovieInPart = true
  }

  /// Uses the movie box of an initialization section, which is not a part itself.
  mutating func use(_ movie: Movie) { self.movie = movie }

  mutating func beginSegment() {
    hasDelimiterInPart = true
    segment = SegmentState()
  }

  mutating func receive(_ index: SegmentIndex) {
    movie.learn(timescale: index.timescale, ofTrack: index.referenceID)
    if segment.hasFragment { segment = SegmentState() }
    hasDelimiterInPart = true
    segment.receiveIndex(startingAt: index.earliestPresentationTime)
  }

  /// Reads the next movie fragment. `messages` returns the messages that are queued before it. The result has its start
  /// and end, its jumps, and the samples of its event tracks.
  mutating func receiveFragment(
    _ payload: ArraySlice<UInt8>,
    messages: () -> [EventMessageBox]
  ) throws(BoxFault) -> Fragment {
    let fragments = try TrackFragment.fragments(parsing: payload) { movie.tracks[$0] }
    var ranges: [(track: UInt32, ticks: Range<Int64>)] = []
    var events: [EventTracks.Fragment] = []
    for fragment in fragments {
      let id = fragment.trackID
      let isClock = movie.isClock(id)
      let track = movie.tracks[id]
      guard isClock || track?.events != nil else { continue }
      let start = start(of: fragment)
      if isClock, let ticks = fragment.composition {
        ranges.append((id, ticks.lowerBound + start..<ticks.upperBound + start))
      }
      if let track, let entry = track.events, let timescale = track.timescale {
        events.append(
          EventTracks.Fragment(
            track: id,
            entry: entry,
            timescale: timescale,
            start: start,
            samples: fragment.samples
          )
        )
      }
    }
    if assumedTimescale == nil {
      let unscaled = ranges.filter { movie.tracks[$0.track]?.timescale == nil }.map(\.ticks)
      if !unscaled.isEmpty {
        assumedTimescale = Self.timescale(of: messages(), near: unscaled)
      }
    }
    let spans = ranges.compactMap { span(ofTrack: $0.track, $0.ticks) }
    let first = spans.map(\.start).min { $0.seconds(since: $1) < 0 }
    segment.receiveFragment(at: first, isDelimited: hasDelimiterInPart || !hasMovieInPart)
    if let first { startClock(at: first) }
    var range: ClosedRange<Double>?
    var jumps: [Double] = []
    for span in spans {
      let (start, jump) = clock.advance(track: span.track, from: span.start, seconds: span.seconds)
      let end = start + max(0, span.seconds)
      range = min(range?.lowerBound ?? start, start)...max(range?.upperBound ?? end, end)
      if let jump { jumps.append(jump) }
    }
    return Fragment(range: range, jumps: jumps, events: events)
  }

  /// Ends a part: no fragment follows, so the times of the index are used.
  mutating func settlePart() {
    segment.settle()
    if let start = segment.start { startClock(at: start) }
  }

  /// The presentation time from which the sample times of a fragment count, in ticks of its track.
  private mutating func start(of fragment: TrackFragment) -> Int64 {
    let id = fragment.trackID
    let decodeTime = fragment.decodeTime ?? nextDecodeTimes[id] ?? 0
    if nextDecodeTimes[id] != nil || nextDecodeTimes.count < Movie.maximumTracks {
      nextDecodeTimes[id] = min(decodeTime + fragment.duration, MediaTime.maximumTicks)
    }
    return decodeTime - (movie.tracks[id]?.editStart ?? 0)
  }

  /// The timescale of the messages before a fragment of unknown timescale. The fragment usually has the same timescale.
  /// A message of version 1 is used only if it is due within the fragment.
  private static func timescale(
    of messages: [EventMessageBox],
    near ranges: [Range<Int64>]
  ) -> UInt32? {
    messages.first { message in
      switch message.due {
      case .delta: return true
      case .presentation(let time):
        return Int64(exactly: time).map { ticks in ranges.contains { $0.contains(ticks) } } ?? false
      }
    }?.timescale
  }

  private mutating func span(
    ofTrack id: UInt32,
    _ ticks: Range<Int64>
  ) -> (track: UInt32, start: MediaTime, seconds: Double)? {
    guard let timescale = movie.tracks[id]?.timescale ?? assumedTimescale else {
      unscaledStart = unscaledStart ?? ticks.lowerBound
      return nil
    }
    if movie.tracks[id]?.timescale == nil { isAssumed = true }
    return MediaTime(ticks: ticks.lowerBound, timescale: timescale).map {
      (id, $0, Double(ticks.upperBound - ticks.lowerBound) / Double(timescale))
    }
  }

  private mutating func startClock(at first: MediaTime) {
    guard clock.origin == nil else { return }
    let unscaled = unscaledStart.flatMap { start in
      isAssumed ? assumedTimescale.flatMap { MediaTime(ticks: start, timescale: $0) } : nil
    }
    clock.start(at: messageOrigin ?? unscaled ?? segment.trustedIndexStart(first) ?? first)
  }

  // MARK: - Messages

  /// Determines the time of a message in seconds of the run. `fragment` is the start of the fragment after the message;
  /// nil if unknown.
  mutating func place(_ box: EventMessageBox, fragment: Double?) -> IncomingMessage.Placement {
    let shift = shift(of: box)
    guard let pts = pts(of: box), let media = MediaTime(ticks: pts, timescale: box.timescale)
    else {
      var time = fragment ?? clock.end ?? 0
      var declared: Double?
      switch box.due {
      case .delta(let delta): time += Double(delta) / Double(box.timescale)
      case .presentation(let ticks):
        // The time is rejected in any case, so a few seconds do not matter.
        declared = clock.origin.map {
          Double(ticks) / Double(box.timescale) - $0.seconds + shift
        }
      }
      return IncomingMessage.Placement(time: time, declaredTime: declared, notes: [.clockEstimated])
    }
    guard let place = clock.placement(of: media, fragment: fragment, shift: shift) else {
      messageOrigin = messageOrigin ?? media
      let time = messageOrigin.map { media.seconds(since: $0) + shift }
      return IncomingMessage.Placement(pts: pts, time: time, notes: [.clockEstimated])
    }
    var notes: [NoteID] = []
    let isGuess = if case .delta = box.due { segment.isEstimated } else { false }
    if isGuess || isAssumed || place.declaredTime != nil { notes.append(.clockEstimated) }
    if let declared = place.declaredTime { notes.append(.jump(by: declared - place.time)) }
    return IncomingMessage.Placement(
      pts: pts,
      time: place.time,
      declaredTime: place.declaredTime,
      mediaClock: clock.origin.map {
        MediaClock(origin: $0.seconds, step: media.seconds(since: $0) + shift - place.time)
      },
      notes: notes
    )
  }

  /// Determines the time of an event in a sample that is presented at `sample`. Any distance between the two times is
  /// accepted.
  mutating func place(
    _ box: EventMessageBox,
    sample: MediaTime,
    fragment: ClosedRange<Double>?
  ) -> IncomingMessage.Placement {
    guard let pts = pts(of: box), let media = MediaTime(ticks: pts, timescale: box.timescale),
      let place = clock.placement(ofSample: sample, in: fragment)
    else { return place(box, fragment: fragment?.lowerBound) }
    let distance = media.seconds(since: sample)
    return IncomingMessage.Placement(
      pts: pts,
      time: place.time + distance,
      declaredTime: place.declaredTime.map { $0 + distance },
      notes: isAssumed || place.declaredTime != nil ? [.clockEstimated] : []
    )
  }

  /// The presentation time of a sample, in seconds of the run; nil before the timeline is started.
  func time(of sample: MediaTime, in fragment: ClosedRange<Double>?) -> Double? {
    clock.placement(ofSample: sample, in: fragment)?.time
  }

  /// Seconds to add to the presentation time of a message to get the media time. A time delta counts from the segment,
  /// so it is not shifted.
  private func shift(of box: EventMessageBox) -> Double {
    guard !messageShifts.isEmpty, case .presentation = box.due else { return 0 }
    let stream = DeclaredEventStream(scheme: box.message.scheme, value: box.message.value)
    return messageShifts[stream] ?? 0
  }

  /// The presentation time of a message in ticks of its timescale; nil if the start of its segment is unknown, or if
  /// the time is out of range.
  private func pts(of box: EventMessageBox) -> Int64? {
    switch box.due {
    case .presentation(let time): return Int64(exactly: time)
    case .delta(let delta):
      let start = segment.start?.ticks(inTimescale: box.timescale)
      return start.flatMap { MediaTime(ticks: $0, timescale: box.timescale) }
        .map { $0.ticks + Int64(delta) }
    }
  }
}
