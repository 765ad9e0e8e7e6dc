import Conformance

/// The Nielsen tags of one stream over time, reduced when they are many: special ones (INFO tags,
/// long intervals) stay.
struct TagSeries: Sendable, Equatable {
  struct Point: Sendable, Equatable {
    /// Presentation seconds.
    var time: Double
    /// Whether it is an INFO tag.
    var isInfo: Bool
    /// Seconds since the DATA tag before it; nil for INFO tags and the first one.
    var interval: Double?
    /// How far the tag's own clock is ahead of the presentation time, in seconds since the first tag.
    var drift: Double?
  }

  /// Seconds without a DATA tag.
  struct Gap: Sendable, Equatable {
    /// Presentation seconds of the tag before it.
    var start: Double
    /// Presentation seconds of the tag after it.
    var end: Double
  }

  /// As many points are kept at most.
  static let capacity = 2000
  private static let gapCapacity = 200

  private(set) var points: [Point] = []
  /// Intervals over the limit of `cadence-gap`.
  private(set) var gaps: [Gap] = []
  /// Whether points or gaps were left out.
  private(set) var isThinned = false
  private(set) var data = 0
  private(set) var info = 0
  private(set) var firstTime: Double?
  private(set) var lastTime: Double?
  private(set) var longestGap: Double?

  private var lastData: Double?
  private var clockOrigin: Double?
  /// One of N tags becomes a point of its own.
  private var stride = 1
  private var untilNext = 0
  private var isReduced = false

  /// Adds the next tag. `clock` is the tag's own time in Unix seconds.
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

  /// Forgets all tags.
  mutating func restart() {
    let isReduced = isReduced
    self = TagSeries()
    self.isReduced = isReduced
  }

  /// Drops the points, and takes no more of them; the numbers stay and are still counted.
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

  /// Of two points the one to keep.
  private static func outstanding(_ one: Point, _ other: Point) -> Point {
    if one.isInfo != other.isInfo { return one.isInfo ? one : other }
    return (other.interval ?? 0) > (one.interval ?? 0) ? other : one
  }
}
