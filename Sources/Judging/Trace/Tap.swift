import TimedMetadata

/// One tap of a chain: its tags, and which parts of its content were read. It receives the events of a stream, or the tags
/// of records.
package struct Tap: Sendable {
  /// The name that the user gave it, or the last part of its input.
  package let name: String
  /// The tags, in the order in which they were received.
  package private(set) var tags: [TapTag] = []
  /// The number of tags that were dropped because there were too many.
  package private(set) var leftOut = 0
  /// Why the tap could not be read to its end; nil: it could.
  package var failure: String?

  /// Whether the tap is a stream. Records have only tags: the beginning, the end and the discontinuities of their content
  /// are not known.
  let isStream: Bool
  /// Whether only a part of the content was read, so that tags near its ends may be missing.
  let isPart: Bool
  /// Whether tags without a Nielsen payload are traced.
  private let takesAll: Bool
  /// The presentation seconds at which reading began, if no segment gives them.
  private var start: Double
  /// The presentation seconds up to which the stream was read; nil: they are not known.
  private var end: Double?
  /// The time range that was read of each rendition, by its name; `""` is a rendition without a name.
  private var read: [String: ClosedRange<Double>] = [:]
  /// The time ranges that could not be read completely, by rendition. Gaps that a playlist declares do not count: no client
  /// can have their tags.
  private var unread: [String: [ClosedRange<Double>]] = [:]
  /// The number of segments that could not be read, in all renditions.
  private(set) var unreadSegments = 0
  /// The presentation seconds of the discontinuities that a playlist declares, sorted.
  private(set) var discontinuities: [Double] = []
  /// The renditions of HLS without a Nielsen tag, and their roles.
  private var silent: [(name: String, role: RenditionRole)] = []
  private var roles: [String: RenditionRole] = [:]

  /// The maximum number of tags that are kept: those of three weeks.
  private static let maximumTags = 200_000
  /// The maximum number of discontinuities, and of unread time ranges of a rendition, that are kept.
  private static let maximumFacts = 10_000
  /// The maximum seconds between unread time ranges that are reported as one.
  private static let sameSpan = 0.5
  /// The maximum seconds between the same discontinuity in several renditions.
  private static let sameDiscontinuity = 2.0

  /// Makes a tap of a stream that is read from `start` presentation seconds.
  package init(
    stream name: String,
    from start: Double = 0,
    takesAll: Bool = false,
    isPart: Bool = false
  ) {
    (self.name, self.start, self.takesAll, isStream) = (name, start, takesAll, true)
    self.isPart = isPart
  }

  /// Makes a tap of records.
  package init(records name: String, takesAll: Bool = false, isPart: Bool = false) {
    (self.name, start, self.takesAll, isStream) = (name, 0, takesAll, false)
    self.isPart = isPart
  }

  /// Receives a tag.
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

  /// The time; nil: it is not plausible.
  private static func plausible(_ seconds: Double) -> Double? {
    seconds.isFinite && abs(seconds) < 1e12 ? seconds : nil
  }

  /// Receives the next event of a stream. `arrival`: the time of day in Unix seconds; nil for a recording.
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

  /// Records that a stream was read up to these presentation seconds.
  package mutating func reach(_ seconds: Double) { end = max(seconds, end ?? seconds) }

  /// Whether nothing was read yet.
  package var isEmpty: Bool { tags.isEmpty && read.isEmpty && end == nil }

  /// Forgets everything that is more than `seconds` before the latest position, so that the size of a tap that is read
  /// for weeks does not grow.
  package mutating func keep(last seconds: Double) {
    let positions = [end, tags.last?.time].compactMap(\.self) + read.values.map(\.upperBound)
    guard let latest = positions.max(), latest - seconds > start else { return }
    start = latest - seconds
    tags.removeAll { $0.time.map { [start] in $0 < start } ?? false }
    read = read.compactMapValues { [start] span in
      span.upperBound > start ? max(span.lowerBound, start)...span.upperBound : nil
    }
    unread = unread.mapValues { [start] spans in spans.filter { $0.upperBound > start } }
    discontinuities.removeAll { [start] in $0 < start }
  }

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
    // The roles in a DASH manifest do not distinguish video from audio.
    guard summary.playlist?.format == .hls else { return }
    for rendition in summary.renditions {
      let name = rendition.name ?? ""
      roles[name] = rendition.role
      if rendition.nielsenTags == 0 { silent.append((name, rendition.role)) }
    }
  }

  // MARK: - What was read

  /// The renditions that have tags or should have them: those with tags, and those of HLS with the same role as one with
  /// tags.
  var renditions: Set<String> {
    let carrying = Set(tags.map { $0.rendition ?? "" })
    let expected = Set(carrying.compactMap { roles[$0] })
    return carrying.union(silent.filter { expected.contains($0.role) }.map(\.name))
  }

  /// All renditions of which something was read.
  var knownRenditions: Set<String> {
    Set(read.keys).union(tags.map { $0.rendition ?? "" }).union(silent.map(\.name))
  }

  /// Whether positions are times of day, as in a text without other times.
  var usesWallClock: Bool {
    !tags.isEmpty && tags.allSatisfy { $0.wallClock != nil } && tags.contains { $0.time == nil }
  }

  /// The time range that was read of each rendition, in positions of this tap.
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
    // A stream without segments was read completely, from its start to its end.
    let last = spans.values.map(\.upperBound).max()
    guard let end = [end, last].compactMap(\.self).max(), end >= start else { return spans }
    for name in spans.isEmpty ? [""] : Array(spans.keys) { spans[name] = start...end }
    return spans
  }

  /// Whether a position of a rendition is in a segment that could not be read, or at most `edge` seconds from one.
  func isUnread(_ position: Double, in rendition: String, edge: Double) -> Bool {
    unread[rendition, default: []].contains {
      $0.lowerBound - edge <= position && position <= $0.upperBound + edge
    }
  }

  /// The time ranges that could not be read of at least one rendition, sorted.
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
