/// Follows the time stamps of one reference stream and gives one presentation timeline: continuous
/// over any number of 33-bit wraps, over declared discontinuities and over undeclared jumps.
/// Times are 90 kHz ticks; 0 is the first frame.
public struct PresentationClock: Sendable, Hashable {
  /// A reading of the clock: the time stamp last seen, and the presentation time it stands for.
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
    /// Back by so many ticks, without a declared discontinuity.
    case backward(Int64)
    /// Ahead by so many ticks, without a declared discontinuity.
    case forward(Int64)
  }

  /// An undeclared step ahead by more than this starts a new reference: 60 s.
  public static let jumpLimit = 60 * Timestamp.ticksPerSecond
  /// A step back by more than this starts a new reference: 1 s. Video frames are reordered by less.
  public static let backwardTolerance = Timestamp.ticksPerSecond

  /// A time stamp so little later than those before a jump returns to their time base: 5 s.
  static let returnLimit = 5 * Timestamp.ticksPerSecond

  /// The raw time stamp that stands at time 0; nil before the first time stamp.
  public private(set) var origin: Int64?
  /// The latest reading; nil before the first time stamp.
  public private(set) var reading: Reading?
  /// The end of the latest frame on the timeline, in ticks: presentation runs from 0 to here.
  public var end: Int64 { latestStart + frame.ticks }
  /// Where the latest frame starts.
  private var latestStart: Int64 = 0
  /// The reading in front of the latest undeclared jump.
  private var readingBeforeJump: Reading?
  private var frame = FrameDuration()

  /// A clock that has not seen a time stamp.
  public init() {}

  /// Takes the next time stamp of the reference. A declared discontinuity carries presentation time
  /// on from the last frame; so does an undeclared jump, which is returned. With `isNewReference` the
  /// time stamp comes from another elementary stream than the last. A step ahead of more than `limit`
  /// ticks is a jump.
  @discardableResult
  public mutating func advance(
    to raw: Int64,
    isDeclaredDiscontinuity: Bool = false,
    isNewReference: Bool = false,
    limit: Int64 = jumpLimit
  ) -> Jump? {
    guard let last = reading else {
      reading = Reading(raw: raw, time: 0)
      origin = raw
      return nil
    }
    let step = Timestamp.difference(raw, last.raw)
    if isNewReference, !isDeclaredDiscontinuity, abs(step) <= Self.jumpLimit {
      move(to: raw, time: last.time + step)
      return nil
    }
    if isDeclaredDiscontinuity, step < 0 || step > Timestamp.ticksPerSecond {
      move(to: raw, time: max(last.time, end))
      return nil
    }
    if step < -Self.backwardTolerance || step > limit {
      // One wrong time stamp among right ones: the next is where it would have been without it.
      if let before = readingBeforeJump,
        (0...Self.returnLimit).contains(Timestamp.difference(raw, before.raw))
      {
        move(to: raw, time: before.time(of: raw))
        readingBeforeJump = nil
      } else {
        move(to: raw, time: max(last.time, end))
        readingBeforeJump = last
      }
      return step < 0 ? .backward(-step) : .forward(step)
    }
    frame.receive(step: step)
    move(to: raw, time: last.time + step)
    return nil
  }

  private mutating func move(to raw: Int64, time: Int64) {
    reading = Reading(raw: raw, time: time)
    latestStart = max(latestStart, time)
  }
}
