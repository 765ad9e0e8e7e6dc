import TimedMetadata

/// Compares the tags of renditions while they are read. A tag is judged when every rendition that is not too late has
/// been read past the tag's time. A rendition without any tags is not compared. The memory is limited for any input.
///
/// If a rendition lags too far, the tags of the others are judged without it and forgotten. When it has caught up, its
/// tags from that time are not compared.
struct RenditionAgreement: Sendable {
  /// A tag that a rendition lacks.
  struct Missing: Sendable, Equatable {
    var carrier: String?
    var rendition: String?
    /// The time of the tag, in presentation seconds.
    var time: Double
  }

  /// The maximum number of tags that wait for their copies in other renditions.
  static let capacity = 512
  /// The maximum number of renditions that are compared.
  static let maximumRenditions = 64
  /// The maximum number of unread spans of a rendition that are kept.
  static let maximumHoles = 32
  /// The maximum lag, in seconds, behind the rendition that was read furthest. Tags are judged without a rendition that
  /// lags more.
  static let longestLag = 60.0
  /// Tags can arrive a little late. A tag is judged when the renditions have been read up to its time, plus the limit,
  /// plus this margin in seconds.
  static let margin = 2.0

  private struct Track: Sendable {
    var name: String?
    /// The beginning of the time that is compared, and the end of the time that was read; nil before any reading.
    var start: Double?
    var reached: Double?
    var hasTags = false
    var holes: [ClosedRange<Double>] = []
    /// Whether content was not read and no complete segment has followed. Times in the playlist can be wrong by
    /// seconds. Only a complete segment shows where the rendition continues.
    var isInHole = false
  }

  private struct Occurrence: Sendable {
    var text: String
    var time: Double
    /// The renditions that have the tag: one bit for each index in `tracks`.
    var carriers: UInt64
  }

  private let limit: Double
  private var tracks: [Track] = []
  private var waiting: [Occurrence] = []
  /// The earliest time that was read in any rendition, in presentation seconds.
  private var begin: Double?
  /// The time before which no tag waits: earlier tags have been judged or dropped.
  private var judged = -Double.infinity
  /// The latest time, in presentation seconds, up to which all renditions that do not lag too far had been read. It
  /// advances only while there are at least two such renditions; nil before.
  private(set) var compared: Double?

  /// Makes a comparison that treats equal tags as copies if their times differ by at most `limit` seconds.
  init(limit: Double) { self.limit = limit }

  /// Adds renditions. No tag is judged until each of them has been read or lags too far, because some start later.
  mutating func expect(_ renditions: [String?]) {
    for rendition in renditions { _ = track(rendition) }
  }

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
    // Copies of this tag may already have been judged and forgotten.
    guard time >= judged + limit else { return }
    waiting.append(Occurrence(text: text, time: time, carriers: bit))
    if waiting.count > Self.capacity { forgetEarliest() }
  }

  /// Drops the earliest tag without judging it. Tags before it that arrive later are not judged either.
  private mutating func forgetEarliest() {
    guard let earliest = waiting.indices.min(by: { waiting[$0].time < waiting[$1].time }) else {
      return
    }
    judged = max(judged, waiting[earliest].time)
    waiting.remove(at: earliest)
  }

  /// Receives a segment that was read or could not be read. Returns the tags that are now known to be missing.
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

  /// Excludes content of a rendition before `time`, because segments left its playlist before they were read.
  mutating func forget(_ rendition: String?, before time: Double) {
    guard let track = track(rendition), let start = tracks[track].start else { return }
    tracks[track].start = max(start, time)
    tracks[track].isInHole = true
  }

  /// Adds an unread span of a rendition. If the span overlaps the last one, they become one.
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
    // The tags are judged without renditions that lag too far behind.
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

  /// Whether a rendition that has tags was read at the time of this tag and lacks it.
  private func lacks(_ occurrence: Occurrence, _ track: Int) -> Bool {
    tracks[track].hasTags
      && occurrence.carriers & UInt64(1) << UInt64(track) == 0
      && occurrence.time >= (tracks[track].start ?? .infinity) + limit
      && !tracks[track].holes.contains { $0.contains(occurrence.time) }
  }
}
