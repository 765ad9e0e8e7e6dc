/// The times of segments (5.3.9.6), stored as runs of segments of equal duration.
struct SegmentRuns: Sendable, Hashable {
  /// Segments that follow one another without a gap.
  struct Run: Sendable, Hashable {
    /// The position of the first segment, counted over all runs.
    var position: Int
    var number: Int64
    /// The start of the first segment on the media timeline, in ticks.
    var time: Int64
    /// The duration of each segment in ticks; nil if unknown, and the run then has one segment.
    var duration: Int64?
    /// The number of segments; nil if there is no end, which is allowed only in the last run.
    var count: Int?
  }

  struct Slot: Equatable {
    var number: Int64
    var time: Int64
    var duration: Int64?
  }

  /// The maximum absolute value of times and durations, in ticks. The sum of two such values cannot overflow.
  static let maximumTicks: Int64 = 1 << 60

  private(set) var runs: [Run] = []

  /// The number of segments; nil if there is no end.
  var count: Int? {
    guard let last = runs.last else { return 0 }
    return last.count.map { last.position + $0 }
  }

  subscript(position: Int) -> Slot? {
    guard position >= 0, let run = run(at: position) else { return nil }
    let offset = position - run.position
    guard offset < run.count ?? .max else { return nil }
    let (length, isTooFar) = (run.duration ?? 0).multipliedReportingOverflow(by: Int64(offset))
    guard !isTooFar, length <= Self.maximumTicks, run.number <= Int64.max - Int64(offset) else {
      return nil
    }
    return Slot(
      number: run.number + Int64(offset),
      time: run.time + length,
      duration: run.duration
    )
  }

  /// Appends a run of `count` segments. Returns false if the last run has no end, or if the numbers are out of range.
  @discardableResult
  mutating func append(number: Int64, time: Int64, duration: Int64?, count: Int?) -> Bool {
    let segments = count ?? 0
    guard let position = self.count, (0...Self.maximumTicks).contains(duration ?? 0),
      (-Self.maximumTicks...Self.maximumTicks).contains(time), number <= Self.maximumTicks,
      number >= 0, segments >= 0, segments <= Int(Self.maximumTicks) - position
    else { return false }
    if let count {
      let (length, isTooFar) = (duration ?? 0).multipliedReportingOverflow(by: Int64(count))
      guard !isTooFar, length <= Self.maximumTicks else { return false }
    }
    if count == 0 { return true }
    let run = Run(
      position: position,
      number: number,
      time: time,
      duration: duration,
      count: count
    )
    if !extend(by: run) { runs.append(run) }
    return true
  }

  /// Adds the segments of `run` to the last run. Returns false if the two runs cannot be joined.
  private mutating func extend(by run: Run) -> Bool {
    guard let last = runs.last, let lastCount = last.count, let duration = run.duration,
      last.duration == duration, last.number + Int64(lastCount) == run.number,
      last.time + duration * Int64(lastCount) == run.time
    else { return false }
    let (length, isTooFar) = duration.multipliedReportingOverflow(
      by: Int64(lastCount) + Int64(run.count ?? 0)
    )
    guard !isTooFar, length <= Self.maximumTicks else { return false }
    runs[runs.count - 1].count = run.count.map { lastCount + $0 }
    return true
  }

  /// The number of segments that end at or before a media time, in ticks; exact if segments have durations and no
  /// overlap.
  func count(endingBy time: Double) -> Int {
    var (low, high) = (0, runs.count)
    while low < high {
      let middle = (low + high) / 2
      if Double(runs[middle].time) < time { low = middle + 1 } else { high = middle }
    }
    guard low > 0 else { return 0 }
    let run = runs[low - 1]
    guard let duration = run.duration, duration > 0 else {
      return run.position + (run.count ?? 0)
    }
    let ended = ((time - Double(run.time)) / Double(duration)).rounded(.down)
    let count = Int(min(max(ended, 0), Double(Self.maximumTicks)))
    return run.position + min(count, run.count ?? .max / 2)
  }

  /// The number of segments that start before a media time, in ticks; exact only if segments do not overlap.
  func count(startingBefore time: Int64) -> Int {
    var (low, high) = (0, runs.count)
    while low < high {
      let middle = (low + high) / 2
      if runs[middle].time < time { low = middle + 1 } else { high = middle }
    }
    guard low > 0 else { return 0 }
    let run = runs[low - 1]
    guard let duration = run.duration, duration > 0, time <= Self.maximumTicks else {
      return run.position + (run.count ?? 0)
    }
    let (segments, rest) = (time - run.time).quotientAndRemainder(dividingBy: duration)
    let started = Int(segments) + (rest > 0 ? 1 : 0)
    return run.position + min(started, run.count ?? started)
  }

  private func run(at position: Int) -> Run? {
    var (low, high) = (0, runs.count)
    while low < high {
      let middle = (low + high) / 2
      if runs[middle].position <= position { low = middle + 1 } else { high = middle }
    }
    return low > 0 ? runs[low - 1] : nil
  }
}
