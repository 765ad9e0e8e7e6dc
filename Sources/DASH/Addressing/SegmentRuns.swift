/// The times of segments, stored as runs of segments of equal duration (5.3.9.6), never one by one.
///
/// An item of a run can be a sequence of segments, which share its number and its duration.
struct SegmentRuns: Sendable, Hashable {
  /// Segments that follow one another without a gap.
  struct Run: Sendable, Hashable {
    /// The position of the first segment, counted over all runs.
    var position: Int
    /// The number of the first segment.
    var number: Int64
    /// The start of the first segment, in ticks of the media.
    var time: Int64
    /// Ticks of each segment or sequence; nil: unknown, and the run has one segment.
    var duration: Int64?
    /// The number of segments, counting each segment of a sequence. Nil: no end; only in the last
    /// run.
    var count: Int?
    /// Segments in each sequence (`S@k`); at most the number of ticks of the sequence.
    var parts: Int64 = 1

    /// Ticks from the start of a sequence to its segment `part`.
    fileprivate func ticks(to part: Int64) -> Int64 {
      guard let duration, parts > 1 else { return 0 }
      return parts.dividingFullWidth(duration.multipliedFullWidth(by: part)).quotient
    }
  }

  /// One segment.
  struct Slot: Equatable {
    var number: Int64
    var time: Int64
    var duration: Int64?
    /// The position in its sequence, from 1.
    var subNumber: Int64 = 1
    /// Ticks from the start of its sequence.
    var ticksInSequence: Int64 = 0
  }

  /// Times and durations further from 0 than this are rejected: no sum of two overflows.
  static let maximumTicks: Int64 = 1 << 60

  private(set) var runs: [Run] = []

  /// The number of segments; nil if there is no end.
  var count: Int? {
    guard let last = runs.last else { return 0 }
    return last.count.map { last.position + $0 }
  }

  /// The segment at a position.
  subscript(position: Int) -> Slot? {
    guard position >= 0, let run = run(at: position) else { return nil }
    let offset = position - run.position
    guard offset < run.count ?? .max else { return nil }
    let (sequence, part) = Int64(offset).quotientAndRemainder(dividingBy: run.parts)
    let (length, isTooFar) = (run.duration ?? 0).multipliedReportingOverflow(by: sequence)
    guard !isTooFar, length <= Self.maximumTicks, run.number <= Int64.max - sequence else {
      return nil
    }
    let start = run.time + length
    let inSequence = run.ticks(to: part)
    return Slot(
      number: run.number + sequence,
      time: start + inSequence,
      duration: run.parts > 1 ? run.ticks(to: part + 1) - inSequence : run.duration,
      subNumber: part + 1,
      ticksInSequence: inSequence
    )
  }

  /// Appends a run of `count` segments, or of `count` sequences of `parts` segments. Returns false if the last run has
  /// no end, or if the numbers are out of range.
  @discardableResult
  mutating func append(
    number: Int64,
    time: Int64,
    duration: Int64?,
    count: Int?,
    parts: Int64 = 1
  ) -> Bool {
    let (segments, isTooMuch) = (count ?? 0).multipliedReportingOverflow(by: Int(parts))
    guard let position = self.count, (0...Self.maximumTicks).contains(duration ?? 0),
      (-Self.maximumTicks...Self.maximumTicks).contains(time), number <= Self.maximumTicks,
      number >= 0, segments >= 0, !isTooMuch, segments <= Int(Self.maximumTicks) - position,
      parts == 1 || (1...(max(1, duration ?? 0))).contains(parts)
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
      count: count.map { _ in segments },
      parts: parts
    )
    if !extend(by: run) { runs.append(run) }
    return true
  }

  /// Extends the last run if the new one continues it with the same duration; otherwise returns
  /// false.
  private mutating func extend(by run: Run) -> Bool {
    guard let last = runs.last, let lastCount = last.count, let duration = run.duration,
      last.duration == duration, last.parts == run.parts
    else { return false }
    let sequences = Int64(lastCount) / last.parts
    guard last.number + sequences == run.number, last.time + duration * sequences == run.time else {
      return false
    }
    let (length, isTooFar) = duration.multipliedReportingOverflow(
      by: sequences + Int64(run.count ?? 0) / run.parts
    )
    guard !isTooFar, length <= Self.maximumTicks else { return false }
    runs[runs.count - 1].count = run.count.map { lastCount + $0 }
    return true
  }

  /// The number of segments that end at or before a media time. Exact if segments do not overlap.
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
    let sequences = (time - Double(run.time)) / Double(duration)
    let ended = (sequences * Double(run.parts)).rounded(.down)
    let count = Int(min(max(ended, 0), Double(Self.maximumTicks)))
    return run.position + min(count, run.count ?? .max / 2)
  }

  /// The number of segments that start before a media time. Exact if segments do not overlap.
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
    let (sequences, rest) = (time - run.time).quotientAndRemainder(dividingBy: duration)
    // Less than the segments of a sequence, of which there are at most as many as ticks.
    let last = duration.dividingFullWidth(rest.multipliedFullWidth(by: run.parts))
    let started = Int(sequences * run.parts + last.quotient + (last.remainder > 0 ? 1 : 0))
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
