import TimedMetadata

/// What one tap of a chain gave: its tags, and which of its content was read. Fed event by event, or tag by tag from
/// records; taps of a chain are fed in any order.
package struct Tap: Sendable {
  /// The name that the user gave it, or the last part of its input.
  package let name: String
  /// The tags, in the order of the tap.
  package private(set) var tags: [TapTag] = []
  /// The tags that were left out because there are too many.
  package private(set) var leftOut = 0
  /// Why the tap could not be read to its end; nil where it could.
  package var failure: String?

  /// Whether it is a stream. Records have tags alone: where the tap begins, ends and has discontinuities is not known.
  let isStream: Bool
  /// Whether a part of it was asked for, so that tags near its ends may be outside.
  let isPart: Bool
  /// Whether tags without a Nielsen payload are traced.
  private let takesAll: Bool
  /// Presentation seconds of the start of what is read, where no segment says it.
  private let start: Double
  /// Presentation seconds at the end of what was read; nil while unknown.
  private var end: Double?
  /// What was read of each rendition, by its name; `""` is the one without a name.
  private var read: [String: ClosedRange<Double>] = [:]
  /// What could not be read, or not whole, by rendition. A gap that the playlist declares is no such thing: nobody can
  /// have its tags.
  private var unread: [String: [ClosedRange<Double>]] = [:]
  /// The segments that could not be read, of all renditions.
  private(set) var unreadSegments = 0
  /// Presentation seconds of discontinuities that a playlist declares, in order.
  private(set) var discontinuities: [Double] = []
  /// The renditions of HLS without a tag that have the role of one with tags.
  private var silent: [(name: String, role: RenditionRole)] = []
  private var roles: [String: RenditionRole] = [:]

  /// The most tags that are kept: three weeks.
  private static let maximumTags = 200_000
  /// The most discontinuities and unread segments that are kept.
  private static let maximumFacts = 10_000
  /// Seconds between segments that follow one another.
  private static let sameSpan = 0.5
  /// Seconds within which discontinuities of several renditions are the same one.
  private static let sameDiscontinuity = 2.0

  /// A tap that is a stream. It is read from `start` presentation seconds on.
  package init(
    stream name: String,
    from start: Double = 0,
    takesAll: Bool = false,
    isPart: Bool = false
  ) {
    (self.name, self.start, self.takesAll, isStream) = (name, start, takesAll, true)
    self.isPart = isPart
  }

  /// A tap that is records.
  package init(records name: String, takesAll: Bool = false, isPart: Bool = false) {
    (self.name, start, self.takesAll, isStream) = (name, 0, takesAll, false)
    self.isPart = isPart
  }

  /// Takes a tag.
  package mutating func receive(_ tag: TapTag) {
    guard takesAll || tag.isNielsen else { return }
    var tag = tag
    tag.time = tag.time.flatMap(Self.plausible)
    tag.wallClock = tag.wallClock.flatMap(Self.plausible)
    if tags.count >= Self.maximumTags {
      leftOut += Self.maximumTags / 10
      tags.removeFirst(Self.maximumTags / 10)
    }
    tags.append(tag)
  }

  /// Nil for what is no time.
  private static func plausible(_ seconds: Double) -> Double? {
    seconds.isFinite && abs(seconds) < 1e12 ? seconds : nil
  }

  /// Takes the next event of a stream. `arrival` is the time of the day in Unix seconds, for a live one.
  package mutating func receive(_ event: TimedMetadataEvent, arrival: Double? = nil) {
    switch event {
    case .tag(let tag):
      if takesAll || tag.nielsen != nil { receive(TapTag(tag, arrival: arrival)) }
    case .segment(let segment): receive(segment)
    case .end(let summary): receive(summary)
    case .note(let note) where note.id == "hls-window-missed":
      // These segments left a live playlist before they were read.
      guard let end = note.time.flatMap(Self.plausible),
        let seconds = note.measured.flatMap(Self.plausible), seconds >= 0
      else { return }
      leaveUnread((end - seconds)...end, note.amount ?? 1, in: note.rendition ?? "")
    case .note, .marker: break
    }
  }

  /// Says that a stream was read up to these presentation seconds.
  package mutating func reach(_ seconds: Double) { end = max(seconds, end ?? seconds) }

  private mutating func receive(_ segment: SegmentReport) {
    guard let start = segment.start.flatMap(Self.plausible),
      let duration = Self.plausible(segment.duration), duration >= 0
    else { return }
    let name = segment.rendition ?? ""
    let span = start...(start + duration)
    let before = read[name] ?? span
    read[name] =
      min(before.lowerBound, span.lowerBound)...max(before.upperBound, span.upperBound)
    if !segment.isComplete, !segment.isGap { leaveUnread(span, 1, in: name) }
    guard segment.isDiscontinuity, discontinuities.count < Self.maximumFacts,
      !discontinuities.contains(where: { abs($0 - start) < Self.sameDiscontinuity })
    else { return }
    discontinuities.append(start)
    discontinuities.sort()
  }

  private mutating func leaveUnread(_ span: ClosedRange<Double>, _ segments: Int, in name: String) {
    unreadSegments += min(segments, Self.maximumFacts)
    if unread[name, default: []].count < Self.maximumFacts {
      unread[name, default: []].append(span)
    }
  }

  private mutating func receive(_ summary: InputSummary) {
    if let duration = summary.duration.flatMap(Self.plausible) { reach(max(duration, start)) }
    // In a manifest of DASH the roles do not tell video from audio.
    guard summary.playlist?.format == .hls else { return }
    for rendition in summary.renditions {
      let name = rendition.name ?? ""
      roles[name] = rendition.role
      if rendition.nielsenTags == 0 { silent.append((name, rendition.role)) }
    }
  }

  // MARK: - What was read

  /// The renditions that carry tags or should: those with tags, and those of HLS without a tag that have the role of one
  /// with tags.
  var renditions: Set<String> {
    let carrying = Set(tags.map { $0.rendition ?? "" })
    let expected = Set(carrying.compactMap { roles[$0] })
    return carrying.union(silent.filter { expected.contains($0.role) }.map(\.name))
  }

  /// All renditions of which something was read.
  var knownRenditions: Set<String> {
    Set(read.keys).union(tags.map { $0.rendition ?? "" }).union(silent.map(\.name))
  }

  /// Whether positions are times of the day: those of a text with no other times.
  var usesWallClock: Bool {
    !tags.isEmpty && tags.allSatisfy { $0.wallClock != nil } && tags.contains { $0.time == nil }
  }

  /// What was read of each rendition with tags, in positions of this tap; nil while nothing is known.
  func coverage() -> [String: ClosedRange<Double>] {
    let usesWallClock = usesWallClock
    var spans: [String: ClosedRange<Double>] = usesWallClock ? [:] : read
    for tag in tags {
      guard let position = usesWallClock ? tag.wallClock : tag.time else { continue }
      let name = tag.rendition ?? ""
      let before = spans[name] ?? position...position
      spans[name] = min(before.lowerBound, position)...max(before.upperBound, position)
    }
    guard isStream, read.isEmpty, !usesWallClock else { return spans }
    // Without segments the whole stream was read up to its end.
    let last = spans.values.map(\.upperBound).max()
    guard let end = [end, last].compactMap(\.self).max(), end >= start else { return spans }
    for name in spans.isEmpty ? [""] : Array(spans.keys) { spans[name] = start...end }
    return spans
  }

  /// Whether a position of a rendition is in a segment that could not be read, or at most `edge` seconds beside it.
  func isUnread(_ position: Double, in rendition: String, edge: Double) -> Bool {
    unread[rendition, default: []].contains {
      $0.lowerBound - edge <= position && position <= $0.upperBound + edge
    }
  }

  /// What could not be read of at least one rendition, in order.
  var unreadSpans: [ClosedRange<Double>] {
    var spans: [ClosedRange<Double>] = []
    for span in unread.values.joined().sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = spans.last, span.lowerBound <= last.upperBound + Self.sameSpan {
        spans[spans.count - 1] = last.lowerBound...max(last.upperBound, span.upperBound)
      } else {
        spans.append(span)
      }
    }
    return spans
  }

  /// The number of the part between discontinuities in which a position is, from 0.
  func run(at position: Double) -> Int {
    discontinuities.partitioningIndex(after: position)
  }
}

extension [Double] {
  /// The number of elements of a sorted array that are at most `value`, with a margin for rounding.
  fileprivate func partitioningIndex(after value: Double) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle] <= value + 0.005 { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
