import TimedMetadata

/// Compares the tags of renditions while they are read: a tag is judged when every rendition has been read
/// past its time; those without any tag are not missed from. Bounded, whatever comes.
///
/// A rendition that is left behind is not waited for. What the others had in that time is judged without it
/// and forgotten, so that nothing can be said any more when it catches up: neither what it lacks of them,
/// nor what they lack of it.
struct RenditionAgreement: Sendable {
  /// A tag that a rendition lacks.
  struct Missing: Sendable, Equatable {
    /// A rendition that has it.
    var carrier: String?
    /// The rendition that lacks it.
    var rendition: String?
    /// Presentation seconds.
    var time: Double
  }

  /// Tags that wait for their copies.
  static let capacity = 512
  /// Renditions that are compared.
  static let maximumRenditions = 64
  /// Holes of a rendition that are remembered.
  static let maximumHoles = 32
  /// A rendition that is further behind the others than this is not waited for, in seconds.
  static let longestLag = 60.0
  /// Behind a tag, and behind the latest place of its copies, so much must have been read, in seconds: tags
  /// come a little late.
  static let margin = 2.0

  private struct Track: Sendable {
    var name: String?
    /// From where on it is known, and up to where; nil before anything of it was read.
    var start: Double?
    var reached: Double?
    var hasTags = false
    var holes: [ClosedRange<Double>] = []
    /// Whether something was not read, and nothing whole has been since: where it goes on is only known
    /// then, the playlist's word for it may be seconds off.
    var isInHole = false
  }

  private struct Occurrence: Sendable {
    var text: String
    var time: Double
    /// The renditions that have it, by their bits.
    var carriers: UInt64
  }

  private let limit: Double
  private var tracks: [Track] = []
  private var waiting: [Occurrence] = []
  /// The earliest time seen of any rendition.
  private var begin: Double?
  /// Tags before this time have been judged and are forgotten.
  private var judged = -Double.infinity
  /// Up to where two renditions at least have been compared, in presentation seconds; nil: nowhere yet.
  private(set) var compared: Double?

  /// A comparison that takes tags for the same when they stand no further apart than `limit` seconds.
  init(limit: Double) { self.limit = limit }

  /// Waits for these renditions too before it judges: some begin later than others.
  mutating func expect(_ renditions: [String?]) {
    for rendition in renditions { _ = track(rendition) }
  }

  /// Takes a Nielsen tag.
  mutating func receive(_ text: String, at time: Double, in rendition: String?) {
    guard let track = track(rendition, at: time) else { return }
    tracks[track].hasTags = true
    let bit = UInt64(1) << UInt64(track)
    let copy = waiting.indices
      .filter { index in
        let other = waiting[index]
        return other.text == text && other.carriers & bit == 0 && abs(other.time - time) <= limit
      }
      .min { abs(waiting[$0].time - time) < abs(waiting[$1].time - time) }
    if let copy {
      waiting[copy].carriers |= bit
      return
    }
    // Its copies, if there were any, are forgotten.
    guard time >= judged + limit else { return }
    waiting.append(Occurrence(text: text, time: time, carriers: bit))
    if waiting.count > Self.capacity { forgetEarliest() }
  }

  /// Drops a tag unjudged: nothing can be said of those before it any more.
  private mutating func forgetEarliest() {
    guard let earliest = waiting.indices.min(by: { waiting[$0].time < waiting[$1].time }) else {
      return
    }
    judged = max(judged, waiting[earliest].time)
    waiting.remove(at: earliest)
  }

  /// Takes a segment that was read, or could not be. Returns what is known to be missing now.
  mutating func receive(_ segment: SegmentReport) -> [Missing] {
    guard let start = segment.start, let track = track(segment.rendition, at: start) else {
      return []
    }
    let end = max(start, start + segment.duration)
    if !segment.isComplete {
      add(start...end, to: track)
      tracks[track].isInHole = true
    } else if tracks[track].isInHole {
      if let reached = tracks[track].reached, reached < start { add(reached...start, to: track) }
      tracks[track].isInHole = false
    }
    tracks[track].reached = max(tracks[track].reached ?? end, end)
    return judge()
  }

  /// Of what a rendition had before a time nothing can be said: its segments left the playlist unread.
  mutating func forget(_ rendition: String?, before time: Double) {
    guard let track = track(rendition), let start = tracks[track].start else { return }
    tracks[track].start = max(start, time)
    tracks[track].isInHole = true
  }

  /// Takes note of what could not be read of a rendition; segments in a row are one hole.
  private mutating func add(_ unread: ClosedRange<Double>, to track: Int) {
    var hole = unread.lowerBound - limit...unread.upperBound + limit
    if let last = tracks[track].holes.last, last.overlaps(hole) {
      hole =
        min(last.lowerBound, hole.lowerBound)...max(last.upperBound, hole.upperBound)
      tracks[track].holes.removeLast()
    }
    tracks[track].holes.append(hole)
    if tracks[track].holes.count > Self.maximumHoles { tracks[track].holes.removeFirst() }
  }

  private mutating func track(_ rendition: String?) -> Int? {
    if let index = tracks.firstIndex(where: { $0.name == rendition }) { return index }
    guard tracks.count < Self.maximumRenditions else { return nil }
    tracks.append(Track(name: rendition))
    return tracks.count - 1
  }

  private mutating func track(_ rendition: String?, at time: Double) -> Int? {
    guard let track = track(rendition) else { return nil }
    begin = min(begin ?? time, time)
    if tracks[track].start == nil { (tracks[track].start, tracks[track].reached) = (time, time) }
    return track
  }

  private mutating func judge() -> [Missing] {
    guard let begin, let furthest = tracks.compactMap(\.reached).max() else { return [] }
    // Of a rendition that does not advance, or never came, nothing can be said.
    let inTime = tracks.indices.filter {
      (tracks[$0].reached ?? begin) >= furthest - Self.longestLag
    }
    let horizon = inTime.map { tracks[$0].reached ?? -.infinity }.min() ?? -.infinity
    if inTime.count > 1, horizon > compared ?? -.infinity { compared = horizon }
    judged = max(judged, horizon - Self.margin - limit)
    var missing: [Missing] = []
    var rest: [Occurrence] = []
    for occurrence in waiting {
      guard occurrence.time < judged else {
        rest.append(occurrence)
        continue
      }
      let carrier = tracks[occurrence.carriers.trailingZeroBitCount].name
      for track in inTime where lacks(occurrence, track) {
        missing.append(
          Missing(carrier: carrier, rendition: tracks[track].name, time: occurrence.time)
        )
      }
    }
    waiting = rest
    return missing
  }

  /// Whether a rendition was read where the tag stands, and does not have it.
  private func lacks(_ occurrence: Occurrence, _ track: Int) -> Bool {
    tracks[track].hasTags
      && occurrence.carriers & UInt64(1) << UInt64(track) == 0
      && occurrence.time >= (tracks[track].start ?? .infinity) + limit
      && !tracks[track].holes.contains { $0.contains(occurrence.time) }
  }
}
