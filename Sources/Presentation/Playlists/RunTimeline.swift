import TimedMetadata
import TransportStream

/// Puts the renditions of a presentation on one timeline. Renditions of the same discontinuity sequence
/// number share a clock (RFC 8216, 6.2.4), so the first that starts a number says where its clock stands
/// on the timeline, and the others are placed by the distance of their clocks. A clock that fits none
/// of its number is one more of that number: a packager started again, and others will follow.
///
/// Time 0 is the earliest first frame of all renditions (carriage, section 10; product, "extract"). When
/// the media sequence of a live playlist starts again, time goes on behind all that was read before,
/// whatever the clock shows then.
struct RunTimeline {
  /// A rendition whose clock is further than this from where the playlist has it goes by the playlist.
  static let tolerance = 60.0
  /// Clocks that are remembered.
  static let capacity = 64

  private struct Base {
    var epoch: Int
    var sequence: Int
    var origin: MediaOrigin
    var time: Double

    func isShared(with run: RunStart) -> Bool {
      epoch == run.epoch && sequence == run.discontinuitySequence
    }
  }

  private struct Track {
    /// What turns its own time into time on the timeline.
    var shift = 0.0
    /// The latest that was read of it, on the timeline.
    var reached = -Double.infinity
    /// How often its media sequence has started again.
    var epoch = 0
  }

  private var bases: [Base] = []
  private var tracks: [Track]
  /// Whether renditions tell their times on the timeline themselves.
  private let isGiven: Bool

  /// With `zero`, which a manifest gives, the own time of all renditions is that of the manifest, and this
  /// time of it is 0 on the timeline.
  init(renditionCount: Int, zero: Double? = nil) {
    isGiven = zero != nil
    tracks = Array(repeating: Track(shift: -(zero ?? 0)), count: renditionCount)
  }

  /// The time on the timeline of a time of a rendition's own.
  func time(_ own: Double, rendition: Int) -> Double { own + tracks[rendition].shift }

  /// Notes that a rendition has been read up to a time on the timeline.
  mutating func reach(_ time: Double, rendition: Int) {
    tracks[rendition].reached = max(tracks[rendition].reached, time)
  }

  /// Takes in the first runs of the renditions, each of another one: the earliest stands where its
  /// playlist has it, at 0 unless reading began later, and the others behind it. Returns the renditions
  /// whose clocks do not fit the others.
  mutating func start(_ runs: [(run: RunStart, rendition: Int)]) -> [Int] {
    guard !isGiven else { return [] }
    var misfits: [Int] = []
    for (run, rendition) in runs where !begin(run, rendition: rendition) {
      misfits.append(rendition)
    }
    guard let earliest = runs.map({ tracks[$0.rendition].shift }).min() else { return misfits }
    for track in tracks.indices { tracks[track].shift -= earliest }
    for base in bases.indices { bases[base].time -= earliest }
    return misfits
  }

  /// Takes in that a rendition starts a run. Returns false when its clock does not fit the others.
  @discardableResult
  mutating func begin(_ run: RunStart, rendition: Int) -> Bool {
    guard !isGiven else { return true }
    var expected = run.start + tracks[rendition].shift
    let isRestart = run.epoch != tracks[rendition].epoch
    tracks[rendition].epoch = run.epoch
    let rivals = bases.filter { $0.isShared(with: run) }
    let placed =
      rivals
      .map { Self.place(run.origin, by: $0.origin, at: $0.time, near: expected) }
      .min { abs($0 - expected) < abs($1 - expected) }
    let isBehind = !isRestart || placed ?? .infinity >= tracks[rendition].reached
    if let placed, isBehind, abs(placed - expected) <= Self.tolerance {
      tracks[rendition].shift = placed - run.start
      return true
    }
    if isRestart {
      let reached = rivals.isEmpty ? tracks.map(\.reached).max() : tracks[rendition].reached
      expected = max(expected, reached ?? expected)
      tracks[rendition].shift = expected - run.start
    }
    bases.append(
      Base(
        epoch: run.epoch,
        sequence: run.discontinuitySequence,
        origin: run.origin,
        time: expected
      )
    )
    if bases.count > Self.capacity { bases.removeFirst() }
    return rivals.isEmpty
  }

  private static func place(
    _ origin: MediaOrigin,
    by base: MediaOrigin,
    at time: Double,
    near expected: Double
  ) -> Double {
    let placed = time + origin.seconds - base.seconds
    guard origin.wraps || base.wraps else { return placed }
    let period = Double(Timestamp.modulus) / Double(Timestamp.ticksPerSecond)
    return placed + ((expected - placed) / period).rounded() * period
  }
}
