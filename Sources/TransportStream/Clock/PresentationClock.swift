/// Follows the time stamps of one reference stream and gives one presentation timeline: continuous
/// over any number of 33-bit wraps, over declared discontinuities and over undeclared jumps.
/// Times are 90 kHz ticks; 0 is the first frame.
public struct PresentationClock: Sendable, Hashable {
  /// A reading of the clock: the time stamp last seen, and the presentation time it represents.
  public struct Reading: Sendable, Hashable {
    /// The raw time stamp, 33 bits.
    public var raw: Int64
    /// Presentation time in ticks.
    public var time: Int64

    /// The presentation time of another time stamp, by its distance to this one.
    public func time(of other: Int64) -> Int64 { time + Timestamp.difference(other, raw) }

    /// How far another time stamp lies from this one, in ticks, never negative.
    func distance(to other: Int64) -> Int64 { abs(Timestamp.difference(other, raw)) }
  }

  /// Something in the time stamps that is not the plain passing of time.
  public enum Jump: Sendable, Hashable {
    /// Back by this many ticks, without a declared discontinuity.
    case backward(Int64)
    /// Ahead by this many ticks, without a declared discontinuity.
    case forward(Int64)
  }

  /// An undeclared step ahead by more than this starts a new reference: 60 s.
  public static let jumpLimit = 60 * Timestamp.ticksPerSecond
  /// A step back by more than this starts a new reference: 1 s. Video frames are reordered by less.
  public static let backwardTolerance = Timestamp.ticksPerSecond

  /// A time stamp so little later than those before a doubtful step returns to their time base: 5 s.
  static let returnLimit = 5 * Timestamp.ticksPerSecond
  /// A step ahead by more than this is doubtful, though it may be a gap: 1 s. Frames of one stream seldom
  /// stand farther apart.
  static let doubtfulStep = Timestamp.ticksPerSecond

  /// An undeclared step that one wrong time stamp among right ones may have made.
  private struct Doubt: Hashable {
    /// The reading before the step.
    var before: Reading
    /// The reading that the step led to.
    var after: Reading
    /// Where the latest frame before the step starts.
    var latestStart: Int64
    /// Whether the step led to another time base.
    var isJump: Bool
  }

  /// The raw time stamp that is at time 0; nil before the first time stamp.
  public private(set) var origin: Int64?
  /// The latest reading; nil before the first time stamp.
  public private(set) var reading: Reading?
  /// The end of the latest frame on the timeline, in ticks: presentation runs from 0 to here.
  public var end: Int64 { latestStart + frame.ticks }
  /// How long the latest frame is taken to last, in ticks.
  var frameTicks: Int64 { frame.ticks }
  /// Where the latest frame starts.
  private var latestStart: Int64 = 0
  /// The latest doubtful step.
  private var doubt: Doubt?
  /// Whether the latest time stamp returned to the time base before a doubtful step: what came in
  /// between was wrong.
  private(set) var hasReturned = false
  private var frame = FrameDuration()

  /// A clock that has not seen a time stamp.
  public init() {}

  /// The reading before the latest step, as long as no further time stamp has told whether that
  /// step was real; nil when there is nothing to doubt.
  var alternative: Reading? {
    guard let doubt, doubt.after == reading else { return nil }
    return doubt.before
  }

  /// The reading that a time stamp of another stream belongs to: the latest, or the one before a
  /// step that is still in doubt when that one is nearer. Nil before the first time stamp.
  func nearestReading(to raw: Int64) -> Reading? {
    guard let latest = reading, let other = alternative,
      other.distance(to: raw) < latest.distance(to: raw)
    else { return reading }
    return other
  }

  /// Takes the next time stamp of the reference. A declared discontinuity carries presentation time
  /// on from the last frame; so does an undeclared jump, which is returned. With `isNewReference` the
  /// time stamp comes from another elementary stream than the last. A step ahead of more than `limit`
  /// ticks is a jump.
  ///
  /// What one wrong time stamp has moved is moved back when the next is where it would have been
  /// without it.
  @discardableResult
  public mutating func advance(
    to raw: Int64,
    isDeclaredDiscontinuity: Bool = false,
    isNewReference: Bool = false,
    limit: Int64 = jumpLimit
  ) -> Jump? {
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
    // A jump from a time stamp that nothing has confirmed: both may be wrong.
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

  /// Where the latest frame before the step in doubt starts.
  private var alternativeStart: Int64? { alternative == nil ? nil : doubt?.latestStart }

  /// What a step is when it is not the plain passing of time.
  private static func jump(_ step: Int64, limit: Int64) -> Jump? {
    if step < -backwardTolerance { return .backward(-step) }
    return step > limit ? .forward(step) : nil
  }

  /// Whether a time stamp goes back the way of a doubtful step, to where the clock was before it. A
  /// step that later time stamps confirmed counts as wrong only when it was a jump, and for a short
  /// time.
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
