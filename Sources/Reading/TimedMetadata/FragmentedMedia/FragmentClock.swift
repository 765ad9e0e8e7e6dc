import ISOMedia

/// Converts the times of movie fragments to one presentation timeline in seconds. Time 0 is usually the start of the
/// first fragment, and the timeline continues across undeclared jumps.
struct FragmentClock {
  /// A media time and the presentation time that it corresponds to.
  private struct Base {
    var media: MediaTime
    var time: Double

    func time(of other: MediaTime) -> Double { time + other.seconds(since: media) }
  }

  struct Placement: Equatable {
    var time: Double
    /// The message's own time in seconds, if it is too far from the fragment to be accepted; otherwise nil.
    var declaredTime: Double?
  }

  /// The largest step ahead in the times of a track, in seconds, that does not count as a jump. Transport streams have
  /// the same limit.
  static let jumpLimit = 60.0
  /// The largest step back in the times of a track, in seconds, that does not count as a jump.
  static let backwardTolerance = 1.0

  /// The largest accepted distance of a sample from the latest fragment, in seconds, if the sample's own fragment has
  /// no time: ten minutes.
  static let longestFragment = 600.0

  /// The media time at time 0; nil before the timeline is started.
  private(set) var origin: MediaTime?
  /// The latest end of the fragments so far, in seconds; nil before the first fragment.
  private(set) var end: Double?
  private var base: Base?
  /// The base that was used before `base`. It is kept because tracks do not all jump at the same moment, and because
  /// correct times may follow a single wrong time.
  private var baseBeforeJump: Base?
  /// The end of each track, in seconds, by track_ID.
  private var ends: [UInt32: Double] = [:]

  mutating func start(at media: MediaTime) {
    origin = media
    base = Base(media: media, time: 0)
  }

  /// Adds the next fragment of a track. Returns its start in seconds, and the jump in seconds, if there is one; a
  /// negative jump is a step back.
  mutating func advance(
    track: UInt32,
    from start: MediaTime,
    seconds: Double
  ) -> (time: Double, jump: Double?) {
    if base == nil { self.start(at: start) }
    var jump: Double?
    var time = base?.time(of: start) ?? 0
    if let step = distance(of: time, track: track), !Self.isPlain(step) {
      if let before = baseBeforeJump, let step = distance(of: before.time(of: start), track: track),
        Self.isPlain(step)
      {
        (base, baseBeforeJump) = (before, base)
        time = before.time(of: start)
      } else {
        jump = step
        time = ends[track] ?? end ?? 0
        (base, baseBeforeJump) = (Base(media: start, time: time), base)
      }
    }
    if ends[track] != nil || ends.count < Movie.maximumTracks { ends[track] = time + seconds }
    end = max(end ?? 0, time + seconds)
    return (time, jump)
  }

  /// The time of a message that is due at a media time. `fragment` is the start of the fragment after the message; nil
  /// means that `end` is used. `shift` is the number of seconds to add to the message's time
  /// to get the media time. The result is nil before the timeline is started.
  func placement(of media: MediaTime, fragment: Double?, shift: Double = 0) -> Placement? {
    guard let base else { return nil }
    let time = base.time(of: media) + shift
    guard let here = fragment ?? end else { return Placement(time: time) }
    if abs(time - here) <= Self.jumpLimit { return Placement(time: time) }
    if let before = baseBeforeJump.map({ $0.time(of: media) + shift }),
      abs(before - here) <= Self.jumpLimit
    {
      return Placement(time: before)
    }
    return Placement(time: here, declaredTime: time)
  }

  /// The time of a sample, which may be anywhere in its fragment. If the fragment has no time, the sample may be up to
  /// `longestFragment` seconds from the end of the latest fragment. Nil before the timeline is started.
  func placement(ofSample media: MediaTime, in fragment: ClosedRange<Double>?) -> Placement? {
    guard let time = base?.time(of: media) else { return nil }
    let isNear =
      fragment.map { $0.contains(time) }
      ?? end.map { abs(time - $0) <= Self.longestFragment } ?? true
    return isNear ? Placement(time: time) : placement(of: media, fragment: fragment?.lowerBound)
  }

  /// Seconds between `time` and the expected start of a fragment: the end of its track. For a new track, any time from
  /// `jumpLimit` before 0 to the end of the other tracks is expected. Nil before the first fragment.
  private func distance(of time: Double, track: UInt32) -> Double? {
    if let expected = ends[track] { return time - expected }
    guard let end else { return nil }
    return time < 0 ? min(0, time + Self.jumpLimit) : max(0, time - end)
  }

  private static func isPlain(_ step: Double) -> Bool {
    (-backwardTolerance...jumpLimit).contains(step)
  }
}
