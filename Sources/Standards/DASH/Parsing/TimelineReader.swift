/// Reads a `SegmentTimeline` (5.3.9.6) as runs.
struct TimelineReader {
  private let timing: SegmentTiming
  /// The end of the Period on the media timeline, in ticks; nil if it is unknown.
  private let end: Int64?
  private var runs = SegmentRuns()
  /// The end of the previous segment, in ticks.
  private var time: Int64 = 0
  private var number: Int64

  static func runs(
    of element: ManifestElement,
    timing: SegmentTiming,
    period: Period,
    _ reader: inout ManifestParser
  ) -> SegmentRuns {
    let length = reader.ticks(period.duration, timescale: timing.timescale)
    let end = length.map { $0 + timing.presentationTimeOffset }
    var timeline = TimelineReader(timing: timing, end: end, number: timing.startNumber)
    var entries: [ManifestElement] = []
    for entry in element.elements("S") where reader.takeEntry(entry) { entries.append(entry) }
    for (index, entry) in entries.enumerated() {
      let following = index + 1 < entries.count ? entries[index + 1] : nil
      guard timeline.take(entry, following: following, &reader) else { break }
    }
    return timeline.runs
  }

  private init(timing: SegmentTiming, end: Int64?, number: Int64) {
    self.timing = timing
    self.end = end
    self.number = number
  }

  /// Reads one entry. Returns false if the rest of the timeline must be ignored.
  private mutating func take(
    _ entry: ManifestElement,
    following: ManifestElement?,
    _ reader: inout ManifestParser
  ) -> Bool {
    let start = reader.integer(entry, "t") ?? time
    if start < time, !runs.runs.isEmpty {
      reader.notes.add(
        .inconsistent,
        "S@t",
        entry,
        "a segment starts \(time - start) ticks before the end of the previous segment"
      )
    }
    guard let duration = reader.integer(entry, "d"), duration > 0 else {
      reader.notes.add(.missing, "S@d", entry, "a segment has no usable duration and is ignored")
      return true
    }
    if let given = reader.integer(entry, "n") { number = given }
    var count = self.count(entry, from: start, duration: duration, following, &reader)
    if let last = timing.endNumber {
      let left = Int(max(0, last - number + 1))
      count = min(count ?? left, left)
    }
    let room = reader.limits.segments - (runs.count ?? 0)
    let isCut = count ?? 0 > room
    if isCut {
      reader.noteTooMany(entry)
      count = room
    }
    let isTaken = runs.append(number: number, time: start, duration: duration, count: count)
    guard isTaken else {
      reader.notes.add(
        .invalid,
        "S",
        entry,
        "an entry has impossible times or numbers; the rest of the timeline is ignored"
      )
      return false
    }
    guard let count, !isCut else { return false }
    // The sum cannot overflow, because `append` has checked the length.
    time = start + duration * Int64(count)
    number += Int64(count)
    return true
  }

  /// The number of segments of an entry; nil if it repeats without a known end.
  private func count(
    _ entry: ManifestElement,
    from start: Int64,
    duration: Int64,
    _ following: ManifestElement?,
    _ reader: inout ManifestParser
  ) -> Int? {
    let range = -SegmentRuns.maximumTicks...SegmentRuns.maximumTicks
    let repeats = reader.integer(entry, "r", in: range) ?? 0
    if repeats >= 0 { return Int(repeats) + 1 }
    // The entry repeats up to the next entry, or to the end of the Period.
    if let following {
      guard let next = reader.integer(following, "t"), next > start else {
        reader.notes.add(
          .inconsistent,
          "S@r",
          entry,
          "a negative @r repeats the segment up to the next S element, but that element has no "
            + "later @t: the segment is read once"
        )
        return 1
      }
      return Int((next - start + duration - 1) / duration)
    }
    guard let end else {
      if reader.presentation.kind == .static {
        reader.notes.add(
          .missing,
          "MPD@mediaPresentationDuration",
          entry,
          "the Period has no known duration, so the number of its segments is unknown"
        )
      }
      return nil
    }
    return end > start ? Int((end - start + duration - 1) / duration) : 0
  }
}
