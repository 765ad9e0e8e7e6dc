import TimedMetadata

/// The reports of a rendition's segments until no tag of theirs will come any more. Tags come a little
/// late: behind the first bytes of the next segment, seldom later.
struct SegmentReports {
  /// The segment that is being read.
  private var current: SegmentReport?
  /// Those that have ended, in their order.
  private var ended = Fifo<SegmentReport>()

  /// A segment that is read begins.
  mutating func begin(_ report: SegmentReport) { current = report }

  /// Says where the segment that is being read starts.
  mutating func place(at start: Double, wallClock: Double?) {
    current?.start = start
    current?.wallClock = wallClock
  }

  /// Counts a tag; one that comes later than anything is waited for is not counted.
  mutating func count(isNielsen: Bool, inSegment number: Int) {
    if current?.mediaSequence == number {
      current?.count(isNielsen: isNielsen)
      return
    }
    ended.changeLast(where: { $0.mediaSequence == number }) { $0.count(isNielsen: isNielsen) }
  }

  /// Ends the segment that is being read. Returns those before it, whose tags have come.
  mutating func end(_ change: (inout SegmentReport) -> Void) -> [SegmentReport] {
    guard var report = current else { return [] }
    current = nil
    change(&report)
    let complete = takeAll()
    ended.append(report)
    return complete
  }

  /// The latest that has ended, with the tags that came by now.
  var latest: SegmentReport? { ended.last }

  /// Adds a segment that is not read.
  mutating func pass(_ report: SegmentReport) { ended.append(report) }

  /// Takes all that have ended: no run of media is read, or the next segment has been.
  mutating func takeAll() -> [SegmentReport] {
    var all: [SegmentReport] = []
    while let report = ended.popFirst() { all.append(report) }
    return all
  }
}

extension SegmentReport {
  /// What is known before the segment is read. Times are the rendition's own.
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
