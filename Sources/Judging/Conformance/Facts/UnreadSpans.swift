import TimedMetadata

/// The spans of each rendition that could not be read. They may contain tags, so missing tags in them are not reported.
/// The reader reports each span in a note, before the first tag after it.
struct UnreadSpans: Sendable {
  private var spans: [String?: [ClosedRange<Double>]] = [:]

  /// The maximum number of spans of a rendition; the oldest are removed.
  static let maximumSpans = 1024
  static let maximumRenditions = 256
  /// The maximum distance, in seconds, between spans that are merged.
  private static let closeness = 0.1

  /// Notes about missing or incomplete segments. The span starts at the time of the note.
  private static let segments: Set<NoteID> = [
    "hls-segment-missing", "hls-segment-gap", .joinedHole,
  ]
  /// The note about segments that left a live window before they were read. The span ends at the time of the note.
  private static let holes: NoteID = "hls-window-missed"

  var isEmpty: Bool { spans.isEmpty }

  mutating func receive(_ note: StreamNote) {
    guard let time = note.time, let length = note.measured, length > 0 else { return }
    if Self.segments.contains(note.id) {
      add(time...time + length, of: note.rendition)
    } else if note.id == Self.holes {
      add(time - length...time, of: note.rendition)
    }
  }

  private mutating func add(_ span: ClosedRange<Double>, of rendition: String?) {
    guard spans[rendition] != nil || spans.count < Self.maximumRenditions else { return }
    var span = span
    var all = spans[rendition] ?? []
    spans[rendition] = nil
    all.removeAll { known in
      guard known.lowerBound <= span.upperBound + Self.closeness,
        span.lowerBound <= known.upperBound + Self.closeness
      else { return false }
      span =
        min(known.lowerBound, span.lowerBound)...max(known.upperBound, span.upperBound)
      return true
    }
    let place = all.lastIndex { $0.lowerBound < span.lowerBound }.map { $0 + 1 } ?? 0
    all.insert(span, at: place)
    if all.count > Self.maximumSpans { all.removeFirst() }
    spans[rendition] = all
  }

  /// Whether any part between two presentation times of a rendition, in seconds, was not read.
  func overlap(_ rendition: String?, from start: Double?, to end: Double?) -> Bool {
    guard let start, let end, let known = spans[rendition] else { return false }
    return known.contains { $0.lowerBound < end && $0.upperBound > start }
  }

  /// Returns the number of unread seconds between two presentation times of a rendition.
  func seconds(_ rendition: String?, from start: Double, to end: Double) -> Double {
    (spans[rendition] ?? []).reduce(0) { sum, span in
      sum + max(0, min(span.upperBound, end) - max(span.lowerBound, start))
    }
  }

  /// Returns the longest part without unread spans between two presentation times of a rendition. All times are in
  /// seconds.
  func longestRead(_ rendition: String?, from start: Double, to end: Double) -> (
    start: Double, seconds: Double
  ) {
    var longest = (start: start, seconds: -Double.infinity)
    var position = start
    func take(upTo next: Double) {
      if next - position > longest.seconds { longest = (position, next - position) }
    }
    for span in spans[rendition] ?? [] where span.lowerBound < end && span.upperBound > start {
      take(upTo: span.lowerBound)
      position = span.upperBound
    }
    take(upTo: end)
    return longest
  }

  /// Returns the longest part without unread spans between the tag at `place` and the presentation time `end`: its
  /// length in seconds and the place where it begins.
  func silence(from place: Place, to end: Double) -> (seconds: Double, place: Place) {
    guard let start = place.time else { return (0, place) }
    let longest = longestRead(place.rendition, from: start, to: end)
    guard longest.start > start else { return (longest.seconds, place) }
    var behind = Place(time: longest.start, rendition: place.rendition)
    (behind.program, behind.pid) = (place.program, place.pid)
    return (longest.seconds, behind)
  }
}

/// Measures the time not covered by DATA tags that name the channel, for each program of each rendition. Most of this
/// time is advertising that was inserted later.
struct UncoveredTime: Sendable {
  struct Key: Hashable, Sendable {
    var rendition: String?
    var program: Int?
  }

  private struct Track {
    /// The presentation times of the first and the last tag that names the channel, in seconds.
    var first: Double
    var last: Double
    /// The uncovered time between the first and the last tag, in seconds.
    var seconds = 0.0
  }

  /// The number of seconds that a tag covers.
  private let interval: Double
  /// The maximum time between two tags, in seconds, that counts as covered.
  private let longest: Double
  private var tracks: [Key: Track] = [:]

  private static let maximumCount = 1024

  init(_ cadence: ChannelTemplate.Cadence?) {
    interval = cadence?.data ?? NominalCadence.data
    longest = interval + NominalCadence.tolerance
  }

  mutating func receive(_ tag: CheckedTag) {
    guard let time = tag.tag.time, time.isFinite else { return }
    let key = Key(rendition: tag.stream.rendition, program: tag.stream.program)
    guard var track = tracks[key] else {
      if tracks.count < Self.maximumCount { tracks[key] = Track(first: time, last: time) }
      return
    }
    track.seconds += gap(key, from: track.last, to: time, tag.unread)
    track.last = max(track.last, time)
    tracks[key] = track
  }

  /// Returns the rendition and program with the least uncovered time, in minutes per hour; nil if no tag names the
  /// channel, or if the duration of the content that was read is 0 or unknown.
  func minutesPerHour(_ facts: InputFacts) -> (key: Key, minutes: Double)? {
    tracks.compactMap { key, track -> (key: Key, minutes: Double)? in
      let start = facts.segmentStarts[key.rendition] ?? facts.begin
      let end =
        facts.summary.renditions.first { $0.name == key.rendition }?.end
        ?? facts.summary.duration(ofProgram: key.program)
      guard let end else { return nil }
      let unread = facts.unread
      let length = end - start - unread.seconds(key.rendition, from: start, to: end)
      guard length > 0 else { return nil }
      let seconds =
        track.seconds + gap(key, from: start, to: track.first, unread)
        + gap(key, from: track.last, to: end, unread)
      return (key, min(seconds, length) / length * 60)
    }
    .min { left, right in
      (left.minutes, left.key.rendition ?? "", left.key.program ?? 0)
        < (right.minutes, right.key.rendition ?? "", right.key.program ?? 0)
    }
  }

  /// Returns the uncovered seconds between two times; 0 if at most `longest` seconds between them were read.
  private func gap(_ key: Key, from start: Double, to end: Double, _ unread: UnreadSpans) -> Double
  {
    let silence = end - start - unread.seconds(key.rendition, from: start, to: end)
    return silence > longest ? silence - interval : 0
  }
}
