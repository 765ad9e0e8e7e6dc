import TimedMetadata

/// Spans of a rendition that could not be read. Whether they hold tags is unknown, so they are not
/// judged. The reader reports it in notes, before the first tag after.
struct UnreadSpans: Sendable {
  private var spans: [String?: [ClosedRange<Double>]] = [:]

  /// More spans of a rendition than this are not kept: the oldest are forgotten.
  static let maximumSpans = 1024
  /// The most renditions with such spans.
  static let maximumRenditions = 256
  /// Spans so close to each other are one: 0.1 s.
  private static let closeness = 0.1

  /// Segments that are not there, or not whole: they start at the time of the note.
  private static let segments: Set<NoteID> = [
    "hls-segment-missing", "hls-segment-gap", .joinedHole,
  ]
  /// Segments that left a live window: they end there.
  private static let holes: NoteID = "hls-window-missed"

  /// Whether everything was read.
  var isEmpty: Bool { spans.isEmpty }

  /// Takes the next note.
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

  /// Whether anything between two times of a rendition was not read.
  func overlap(_ rendition: String?, from start: Double?, to end: Double?) -> Bool {
    guard let start, let end, let known = spans[rendition] else { return false }
    return known.contains { $0.lowerBound < end && $0.upperBound > start }
  }

  /// How many seconds between two times of a rendition were not read.
  func seconds(_ rendition: String?, from start: Double, to end: Double) -> Double {
    (spans[rendition] ?? []).reduce(0) { sum, span in
      sum + max(0, min(span.upperBound, end) - max(span.lowerBound, start))
    }
  }

  /// The longest time between two times of a rendition that was read in one piece.
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

  /// The longest silence without an unread span from the tag at a place up to a time, and where it
  /// begins.
  func silence(from place: Place, to end: Double) -> (seconds: Double, place: Place) {
    guard let start = place.time else { return (0, place) }
    let longest = longestRead(place.rendition, from: start, to: end)
    guard longest.start > start else { return (longest.seconds, place) }
    var behind = Place(time: longest.start, rendition: place.rendition)
    (behind.program, behind.pid) = (place.program, place.pid)
    return (longest.seconds, behind)
  }
}
