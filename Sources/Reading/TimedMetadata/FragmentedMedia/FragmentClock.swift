import ISOMedia

/// Follows the times of movie fragments and gives one presentation timeline in seconds: 0 is where
/// the first fragment starts, and undeclared jumps do not interrupt it.
struct FragmentClock {
  /// A time of the media and the presentation time that belongs to it.
  private struct Base {
    var media: MediaTime
    var time: Double

    func time(of other: MediaTime) -> Double { time + other.seconds(since: media) }
  }

  /// The time of a message on the timeline.
  struct Placement: Equatable {
    var time: Double
    /// The message's own time, when that is too far from the fragment to be accepted.
    var declaredTime: Double?
  }

  /// An undeclared step ahead by more than this starts a new reference, as in transport streams.
  static let jumpLimit = 60.0
  /// A step back by more than this starts a new reference.
  static let backwardTolerance = 1.0

  /// A sample is accepted that is as far from other tracks: ten minutes.
  static let longestFragment = 600.0

  /// The time of the media at time 0; nil before the start.
  private(set) var origin: MediaTime?
  /// The end of the latest fragment; nil before the first.
  private(set) var end: Double?
  private var base: Base?
  /// The reference before the latest jump: tracks do not jump at once, and a single wrong time is
  /// followed by right ones.
  private var baseBeforeJump: Base?
  /// Where each track ends.
  private var ends: [UInt32: Double] = [:]

  /// Starts the timeline.
  mutating func start(at media: MediaTime) {
    origin = media
    base = Base(media: media, time: 0)
  }

  /// Takes the next fragment of a track. Returns where it starts, and the jump it makes: the seconds of a step that is not
  /// the plain passing of time, negative for one back.
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

  /// The time of a message that is due at a time of the media, and arrives with a fragment that starts at
  /// `fragment`; otherwise with the latest fragment. Its clock shows `shift` seconds less than that of the
  /// media. Nil before the start.
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

  /// The time of a sample that belongs to a fragment of its track: anywhere in it. Where the fragment has
  /// no time, up to a longer distance from the latest than messages. Nil before the start.
  func placement(ofSample media: MediaTime, in fragment: ClosedRange<Double>?) -> Placement? {
    guard let time = base?.time(of: media) else { return nil }
    let isNear =
      fragment.map { $0.contains(time) }
      ?? end.map { abs(time - $0) <= Self.longestFragment } ?? true
    return isNear ? Placement(time: time) : placement(of: media, fragment: fragment?.lowerBound)
  }

  /// How far a fragment at `time` is from where it is expected: at the end of its track; where the
  /// track is new, anywhere among the others.
  private func distance(of time: Double, track: UInt32) -> Double? {
    if let expected = ends[track] { return time - expected }
    guard let end else { return nil }
    return time < 0 ? min(0, time + Self.jumpLimit) : max(0, time - end)
  }

  private static func isPlain(_ step: Double) -> Bool {
    (-backwardTolerance...jumpLimit).contains(step)
  }
}
