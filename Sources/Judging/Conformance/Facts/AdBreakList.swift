import TimedMetadata

/// An ad break as marks announce it and as it ended.
struct AdBreak: Sendable {
  /// The source of a break: marks of one source belong together.
  enum Source: Sendable, Hashable {
    /// Date ranges of playlists.
    case dateRange
    /// Cue tags of playlists.
    case cue
    /// SCTE-35 in the media: the PID of a transport stream, nil for event messages.
    case media(pid: Int?)
    /// Tags of Yospace around each inserted ad.
    case ads
  }

  let source: Source
  let id: String?
  let program: Int?
  let place: Place
  /// Presentation seconds.
  var start: Double
  /// Seconds, where they are announced.
  var announced: Double?
  /// Whether it ends without a further mark after that time, where that is said.
  var returnsByItself: Bool?
  /// Where a mark ends it.
  var markedEnd: Double?
  /// Whether it was called off.
  var isCancelled = false

  /// Where it ends as far as that is known.
  var end: Double? { markedEnd ?? announced.map { start + $0 } }

  /// Whether nothing but a further mark can end it.
  var needsReturn: Bool { announced == nil || returnsByItself == false }

  /// Whether it is about a stream.
  func concerns(_ stream: StreamKey) -> Bool {
    !isCancelled && (program == nil || stream.program == nil || program == stream.program)
  }
}

/// The ad breaks of an input in the order in which they were announced, as rules see them. Each has a number,
/// counted from 0 over the whole input; of an input without end the oldest are forgotten.
struct AdBreakList: Sendable {
  /// The effect of a mark, with the number of the break.
  enum Change: Equatable {
    case began(Int)
    case ended(Int)
    case other
  }

  /// The breaks that are kept: the latest 3,072 at least.
  private(set) var all: [AdBreak] = []
  /// The number of the first of `all`.
  private(set) var firstNumber = 0

  /// Breaks that are kept at most.
  static let maximumCount = 4096
  /// Breaks that are forgotten together where another would be one too many.
  static let forgottenCount = 1024
  /// An announcement of the same event this much later is another break: 60 s.
  private static let longestMove = 60.0
  /// A break that was to end by itself may end this much later than announced: 60 s.
  private static let longestOverrun = 60.0
  /// Breaks before the latest that an end may belong to.
  private static let reach = 16

  /// The number of the next break.
  var endNumber: Int { firstNumber + all.count }

  /// A break by its number; nil where it is forgotten, or has not come.
  subscript(number: Int) -> AdBreak? {
    let index = number - firstNumber
    return all.indices.contains(index) ? all[index] : nil
  }

  /// Whether the next break that begins makes the list forget its oldest.
  var isFull: Bool { all.count >= Self.maximumCount }

  /// Forgets the oldest breaks.
  mutating func forgetOldest() {
    let count = min(Self.forgottenCount, all.count)
    all.removeFirst(count)
    firstNumber += count
  }

  /// Takes the next mark.
  mutating func receive(_ marker: TimelineMarker) -> Change {
    guard let time = marker.effectiveTime, time.isFinite else { return .other }
    let source = AdBreak.Source(marker)
    if marker.announcement?.isCancelled == true {
      for index in recent where isOf(marker, source, index) && !hasEnded(index, by: time) {
        all[index].isCancelled = true
      }
      return .other
    }
    guard let isOut = marker.isOut else { return .other }
    return isOut ? begin(marker, source, at: time) : end(marker, source, at: time)
  }

  private var recent: Range<Int> { max(0, all.count - Self.reach)..<all.count }

  private func isOf(_ marker: TimelineMarker, _ source: AdBreak.Source, _ index: Int) -> Bool {
    all[index].source == source && all[index].program == marker.program
      && all[index].id == marker.id && !all[index].isCancelled
  }

  private func isBeside(_ marker: TimelineMarker, _ source: AdBreak.Source, _ index: Int) -> Bool {
    all[index].source == source && all[index].program == marker.program
  }

  private func hasEnded(_ index: Int, by time: Double) -> Bool {
    let one = all[index]
    guard one.markedEnd == nil else { return true }
    return !one.needsReturn && one.end.map { $0 <= time } ?? false
  }

  /// Whether a mark for `end` may end a break. One that ended by itself long before does not last until
  /// then: some senders end a break twice, or by a mark whose break was not announced.
  private func mayEnd(
    _ index: Int,
    _ marker: TimelineMarker,
    _ source: AdBreak.Source,
    at end: Double
  ) -> Bool {
    let one = all[index]
    guard isBeside(marker, source, index), one.markedEnd == nil, !one.isCancelled,
      one.start < end
    else { return false }
    if one.needsReturn || end <= one.start + (one.announced ?? 0) + Self.longestOverrun {
      return true
    }
    guard isOf(marker, source, index) else { return false }
    return !recent.contains {
      $0 > index && isBeside(marker, source, $0) && !all[$0].isCancelled
    }
  }

  /// Whether a cue tag for a break repeats that of the break that it is in: some packagers write
  /// one at every segment.
  private func isWithinCue(
    _ marker: TimelineMarker,
    _ source: AdBreak.Source,
    at time: Double
  ) -> Bool {
    source == .cue
      && recent.contains {
        isOf(marker, source, $0) && all[$0].markedEnd == nil && all[$0].start < time
          && all[$0].end.map { time < $0 - 1 } ?? false
      }
  }

  private mutating func begin(
    _ marker: TimelineMarker,
    _ source: AdBreak.Source,
    at time: Double
  ) -> Change {
    // A later word about a break that is known.
    if let known = recent.last(where: {
      all[$0].source == source && all[$0].program == marker.program
        && (abs(all[$0].start - time) <= 1
          || all[$0].id != nil && all[$0].id == marker.id && all[$0].markedEnd == nil
            && abs(all[$0].start - time) < Self.longestMove)
    }), !all[known].isCancelled {
      if all[known].id == marker.id {
        all[known].start = time
        all[known].announced = marker.duration ?? all[known].announced
      } else {
        all[known].announced = all[known].announced ?? marker.duration
      }
      all[known].returnsByItself =
        marker.announcement?.returnsByItself ?? all[known].returnsByItself
      return .other
    }
    guard !isWithinCue(marker, source, at: time) else { return .other }
    if isFull { forgetOldest() }
    all.append(
      AdBreak(
        source: source,
        id: marker.id,
        program: marker.program,
        place: Place(marker),
        start: time,
        announced: marker.duration,
        returnsByItself: marker.announcement?.returnsByItself
      )
    )
    return .began(endNumber - 1)
  }

  private mutating func end(
    _ marker: TimelineMarker,
    _ source: AdBreak.Source,
    at end: Double
  ) -> Change {
    let named = recent.last { isOf(marker, source, $0) && all[$0].markedEnd == nil }
    let own = recent.last {
      isOf(marker, source, $0) && mayEnd($0, marker, source, at: end)
    }
    let open = recent.last { mayEnd($0, marker, source, at: end) }
    // The source is not compared: the programme has returned. After an ad, another may follow.
    for index in recent
    where source != .ads && all[index].source != source && all[index].program == marker.program
      && all[index].markedEnd == nil && all[index].start < end - 1 && all[index].needsReturn
    {
      all[index].markedEnd = end
    }
    guard named.map({ all[$0].start < end }) ?? true, let index = own ?? open else {
      return .other
    }
    all[index].markedEnd = end
    return .ended(firstNumber + index)
  }
}

extension AdBreak.Source {
  init(_ marker: TimelineMarker) {
    switch marker.kind {
    case .dateRange: self = .dateRange
    case .cueOut, .cueIn: self = .cue
    case .splice:
      self = marker.pid == nil && marker.offset == nil ? .cue : .media(pid: marker.pid)
    case .yospace: self = .ads
    }
  }
}
