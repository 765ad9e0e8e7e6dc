import TimedMetadata

extension CheckReport {
  /// A finding that waits for its segment.
  private struct Waiting {
    /// Its number among the findings.
    var finding: Int
    /// Its presentation time.
    var time: Double
  }

  /// Findings with their places from the segments: those that know a segment get the time of day by
  /// the playlist, and those of a rendition that know their time alone the segment there.
  static func withPlaces(_ findings: [Finding], by segments: [SegmentReport]) -> [Finding] {
    var findings = findings
    var named: [String: [Int]] = [:]
    var timed: [String: [Waiting]] = [:]
    for (index, finding) in findings.enumerated() {
      let place = finding.place
      if let uri = place.segment, place.wallClock == nil { named[uri, default: []].append(index) }
      guard let rendition = place.rendition, let time = place.time else { continue }
      if place.segment == nil || place.wallClock == nil {
        timed[rendition, default: []].append(Waiting(finding: index, time: time))
      }
    }
    guard !named.isEmpty || !timed.isEmpty else { return findings }
    for key in timed.keys { timed[key]?.sort { $0.time < $1.time } }
    for segment in segments {
      for index in named[segment.uri] ?? []
      where findings[index].place.rendition == segment.rendition {
        findings[index].place.setWallClock(by: segment)
      }
    }
    for segment in segments {
      guard let rendition = segment.rendition, let waiting = timed[rendition] else { continue }
      for index in Self.findings(waiting, in: segment) {
        // A tag that is missing in the segment, or is in an initialization section, still has its time of
        // day.
        let place = findings[index].place
        if place.segment == nil, place.offset == nil {
          findings[index].place.segment = segment.uri
        }
        findings[index].place.setWallClock(by: segment)
      }
    }
    return findings
  }

  /// The numbers of those whose time is in a segment; they are in the order of time.
  private static func findings(_ waiting: [Waiting], in segment: SegmentReport) -> [Int] {
    guard let start = segment.start else { return [] }
    var (first, end) = (0, waiting.count)
    while first < end {
      let middle = (first + end) / 2
      if waiting[middle].time < start { first = middle + 1 } else { end = middle }
    }
    return waiting[first...].prefix { $0.time < start + segment.duration }.map(\.finding)
  }
}

extension Place {
  /// Takes the time of day by a segment, unless it is known.
  fileprivate mutating func setWallClock(by segment: SegmentReport) {
    guard wallClock == nil, let date = segment.wallClock, let start = segment.start else { return }
    wallClock = date + (time ?? start) - start
  }
}
