import TimedMetadata

/// An ad break, with its announced and its actual end.
struct AdBreak: Sendable {
  /// The kind of markers that signal a break.
  enum Source: Sendable, Hashable {
    case dateRange
    /// Cue tags, and SCTE-35 messages in playlists and manifests.
    case cue
    /// SCTE-35 in the media. `pid` is the PID in a transport stream; nil for event messages.
    case media(pid: Int?)
    /// Yospace tags around each inserted ad.
    case ads
  }

  let source: Source
  let id: String?
  let program: Int?
  let place: Place
  /// The start in presentation seconds.
  var start: Double
  /// The announced duration in seconds; nil if no duration was announced.
  var announced: Double?
  /// Whether the break ends by itself after the announced duration; nil if the marker has no such flag.
  var returnsByItself: Bool?
  /// The presentation time, in seconds, at which a marker ends the break.
  var markedEnd: Double?
  var isCancelled = false

  /// The end in presentation seconds: the marked end or, if no marker ends the break, the announced end. Nil if both
  /// are unknown.
  var end: Double? { markedEnd ?? announced.map { start + $0 } }

  /// Whether the break lasts until a marker ends it.
  var needsReturn: Bool { announced == nil || returnsByItself == false }

  /// Whether the break applies to a stream: it is not cancelled and does not belong to another program.
  func concerns(_ stream: StreamKey) -> Bool {
    !isCancelled && (program == nil || stream.program == nil || program == stream.program)
  }
}

/// The ad breaks of an input, in the order in which they were announced. Breaks are numbered from 0 over the whole
/// input. When the list is full, the oldest are removed.
struct AdBreakList: Sendable {
  /// The effect of a marker. The value is the number of the break.
  enum Change: Equatable {
    case began(Int)
    case ended(Int)
    case other
  }

  private(set) var all: [AdBreak] = []
  private(set) var firstNumber = 0

  static let maximumCount = 4096
  /// The number of breaks that are removed at once when the list is full.
  static let forgottenCount = 1024
  /// The maximum distance, in seconds, by which a later announcement with the same id may move a break.
  private static let longestMove = 60.0
  /// The maximum time, in seconds, between the announced end of a break that ends by itself and a marker with another
  /// id that ends it.
  private static let longestOverrun = 60.0
  /// The number of recent breaks that a marker can refer to.
  private static let reach = 16

  var endNumber: Int { firstNumber + all.count }

  /// Returns a break by its number; nil if it was removed, or is not announced yet.
  subscript(number: Int) -> AdBreak? {
    let index = number - firstNumber
    return all.indices.contains(index) ? all[index] : nil
  }

  var isFull: Bool { all.count >= Self.maximumCount }

  mutating func forgetOldest() {
    let count = min(Self.forgottenCount, all.count)
    all.removeFirst(count)
    firstNumber += count
  }

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

  /// Whether a marker can end a break at `end`, in presentation seconds. Some senders end a break twice. A break that
  /// ended by itself long before is ended again only by a marker with its id, and only if no later break has begun.
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

  /// Whether a cue tag only repeats the current break: some packagers write a cue tag for every segment.
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
    // The marker updates a break that is already in the list.
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
    // An end marker also ends open breaks of other sources, because the program has resumed. The end of a single ad
    // does not, because another ad may follow.
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
