/// When segments are: runs of segments of the same duration (5.3.9.6), and never one by one.
struct SegmentRuns: Sendable, Hashable {
  /// Segments that follow one another without a gap.
  struct Run: Sendable, Hashable {
    /// The position of the first, counted over all runs.
    var position: Int
    /// The number of the first.
    var number: Int64
    /// When the first starts, in ticks of the media.
    var time: Int64
    /// Ticks of each; nil: not known, then there is one.
    var duration: Int64?
    /// Nil: without end; in the last run only.
    var count: Int?
  }

  /// One segment.
  struct Slot: Equatable {
    var number: Int64
    var time: Int64
    var duration: Int64?
  }

  /// Times and durations further from 0 than this are not believed: no sum of two overflows.
  static let maximumTicks: Int64 = 1 << 60

  private(set) var runs: [Run] = []

  /// How many segments there are; nil where they have no end.
  var count: Int? {
    guard let last = runs.last else { return 0 }
    return last.count.map { last.position + $0 }
  }

  /// The segment at a position.
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

  /// Appends a run; false where it is behind a run without end, or its numbers cannot be believed.
  @discardableResult
  mutating func append(number: Int64, time: Int64, duration: Int64?, count: Int?) -> Bool {
    guard let position = self.count, (0...Self.maximumTicks).contains(duration ?? 0),
      (-Self.maximumTicks...Self.maximumTicks).contains(time), number <= Self.maximumTicks,
      number >= 0, count ?? 0 >= 0, count ?? 0 <= Int(Self.maximumTicks) - position
    else { return false }
    if let count {
      let (length, isTooFar) = (duration ?? 0).multipliedReportingOverflow(by: Int64(count))
      guard !isTooFar, length <= Self.maximumTicks else { return false }
    }
    if count == 0 { return true }
    if extend(number: number, time: time, duration: duration, count: count) { return true }
    runs.append(
      Run(position: position, number: number, time: time, duration: duration, count: count)
    )
    return true
  }

  /// Adds to the last run what goes on as it does.
  private mutating func extend(number: Int64, time: Int64, duration: Int64?, count: Int?) -> Bool {
    guard let last = runs.last, let lastCount = last.count, let duration,
      last.duration == duration, last.number + Int64(lastCount) == number,
      last.time + duration * Int64(lastCount) == time
    else { return false }
    let (length, isTooFar) = duration.multipliedReportingOverflow(
      by: Int64(lastCount + (count ?? 0))
    )
    guard !isTooFar, length <= Self.maximumTicks else { return false }
    runs[runs.count - 1].count = count.map { lastCount + $0 }
    return true
  }

  /// How many segments end at a media time or before it. Exact where segments do not overlap.
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

  /// How many segments start before a media time. Exact where segments do not overlap.
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
    let started = Int((time - run.time + duration - 1) / duration)
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
