import TransportStream

/// Puts the renditions of a presentation on one timeline. Renditions of the same discontinuity sequence
/// number share a clock (RFC 8216, 6.2.4), so the first that starts a number says where its clock stands
/// on the timeline, and the others are placed by the distance of their clocks.
struct RunTimeline {
  /// A rendition whose clock is further than this from where the playlist has it goes by the playlist.
  static let tolerance = 60.0
  /// Numbers that are remembered.
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
    guard let base = bases.last(where: { $0.sequence == run.discontinuitySequence }) else {
      bases.append(Base(sequence: run.discontinuitySequence, origin: run.origin, time: expected))
      if bases.count > Self.capacity { bases.removeFirst() }
      return true
    }
    let placed = Self.place(run.origin, by: base.origin, at: base.time, near: expected)
    guard abs(placed - expected) <= Self.tolerance else { return false }
    shifts[rendition] = placed - run.start
    return true
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
