import TimedMetadata

/// The latest segments of a run, and the parts of those that are read while they are made, by the numbers that the parser
/// gives their events.
struct RunSegments {
  /// A segment, or a part of one.
  struct Segment {
    /// The URI in the playlist.
    var uri: String
    var mediaSequence: Int
    /// The position in its file of the first byte.
    var firstByte: Int64
    /// The start in seconds of the rendition's own time.
    var start: Double
    /// Unix seconds at time 0 of the rendition.
    var wallClockAtZero: Double?
    /// Its AdaptationSet in a DASH manifest.
    var manifestSet: ManifestSet?
    /// The span in which the Period of the segment is presented, in seconds. The end may become known later than the
    /// start: segments of a Period can differ.
    var presented: ClosedRange<Double>?

    /// Whether a player presents the content at a time: the segments of a Period may extend beyond
    /// it.
    func presents(_ time: Double?) -> Bool {
      guard let time, let presented else { return true }
      return presented.contains(time)
    }
  }

  /// The number of segments and parts that are kept: tags are delayed by less than that.
  static let capacity = 128

  private var list: [Segment] = []
  private var firstNumber = 0
  /// The number of the current segment, that of its first part.
  private(set) var current = 0

  /// The latest segment or part.
  var last: Segment? { list.last }

  /// Begins a segment. Returns its number.
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

  /// Begins a part of the current segment, which has a URI of its own. Returns its number.
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

  /// Sets the start of the current segment.
  mutating func place(at start: Double, wallClockAtZero: Double?) {
    for index in list.indices.dropFirst(max(0, current - firstNumber)) {
      list[index].start = start
      list[index].wallClockAtZero = wallClockAtZero
    }
  }

  /// The segment with a number; the earliest that is kept for one that is not.
  subscript(number: Int) -> Segment? {
    list.dropFirst(max(0, number - firstNumber)).first
  }
}

/// Holds the reports of a rendition's segments until no further tag of them can follow. Tags are slightly delayed:
/// they follow the first bytes of the next segment, seldom later ones.
struct SegmentReports {
  /// The segment that is being read.
  private var current: SegmentReport?
  /// The segments that have ended, in order.
  private var ended: [SegmentReport] = []

  /// Starts a segment that is read.
  mutating func begin(_ report: SegmentReport) { current = report }

  /// Sets the start of the segment that is being read.
  mutating func place(at start: Double, wallClock: Double?) {
    current?.start = start
    current?.wallClock = wallClock
  }

  /// Counts a tag; a tag of a segment that is no longer held is not counted.
  mutating func count(isNielsen: Bool, inSegment number: Int) {
    if current?.mediaSequence == number {
      current?.count(isNielsen: isNielsen)
      return
    }
    guard let index = ended.lastIndex(where: { $0.mediaSequence == number }) else { return }
    ended[index].count(isNielsen: isNielsen)
  }

  /// Ends the segment that is being read. Returns the segments before it, whose tags are complete.
  mutating func end(_ change: (inout SegmentReport) -> Void) -> [SegmentReport] {
    guard var report = current else { return [] }
    current = nil
    change(&report)
    let complete = takeAll()
    ended.append(report)
    return complete
  }

  /// The latest segment that has ended, with the tags so far.
  var latest: SegmentReport? { ended.last }

  /// Adds a segment that is not read.
  mutating func pass(_ report: SegmentReport) { ended.append(report) }

  /// Returns and removes all that have ended: no run of media is being read, or the next segment
  /// has been read.
  mutating func takeAll() -> [SegmentReport] {
    defer { ended = [] }
    return ended
  }
}

extension SegmentReport {
  /// The facts that are known before the segment is read. Times are the rendition's own.
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
