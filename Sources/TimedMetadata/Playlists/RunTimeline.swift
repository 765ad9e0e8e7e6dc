import TransportStream

/// Puts the renditions of a presentation on one timeline. Renditions of the same discontinuity sequence
/// number share a clock (RFC 8216, 6.2.4), so the first that starts a number says where its clock stands
/// on the timeline, and the others are placed by the distance of their clocks. A clock that fits none
/// of its number is one more of that number: a packager started again, and others will follow.
struct RunTimeline {
  /// A rendition whose clock is further than this from where the playlist has it goes by the playlist.
  static let tolerance = 60.0
  /// Clocks that are remembered.
  static let capacity = 64

  private struct Base {
    var sequence: Int
    var origin: MediaOrigin
    var time: Double
  }

  private var bases: [Base] = []
  /// What turns the own time of each rendition into time on the timeline.
  private var shifts: [Double]

  init(renditionCount: Int) { shifts = [Double](repeating: 0, count: renditionCount) }

  /// The time on the timeline of a time of a rendition's own.
  func time(_ own: Double, rendition: Int) -> Double { own + shifts[rendition] }

  /// Takes in that a rendition starts a run. Returns false when its clock does not fit the others.
  @discardableResult
  mutating func begin(_ run: RunStart, rendition: Int) -> Bool {
    let expected = run.start + shifts[rendition]
    let rivals = bases.filter { $0.sequence == run.discontinuitySequence }
    let placed =
      rivals
      .map { Self.place(run.origin, by: $0.origin, at: $0.time, near: expected) }
      .min { abs($0 - expected) < abs($1 - expected) }
    if let placed, abs(placed - expected) <= Self.tolerance {
      shifts[rendition] = placed - run.start
      return true
    }
    bases.append(Base(sequence: run.discontinuitySequence, origin: run.origin, time: expected))
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
