import TimedMetadata

/// One tap of a chain: its tags, and which parts of its content were read. A tap receives the events of a stream, or
/// the tags of records.
package struct Tap: Sendable {
  /// The name of the tap in reports.
  package let name: String
  /// The tags, in the order in which they were received.
  package private(set) var tags: [TapTag] = []
  /// The number of tags that were dropped because the tap had too many.
  package private(set) var leftOut = 0
  /// Why the tap could not be read to its end. Nil if reading has not failed.
  package var failure: String?

  /// Whether the tap is a stream. Records have only tags: the beginning, the end and the discontinuities of their
  /// content are not known.
  let isStream: Bool
  /// Whether only a part of the content was read, so that tags near its ends may be missing.
  let isPart: Bool
  /// Whether tags without a Nielsen payload are traced.
  private let takesAll: Bool
  /// The presentation time, in seconds, at which reading began, or before which `keep` discarded everything.
  private var start: Double
  /// The presentation time, in seconds, up to which the stream was read. Nil if unknown.
  private var end: Double?
  /// The range of presentation times, in seconds, of the segments of each rendition, even unread ones. The key `""`
  /// is a rendition without a name.
  private var read: [String: ClosedRange<Double>] = [:]
  /// The time ranges that could not be read completely, by rendition. Gaps that a playlist declares do not count,
  /// because no client can receive their tags.
  private var unread: [String: [ClosedRange<Double>]] = [:]
  /// The number of segments that could not be read, in all renditions.
  private(set) var unreadSegments = 0
  /// The presentation times of the discontinuities, in seconds, sorted.
  private(set) var discontinuities: [Double] = []
  /// The HLS renditions without a Nielsen tag, and their roles.
  private var silent: [(name: String, role: RenditionRole)] = []
  private var roles: [String: RenditionRole] = [:]

  /// The maximum number of tags that are kept: three weeks of one rendition with a tag every 10 s.
  private static let maximumTags = 200_000
  /// The maximum number of discontinuities, and of unread time ranges of a rendition, that are kept.
  private static let maximumFacts = 10_000
  /// The maximum time, in seconds, between unread time ranges that are reported as one.
  private static let sameSpan = 0.5
  /// The maximum time, in seconds, between the positions of one discontinuity in several renditions.
  private static let sameDiscontinuity = 2.0

  /// Creates a tap for a stream that is read from the presentation time `start`, in seconds.
  package init(
    stream name: String,
    from start: Double = 0,
    takesAll: Bool = false,
    isPart: Bool = false
  ) {
    (self.name, self.start, self.takesAll, isStream) = (name, start, takesAll, true)
    self.isPart = isPart
  }

  package init(records name: String, takesAll: Bool = false, isPart: Bool = false) {
    (self.name, start, self.takesAll, isStream) = (name, 0, takesAll, false)
    self.isPart = isPart
  }

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

  private static func plausible(_ seconds: Double) -> Double? {
    seconds.isFinite && abs(seconds) < 1e12 ? seconds : nil
  }

  /// Receives the next event of a stream. `arrival` is the time of day in Unix seconds, or nil if unknown.
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

  /// Records that a stream was read up to a presentation time, in seconds.
  package mutating func reach(_ seconds: Double) { end = max(seconds, end ?? seconds) }

  package var isEmpty: Bool { tags.isEmpty && read.isEmpty && end == nil }

  /// Discards what is known to be more than `seconds` before the latest position, so that the size of a tap that is
  /// read for weeks does not grow.
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

  /// The renditions that have tags or should have them: renditions with tags, and HLS renditions with the same role as
  /// a rendition with tags.
  var renditions: Set<String> {
    let carrying = Set(tags.map { $0.rendition ?? "" })
    let expected = Set(carrying.compactMap { roles[$0] })
    return carrying.union(silent.filter { expected.contains($0.role) }.map(\.name))
  }

  var knownRenditions: Set<String> {
    Set(read.keys).union(tags.map { $0.rendition ?? "" }).union(silent.map(\.name))
  }

  /// Whether positions are times of day: all tags have one, and some tags have no other time.
  var usesWallClock: Bool {
    !tags.isEmpty && tags.allSatisfy { $0.wallClock != nil } && tags.contains { $0.time == nil }
  }

  /// The time range that was read of each rendition, in this tap's positions.
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

  /// The time ranges that could not be read in at least one rendition, sorted.
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

  /// The number, from 0, of the part between discontinuities that contains a position.
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
