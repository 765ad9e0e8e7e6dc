import NielsenTag
import TimedMetadata

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

/// DATA tags in a row that have something in common, such as a null CID, in each stream.
struct TagRuns: Sendable {
  /// Such tags.
  struct Run: Sendable {
    /// The place of the first of them.
    var start: Place
    /// Presentation seconds of the first and the last.
    var startTime: Double
    var endTime: Double
    /// How many there are.
    var tags = 0

    /// From the first to the last.
    var seconds: Double { endTime - startTime }
  }

  private var runs = PerStream<Run?>()

  /// Takes the next DATA tag of a stream at `time`. Gives the run that ends with it.
  mutating func receive(_ tag: CheckedTag, at time: Double, isAlike: Bool) -> Run? {
    let ended = runs.update(tag.stream, from: nil) { run -> Run? in
      guard isAlike else {
        let ended = run
        run = nil
        return ended
      }
      var longer = run ?? Run(start: tag.place, startTime: time, endTime: time)
      longer.endTime = max(longer.endTime, time)
      longer.tags += 1
      run = longer
      return nil
    }
    return ended ?? nil
  }

  /// The runs that have not ended.
  var open: [Run] { runs.all.compactMap(\.value) }
}

/// The latest tag of each stream, kept without its bytes. Those of other owners are apart, so that their time
/// stamps do not make a Nielsen tag wrong.
struct LatestTags: Sendable {
  private var judged = PerStream<TimedTag>()
  private var others = PerStream<TimedTag>()

  /// The latest tag before another of its stream; nil for the first.
  subscript(before tag: CheckedTag) -> TimedTag? {
    tag.isJudged ? judged[tag.stream] : others[tag.stream]
  }

  /// Keeps a tag as the latest of its stream.
  mutating func receive(_ tag: CheckedTag) {
    var kept = tag.tag
    (kept.bytes, kept.tag, kept.nielsen) = ([], nil, nil)
    if tag.isJudged {
      _ = judged.update(tag.stream, from: kept) { $0 = kept }
    } else {
      _ = others.update(tag.stream, from: kept) { $0 = kept }
    }
  }
}

/// How far presentation time and the tags' own clock go from one DATA tag of a stream to the next.
struct TagClockSteps: Sendable {
  /// From one tag to the next.
  struct Step: Equatable {
    /// Presentation seconds.
    var presentation: Double
    /// Seconds of the last tag time.
    var tagClock: Double

    /// By how much the tags' clock is ahead of the presentation.
    var gain: Double { tagClock - presentation }
  }

  /// By how much the two may differ: tag times are whole seconds, and a tag leaves at the next frame.
  static let limit = Threshold("limit", 2, "s")

  private var last: (presentation: Double, tagClock: Int64)?

  /// The step to the next tag; nil for the first, and for tags whose time is estimated or whose
  /// checksum does not confirm their clock.
  mutating func next(_ tag: CheckedTag) -> Step? {
    guard tag.kind == .data, let time = tag.tag.time, !tag.has(.clockEstimated),
      let tagClock = tag.trustedBlob?.lastTagTime
    else { return nil }
    defer { last = (time, tagClock) }
    return last.map {
      Step(presentation: time - $0.presentation, tagClock: Double(tagClock - $0.tagClock))
    }
  }
}
