import TimedMetadata

/// The latest segments of a run. The parser's events refer to them by number. The parts of a segment that is read while
/// it is produced also have numbers.
struct RunSegments {
  /// A segment, or a part of a segment.
  struct Segment {
    /// The URI in the playlist, as results show it.
    var uri: String
    var mediaSequence: Int
    /// The position of the segment's first byte in its file.
    var firstByte: Int64
    /// The start, in seconds of the rendition's own time.
    var start: Double
    /// The wall clock at time 0 of the rendition, in Unix seconds; nil if unknown, or if a manifest has not changed it.
    var wallClockAtZero: Double?
    /// The AdaptationSet of the segment in a DASH manifest; nil for HLS.
    var manifestSet: ManifestSet?
    /// The span in which the segment's Period is presented, in seconds; nil if not limited. The end
    /// may become known only with a later segment.
    var presented: ClosedRange<Double>?

    /// Whether a player presents the content at `time`. True if the time is nil or the span is not limited.
    func presents(_ time: Double?) -> Bool {
      guard let time, let presented else { return true }
      return presented.contains(time)
    }
  }

  static let capacity = 128

  private var list: [Segment] = []
  private var firstNumber = 0
  /// The number of the current segment, or of its first part.
  private(set) var current = 0

  var last: Segment? { list.last }

  mutating func begin(_ segment: PlannedSegment, start: Double, wallClockAtZero: Double?) -> Int {
    current = append(
      Segment(
        uri: segment.uri,
        mediaSequence: segment.mediaSequenceNumber,
        firstByte: segment.byteRange?.lowerBound ?? 0,
        start: start,
        wallClockAtZero: wallClockAtZero,
        manifestSet: segment.manifestSet,
        presented: segment.presented
      )
    )
    return current
  }

  /// Begins a part of the current segment, and returns the part's number.
  mutating func beginPart(_ uri: String, at offset: Int64) -> Int {
    guard var part = list.last else { return current }
    (part.uri, part.firstByte) = (uri, offset)
    return append(part)
  }

  private mutating func append(_ segment: Segment) -> Int {
    list.append(segment)
    if list.count > Self.capacity {
      list.removeFirst()
      firstNumber += 1
    }
    return firstNumber + list.count - 1
  }

  /// Sets the start of the current segment and its parts.
  mutating func place(at start: Double, wallClockAtZero: Double?) {
    for index in list.indices.dropFirst(max(0, current - firstNumber)) {
      list[index].start = start
      list[index].wallClockAtZero = wallClockAtZero
    }
  }

  /// The segment or part with the given number, or the earliest segment or part that is kept if the requested one has
  /// been dropped; nil if the number is not used yet.
  subscript(number: Int) -> Segment? {
    list.dropFirst(max(0, number - firstNumber)).first
  }
}

/// Holds the report of each segment until the next segment has been read or the run ends, because a tag may be complete
/// only with bytes of the next segment.
struct SegmentReports {
  private var current: SegmentReport?
  /// The segments that have been read or skipped, in order.
  private var ended: [SegmentReport] = []

  mutating func begin(_ report: SegmentReport) { current = report }

  mutating func place(at start: Double, wallClock: Double?) {
    current?.start = start
    current?.wallClock = wallClock
  }

  /// Counts a tag. A tag is not counted if the report of its segment is no longer held.
  mutating func count(isNielsen: Bool, inSegment number: Int) {
    if current?.mediaSequence == number {
      current?.count(isNielsen: isNielsen)
      return
    }
    guard let index = ended.lastIndex(where: { $0.mediaSequence == number }) else { return }
    ended[index].count(isNielsen: isNielsen)
  }

  /// Ends the report of the segment that is being read. Returns the reports of the earlier segments.
  mutating func end(_ change: (inout SegmentReport) -> Void) -> [SegmentReport] {
    guard var report = current else { return [] }
    current = nil
    change(&report)
    let complete = takeAll()
    ended.append(report)
    return complete
  }

  /// The report of the latest ended segment, with the tags counted so far.
  var latest: SegmentReport? { ended.last }

  mutating func pass(_ report: SegmentReport) { ended.append(report) }

  mutating func takeAll() -> [SegmentReport] {
    defer { ended = [] }
    return ended
  }
}

extension SegmentReport {
  /// Describes a segment before it is read. `start` is in seconds of the rendition's own time.
  init(_ segment: PlannedSegment, start: Double, wallClockAtZero: Double?) {
    self.init(
      rendition: nil,
      uri: segment.uri,
      mediaSequence: segment.mediaSequenceNumber,
      start: start,
      wallClock: wallClockAtZero.map { $0 + start },
      duration: segment.duration
    )
    isGap = segment.isGap
    isDiscontinuity = segment.isDiscontinuity
    manifestSet = segment.manifestSet
  }

  mutating func count(isNielsen: Bool) {
    tags += 1
    if isNielsen { nielsenTags += 1 }
  }
}
