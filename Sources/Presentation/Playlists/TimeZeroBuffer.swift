/// Keeps what the renditions say until each has shown the clock of its first segment: only then it is
/// known which frame is the earliest, and stands at time 0.
///
/// A rendition whose first segment cannot be read is not waited for, nor one that has ended. What is
/// kept is bounded; with more the clocks known by then decide.
struct TimeZeroBuffer {
  /// Events that are kept.
  static let capacity = 8192
  /// Bytes of tags that are kept; the last tag may exceed it: 16 MiB.
  static let byteCapacity = 16 << 20

  private struct Track {
    var run: RunStart?
    var segmentCount = 0
    var isSettled = false
  }

  /// What was said, in its order.
  private(set) var events: [(event: RenditionEvent, rendition: Int)] = []
  private var tracks: [Track]
  private var byteCount = 0

  init(renditionCount: Int) { tracks = Array(repeating: Track(), count: renditionCount) }

  /// The first runs that are known, in the order of the renditions.
  var runs: [(run: RunStart, rendition: Int)] {
    tracks.enumerated().compactMap { index, track in track.run.map { ($0, index) } }
  }

  /// Whether nothing is waited for any more.
  var isComplete: Bool {
    events.count >= Self.capacity || byteCount >= Self.byteCapacity
      || tracks.allSatisfy(\.isSettled)
  }

  /// Keeps an event. That of a first run is not kept but known.
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
    case .metadata, .ended, .message: break
    }
    byteCount += event.byteCount
    events.append((event, rendition))
  }
}
