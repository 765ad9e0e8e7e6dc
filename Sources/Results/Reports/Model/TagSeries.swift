import Conformance

/// The Nielsen tags of one stream over time. If there are many tags, only some are kept as points, preferably INFO tags
/// and long intervals.
struct TagSeries: Sendable, Equatable {
  struct Point: Sendable, Equatable {
    /// The time of the tag on the presentation timeline, in seconds.
    var time: Double
    var isInfo: Bool
    /// The time since the previous DATA tag, in seconds. Nil for INFO tags, the first DATA tag, and DATA tags that are
    /// not later than the previous ones.
    var interval: Double?
    /// The time, in seconds, that the tags' clock has gained relative to presentation time since the first tag. Nil if
    /// the tag has no clock.
    var drift: Double?
  }

  /// A time without a DATA tag that is longer than the limit.
  struct Gap: Sendable, Equatable {
    /// The time of the tag before the gap, in seconds on the presentation timeline.
    var start: Double
    /// The time of the tag after the gap, in seconds on the presentation timeline.
    var end: Double
  }

  /// The number of points at which adjacent points are merged, two into one.
  static let capacity = 2000
  private static let gapCapacity = 200

  private(set) var points: [Point] = []
  /// The intervals between DATA tags that exceed the limit of `cadence-gap`.
  private(set) var gaps: [Gap] = []
  /// Whether points or gaps were left out because there were too many.
  private(set) var isThinned = false
  private(set) var data = 0
  private(set) var info = 0
  private(set) var firstTime: Double?
  private(set) var lastTime: Double?
  private(set) var longestGap: Double?

  private var lastData: Double?
  private var clockOrigin: Double?
  /// The number of consecutive tags for which one point is kept.
  private var stride = 1
  private var untilNext = 0
  private var isReduced = false

  /// Adds the next tag. `clock` is the time in the tag, in Unix seconds.
  mutating func append(time: Double?, isInfo: Bool, clock: Int?) {
    if isInfo { info += 1 } else { data += 1 }
    guard let time, time.isFinite, abs(time) < 1e9 else { return }
    firstTime = min(firstTime ?? time, time)
    lastTime = max(lastTime ?? time, time)
    var point = Point(time: time, isInfo: isInfo)
    if let clock, clock.magnitude < 1 << 40 {
      let distance = Double(clock) - time
      point.drift = distance - (clockOrigin ?? distance)
      clockOrigin = clockOrigin ?? distance
    }
    if !isInfo { point.interval = takeInterval(to: time) }
    add(point)
  }

  /// Removes all tags, because the input was read again.
  mutating func restart() {
    let isReduced = isReduced
    self = TagSeries()
    self.isReduced = isReduced
  }

  /// Removes the points and gaps, and ignores further ones, to save memory. Counts and times are still updated.
  mutating func reduce() {
    isReduced = true
    (points, gaps) = ([], [])
  }

  private mutating func takeInterval(to time: Double) -> Double? {
    defer { lastData = max(lastData ?? time, time) }
    guard let lastData, time > lastData else { return nil }
    let interval = time - lastData
    longestGap = max(longestGap ?? 0, interval)
    if interval > RuleDescription.cadenceGapLimit, !isReduced {
      if gaps.count < Self.gapCapacity {
        gaps.append(Gap(start: lastData, end: time))
      } else {
        isThinned = true
      }
    }
    return interval
  }

  private mutating func add(_ point: Point) {
    guard !isReduced else { return }
    if untilNext > 0, let last = points.last {
      untilNext -= 1
      isThinned = true
      points[points.count - 1] = Self.outstanding(last, point)
      return
    }
    untilNext = stride - 1
    points.append(point)
    guard points.count >= Self.capacity else { return }
    isThinned = true
    stride *= 2
    points = Swift.stride(from: 0, to: points.count, by: 2).map { index in
      index + 1 < points.count ? Self.outstanding(points[index], points[index + 1]) : points[index]
    }
  }

  /// Returns the point to keep: an INFO tag if only one of the two is an INFO tag, or else the point with the longer
  /// interval.
  private static func outstanding(_ one: Point, _ other: Point) -> Point {
    if one.isInfo != other.isInfo { return one.isInfo ? one : other }
    return (other.interval ?? 0) > (one.interval ?? 0) ? other : one
  }
}
