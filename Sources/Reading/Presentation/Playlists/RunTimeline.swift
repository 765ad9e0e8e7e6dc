import TimedMetadata
import TransportStream

/// Places the renditions of a presentation on one timeline. Renditions with the same discontinuity sequence number
/// share a clock (RFC 8216, 6.2.4): the first rendition to reach a number determines the position of that number's
/// clock on the timeline, and the other renditions are placed by the difference between their clocks and that clock. A
/// clock that matches no known clock of the number becomes an additional clock, because a restarted packager changes
/// the clocks of all renditions.
///
/// A manifest specifies time 0. For playlists, time 0 is the earliest frame in the first segments of all renditions,
/// unless reading begins at a later segment. After the media sequence of a live playlist restarts, a rendition's times
/// continue after its last time.
struct RunTimeline {
  /// The maximum difference between a clock and the playlist, in seconds. A rendition whose clock differs by more is
  /// placed by the playlist.
  static let tolerance = 60.0
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
    /// Seconds to add to the rendition's own time to get the time on the timeline.
    var shift = 0.0
    /// The latest time on the timeline up to which the rendition has been read.
    var reached = -Double.infinity
    var epoch = 0
  }

  private var bases: [Base] = []
  private var tracks: [Track]
  /// Whether a manifest specifies time 0. The renditions' own times are then times of the manifest.
  private let isGiven: Bool

  /// Makes a timeline. `zero` is the manifest's time, in seconds, at time 0 of the timeline; nil for playlists.
  init(renditionCount: Int, zero: Double? = nil) {
    isGiven = zero != nil
    tracks = Array(repeating: Track(shift: -(zero ?? 0)), count: renditionCount)
  }

  func time(_ own: Double, rendition: Int) -> Double { own + tracks[rendition].shift }

  /// Records that a rendition has been read up to a time on the timeline.
  mutating func reach(_ time: Double, rendition: Int) {
    tracks[rendition].reached = max(tracks[rendition].reached, time)
  }

  /// Starts the timeline with the first run of each rendition. The earliest run is placed at its time in the playlist,
  /// which is 0 unless reading began later. The other runs are placed relative to it. Returns the renditions whose
  /// clocks do not fit the others.
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

  /// Adds a run of a rendition. Returns false if clocks of its discontinuity sequence number are known and the run's
  /// clock fits none of them.
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

/// Holds back the events of all renditions until the clock of each rendition's first segment is known, because the
/// earliest frame of all renditions is at time 0.
///
/// The buffer does not wait for a rendition whose first segment cannot be read, or for a rendition that has ended. The
/// number of held events is limited; at the limit the clocks known so far are used.
struct TimeZeroBuffer {
  static let capacity = 8192
  /// The maximum number of tag bytes that are held: 16 MiB. The last tag may exceed it.
  static let byteCapacity = 16 << 20

  private struct Track {
    var run: RunStart?
    var segmentCount = 0
    var isSettled = false
  }

  private(set) var events: [(event: RenditionEvent, rendition: Int)] = []
  private var tracks: [Track]
  private var byteCount = 0

  init(renditionCount: Int) { tracks = Array(repeating: Track(), count: renditionCount) }

  /// The first runs that are known, in the order of the renditions.
  var runs: [(run: RunStart, rendition: Int)] {
    tracks.enumerated().compactMap { index, track in track.run.map { ($0, index) } }
  }

  /// Whether the buffer waits for no rendition any longer, or is full.
  var isComplete: Bool {
    events.count >= Self.capacity || byteCount >= Self.byteCapacity
      || tracks.allSatisfy(\.isSettled)
  }

  /// Holds an event. A run for which the buffer waits is recorded instead of being held.
  mutating func receive(_ event: RenditionEvent, rendition: Int) {
    switch event {
    case .segment:
      tracks[rendition].segmentCount += 1
      if tracks[rendition].segmentCount > 1 { tracks[rendition].isSettled = true }
    case .run(let run):
      let isFirst = !tracks[rendition].isSettled
      tracks[rendition].isSettled = true
      if isFirst {
        tracks[rendition].run = run
        return
      }
    case .finished: tracks[rendition].isSettled = true
    case .metadata, .ended: break
    }
    byteCount += event.byteCount
    events.append((event, rendition))
  }
}
