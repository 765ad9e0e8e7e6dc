import NielsenTag
import TimedMetadata

/// A run of Nielsen tags of one stream, at most 15 s apart unless the stream has the maximum number of runs.
///
/// If the runs of two streams of a program do not overlap, the streams alternate. If they overlap, both streams carry
/// tags at the same time.
struct TagRun: Sendable, Equatable {
  /// The presentation time of the first tag, in seconds.
  private(set) var start: Double
  /// The presentation time of the last tag, in seconds.
  private(set) var end: Double
  /// The places of the first and the last DATA tag; nil if the run has no DATA tags.
  private(set) var data: TagExtent?
  /// The places of the first and the last INFO tag; nil if the run has no INFO tags.
  private(set) var info: TagExtent?
  /// The longest time between two consecutive DATA tags of the run, in seconds.
  private(set) var longestGap: Double?

  /// The time between two tags, in seconds, up to which they form a run. Inserters make a tag every 6 to 12 s.
  static let longestSpacing = 15.0
  /// The maximum number of runs of a stream. Later tags extend the last run.
  static let maximumCount = 512
  /// The maximum number of runs of a stream if the input has more than `fewStreams` streams.
  static let maximumCountOfMany = 8
  /// The maximum number of streams for which `maximumCount` applies.
  static let fewStreams = 64

  init(_ tag: CheckedTag, time: Double) {
    (start, end) = (time, time)
    take(tag, time: time)
  }

  /// Whether a tag at a presentation time, in seconds, belongs to the run.
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

  func overlaps(_ other: Self) -> Bool { start <= other.end && other.start <= end }
}

extension StreamFacts {
  mutating func addToRuns(_ tag: CheckedTag, time: Double, maximumRuns: Int) {
    if let last = runs.indices.last, runs[last].reaches(time) || runs.count >= maximumRuns {
      runs[last].take(tag, time: time)
    } else {
      runs.append(TagRun(tag, time: time))
    }
  }
}

/// Finds runs of consecutive DATA tags with a common property, such as a null CID, in each stream.
struct TagRuns: Sendable {
  struct Run: Sendable {
    var start: Place
    /// The presentation times of the first and the last tag, in seconds.
    var startTime: Double
    var endTime: Double
    var tags = 0

    var seconds: Double { endTime - startTime }
  }

  private var runs = PerStream<Run?>()

  /// Receives the next DATA tag of a stream. `isAlike` says whether the tag has the property. Returns the run that ends
  /// before the tag; nil if no run ends.
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

  var open: [Run] { runs.all.compactMap(\.value) }
}

/// The latest tag of each stream, without its bytes. Non-Nielsen tags are stored separately, so
/// that Nielsen tags are compared only with Nielsen tags.
struct LatestTags: Sendable {
  private var judged = PerStream<TimedTag>()
  private var others = PerStream<TimedTag>()

  /// Returns the latest tag of the stream with which `tag` is compared; nil if there is none.
  subscript(before tag: CheckedTag) -> TimedTag? {
    tag.isJudged ? judged[tag.stream] : others[tag.stream]
  }

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

/// Compares presentation time with the tags' own clock, from one DATA tag of a stream to the next.
struct TagClockSteps: Sendable {
  struct Step: Equatable {
    /// The elapsed presentation time, in seconds.
    var presentation: Double
    /// The increase of the tag time in the payload, in seconds.
    var tagClock: Double

    /// The time, in seconds, that the tags' clock gained relative to presentation time.
    var gain: Double { tagClock - presentation }
  }

  /// The maximum difference between the two clocks. Tag times are whole seconds, and a tag waits for the next frame.
  static let limit = Threshold("limit", 2, "s")

  private var last: (presentation: Double, tagClock: Int64)?

  /// Returns the step from the previous DATA tag with reliable times to this tag. Nil if there is none, or if this tag
  /// is not a DATA tag with reliable times.
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
