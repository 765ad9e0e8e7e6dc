/// Nielsen tags of one stream that follow each other closely.
///
/// Streams of one program with runs that do not overlap alternate; with runs that overlap they carry
/// tags at the same time.
struct TagRun: Sendable, Equatable {
  /// Presentation seconds of the first tag.
  private(set) var start: Double
  /// Presentation seconds of the last tag.
  private(set) var end: Double
  /// The DATA tags; nil without any.
  private(set) var data: TagExtent?
  /// The INFO tags; nil without any.
  private(set) var info: TagExtent?
  /// The longest time between DATA tags of the run in seconds.
  private(set) var longestGap: Double?

  /// A later tag begins the next run: an inserter makes one every 6 to 12 s.
  static let longestSpacing = 15.0
  /// The most runs of a stream. Tags after them extend the last run.
  static let maximumCount = 512
  /// The same where an input has more than `fewStreams`.
  static let maximumCountOfMany = 8
  /// See `maximumCountOfMany`.
  static let fewStreams = 64

  init(_ tag: CheckedTag, time: Double) {
    (start, end) = (time, time)
    take(tag, time: time)
  }

  /// Whether a tag belongs to the run.
  func reaches(_ time: Double) -> Bool { time - end <= Self.longestSpacing }

  mutating func take(_ tag: CheckedTag, time: Double) {
    start = min(start, time)
    end = max(end, time)
    guard tag.kind == .data else {
      if info?.include(tag.place, time: time) == nil { info = TagExtent(tag.place, time: time) }
      return
    }
    if let last = data?.end { longestGap = max(longestGap ?? 0, time - last) }
    if data?.include(tag.place, time: time) == nil { data = TagExtent(tag.place, time: time) }
  }

  /// Whether both carry tags at the same time.
  func overlaps(_ other: Self) -> Bool { start <= other.end && other.start <= end }
}

extension StreamFacts {
  /// Adds a Nielsen tag to the last run, or begins the next.
  mutating func addToRuns(_ tag: CheckedTag, time: Double, maximumRuns: Int) {
    if let last = runs.indices.last, runs[last].reaches(time) || runs.count >= maximumRuns {
      runs[last].take(tag, time: time)
    } else {
      runs.append(TagRun(tag, time: time))
    }
  }
}
