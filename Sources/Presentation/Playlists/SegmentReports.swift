import TimedMetadata

/// Holds the reports of a rendition's segments until no further tag of them can follow. Tags are slightly delayed:
/// they follow the first bytes of the next segment, seldom later ones.
struct SegmentReports {
  /// The segment that is being read.
  private var current: SegmentReport?
  /// The segments that have ended, in order.
  private var ended = Fifo<SegmentReport>()

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
    ended.changeLast(where: { $0.mediaSequence == number }) { $0.count(isNielsen: isNielsen) }
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
    var all: [SegmentReport] = []
    while let report = ended.popFirst() { all.append(report) }
    return all
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
