/// Turns the time stamps of a reference stream into a presentation timeline that is continuous across 33-bit wraps,
/// declared discontinuities and undeclared jumps. Times are 90 kHz ticks; 0 is the first time stamp.
public struct PresentationClock: Sendable, Hashable {
  /// A reading of the clock: a time stamp of the reference, and its presentation time.
  public struct Reading: Sendable, Hashable {
    /// The raw time stamp: 33 bits at 90 kHz.
    public var raw: Int64
    /// Presentation time in ticks.
    public var time: Int64

    /// The presentation time of the time stamp `other`, computed from its distance to `raw`.
    public func time(of other: Int64) -> Int64 { time + Timestamp.difference(other, raw) }

    func distance(to other: Int64) -> Int64 { abs(Timestamp.difference(other, raw)) }
  }

  /// By default, an undeclared forward step larger than this is a jump: 60 s.
  public static let jumpLimit = 60 * Timestamp.ticksPerSecond
  /// An undeclared backward step of one stream larger than this is a jump: 1 s. Video frames are reordered by less.
  public static let backwardTolerance = Timestamp.ticksPerSecond

  /// The limit for a return to the time base before a doubtful step: 5 s. It applies to the distance from the last time
  /// stamp before that step, and to the time between a jump and the return.
  static let returnLimit = 5 * Timestamp.ticksPerSecond
  /// An undeclared forward step of one stream larger than this is doubtful, although it may be a gap: 1 s.
  static let doubtfulStep = Timestamp.ticksPerSecond

  /// An undeclared step that may come from a wrong time stamp.
  private struct Doubt: Hashable {
    var before: Reading
    var after: Reading
    var latestStart: Int64
    var isJump: Bool
  }

  /// The raw time stamp at time 0; nil before the first time stamp.
  public private(set) var origin: Int64?
  /// The latest reading; nil before the first time stamp.
  public private(set) var reading: Reading?
  /// The end of the latest frame on the timeline, in ticks.
  public var end: Int64 { latestStart + frame.ticks }
  /// The assumed duration of the latest frame, in ticks.
  var frameTicks: Int64 { frame.ticks }
  private var latestStart: Int64 = 0
  private var doubt: Doubt?
  /// Whether the latest time stamp showed that the time stamps since a doubtful step were wrong.
  private(set) var hasReturned = false
  private var frame = FrameDuration()

  /// Makes a clock without a time stamp.
  public init() {}

  /// The reading before the latest step, or before several jumps in a row, until a further time stamp shows whether the
  /// step was real. Nil if the latest step is not doubtful.
  var alternative: Reading? {
    guard let doubt, doubt.after == reading else { return nil }
    return doubt.before
  }

  /// The reading to which a time stamp of another stream belongs: the latest one, or the one before a doubtful step if
  /// that is nearer. Nil before the first time stamp.
  func nearestReading(to raw: Int64) -> Reading? {
    guard let latest = reading, let other = alternative,
      other.distance(to: raw) < latest.distance(to: raw)
    else { return reading }
    return other
  }

  /// The sum of all steps that the timeline does not follow, in ticks: how far the time stamp `raw`, at presentation
  /// time `time`, is ahead of the time stamp at time 0 plus `time`. Nil before the first time stamp.
  func step(to raw: Int64, at time: Int64) -> Int64? {
    origin.map { Timestamp.difference(raw, $0 + time) }
  }

  /// Adds the next time stamp of the reference. The presentation time continues from the end of the last frame at an
  /// undeclared jump, and at a declared discontinuity whose step is backward or longer than 1 s. An undeclared step is
  /// a jump if it is forward by more than `limit` ticks, or backward by more than 1 s. Returns the jump in ticks,
  /// negative if it is backward. `isNewReference` means that another elementary stream is now the reference: a step of
  /// at most 60 s to it is no jump.
  ///
  /// A doubtful step is undone if the next time stamp (after a jump: any within 5 s) continues those before the step.
  @discardableResult
  public mutating func advance(
    to raw: Int64,
    isDeclaredDiscontinuity: Bool = false,
    isNewReference: Bool = false,
    limit: Int64 = jumpLimit
  ) -> Int64? {
    hasReturned = false
    guard let last = reading else {
      reading = Reading(raw: raw, time: 0)
      origin = raw
      return nil
    }
    let step = Timestamp.difference(raw, last.raw)
    if isNewReference, !isDeclaredDiscontinuity, abs(step) <= Self.jumpLimit {
      doubt = nil
      move(to: raw, time: last.time + step)
      return nil
    }
    if isDeclaredDiscontinuity, step < 0 || step > Timestamp.ticksPerSecond {
      doubt = nil
      move(to: raw, time: max(last.time, end))
      return nil
    }
    let jump = Self.jump(step, limit: limit)
    guard jump != nil || step > Self.doubtfulStep else {
      frame.receive(step: step)
      move(to: raw, time: last.time + step)
      return nil
    }
    if let doubt, isReturn(raw, by: step, from: last, after: doubt) {
      latestStart = doubt.latestStart
      move(to: raw, time: doubt.before.time(of: raw))
      self.doubt = nil
      hasReturned = true
      return jump
    }
    // After a jump from an unconfirmed time stamp, both time stamps may be wrong.
    let (before, start) =
      jump != nil ? (alternative ?? last, alternativeStart ?? latestStart) : (last, latestStart)
    let time = jump == nil ? last.time + step : max(last.time, end)
    move(to: raw, time: time)
    doubt = Doubt(
      before: before,
      after: Reading(raw: raw, time: time),
      latestStart: start,
      isJump: jump != nil
    )
    return jump
  }

  /// The start of the latest frame before the doubtful step.
  private var alternativeStart: Int64? { alternative == nil ? nil : doubt?.latestStart }

  package static func jump(_ step: Int64, limit: Int64 = jumpLimit) -> Int64? {
    step < -backwardTolerance || step > limit ? step : nil
  }

  package static func words(forJump step: Int64) -> String {
    "PTS \(step < 0 ? "goes back by" : "jumps") \(Timestamp.seconds(abs(step))) "
      + "without a discontinuity"
  }

  /// Whether a time stamp undoes a doubtful step because it returns to the time base before the step. A step that later
  /// time stamps confirmed can be undone only if it was a jump, and only within 5 s.
  private func isReturn(
    _ raw: Int64,
    by step: Int64,
    from last: Reading,
    after doubt: Doubt
  ) -> Bool {
    let wentAhead = Timestamp.difference(last.raw, doubt.before.raw) > 0
    guard wentAhead == (step < 0) else { return false }
    let earliest = frame.isReordered ? -Self.backwardTolerance : 0
    guard
      (earliest...Self.returnLimit).contains(Timestamp.difference(raw, doubt.before.raw))
    else { return false }
    return doubt.after == last
      || doubt.isJump && last.time - doubt.after.time <= Self.returnLimit
  }

  private mutating func move(to raw: Int64, time: Int64) {
    reading = Reading(raw: raw, time: time)
    latestStart = max(latestStart, time)
  }
}

/// Estimates the duration of a frame from the steps between the time stamps of one stream, in the order of arrival.
///
/// If frames arrive in presentation order, the latest step is the duration. Video with B frames arrives in another
/// order: steps then span several frames, some are negative, and the smallest distance is one frame.
struct FrameDuration: Sendable, Hashable {
  private struct Steps: Hashable {
    var count = 0
    var smallest = Int64.max
    var goesBack = false
  }

  /// The number of steps in a group: more than in any group of B frames. Two groups are used, so that a single wrong
  /// time stamp is forgotten.
  private static let groupSize = 16

  private var latest: Int64 = 0
  private var current = Steps()
  private var previous = Steps()

  /// Whether a recent step was backward, so that frames do not arrive in presentation order.
  var isReordered: Bool { current.goesBack || previous.goesBack }

  /// The duration of a frame in ticks; 0 before the first usable step.
  var ticks: Int64 {
    guard isReordered else { return latest }
    return min(current.smallest, previous.smallest)
  }

  /// Adds a step in ticks. A step of 0 is ignored, and so is one of more than a second, which is a gap or a break.
  mutating func receive(step: Int64) {
    guard step != 0, (-Timestamp.ticksPerSecond...Timestamp.ticksPerSecond).contains(step) else {
      return
    }
    if current.count == Self.groupSize {
      previous = current
      current = Steps()
    }
    current.count += 1
    current.smallest = min(current.smallest, abs(step))
    if step > 0 { latest = step } else { current.goesBack = true }
  }
}
