/// Holds the events of the renditions until the clock of the first segment of each is known: only then is it known
/// which frame is the earliest, which is time 0.
///
/// A rendition whose first segment cannot be read is not waited for, nor one that has ended. The number of held events
/// is limited; at the limit the clocks known so far are used.
struct TimeZeroBuffer {
  /// The most events that are held.
  static let capacity = 8192
  /// The most bytes of tags that are held; the last tag may exceed it: 16 MiB.
  static let byteCapacity = 16 << 20

  private struct Track {
    var run: RunStart?
    var segmentCount = 0
    var isSettled = false
  }

  /// The held events, in order.
  private(set) var events: [(event: RenditionEvent, rendition: Int)] = []
  private var tracks: [Track]
  private var byteCount = 0

  init(renditionCount: Int) { tracks = Array(repeating: Track(), count: renditionCount) }

  /// The first runs that are known, in the order of the renditions.
  var runs: [(run: RunStart, rendition: Int)] {
    tracks.enumerated().compactMap { index, track in track.run.map { ($0, index) } }
  }

  /// Whether there is nothing left to wait for.
  var isComplete: Bool {
    events.count >= Self.capacity || byteCount >= Self.byteCapacity
      || tracks.allSatisfy(\.isSettled)
  }

  /// Holds an event. A first run is recorded and not held.
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
