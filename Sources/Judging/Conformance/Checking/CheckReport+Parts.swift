import TimedMetadata

extension TagPresence {
  /// The verdict on an input or stream without DATA tags; nil if there are DATA tags.
  var verdict: Verdict? {
    switch self {
    case .present: nil
    case .absent: .absent
    case .notJudged: .notJudged
    }
  }
}

extension CheckReport {
  /// Returns the streams with tags, and the selected ID3 PIDs, programs and renditions without tags, in the order of
  /// the renditions. Programs without tags are left out if the input has renditions.
  static func streams(
    facts: InputFacts,
    rules: [RunningRule],
    isStrict: Bool
  ) -> [CheckedStream] {
    var severities = SubjectSeverities(
      of: facts.streams.map { Subject($0.key) }
        + facts.summary.streams.map { Subject(rendition: $0.rendition, pid: $0.pid) }
    )
    for rule in rules where rule.result.state == .fail || rule.result.state == .warn {
      severities.include(rule.log.worst)
    }
    let withoutTags = facts.presence.verdict ?? .absent
    func verdict(of stream: StreamFacts) -> Verdict {
      guard stream.tags.data > 0 else { return withoutTags }
      switch severities.worst(of: Subject(stream.key)) {
      case .error: return .fail
      case .warning: return isStrict ? .fail : .warn
      case .info, nil: return .pass
      }
    }
    var streams = facts.streams.map { stream in
      CheckedStream(
        rendition: stream.key.rendition,
        program: stream.key.program,
        pid: stream.key.pid,
        carriage: stream.key.carriage,
        tags: stream.tags,
        verdict: verdict(of: stream)
      )
    }
    for stream in facts.summary.streams
    where facts.isSelected(program: stream.program, pid: stream.pid)
      && !streams.contains(where: {
        $0.rendition == stream.rendition && $0.program == stream.program && $0.pid == stream.pid
      })
    {
      streams.append(
        CheckedStream(
          rendition: stream.rendition,
          program: stream.program,
          pid: stream.pid,
          carriage: nil,
          tags: TagCounts(),
          verdict: withoutTags
        )
      )
    }
    for program in facts.mediaPrograms
    where facts.summary.renditions.isEmpty
      && !streams.contains(where: { $0.program == program.number })
    {
      streams.append(
        CheckedStream(
          rendition: nil,
          program: program.number,
          pid: nil,
          carriage: nil,
          tags: TagCounts(),
          verdict: withoutTags
        )
      )
    }
    for rendition in facts.summary.renditions
    where !streams.contains(where: { $0.rendition == rendition.name }) {
      streams.append(
        CheckedStream(
          rendition: rendition.name,
          program: nil,
          pid: nil,
          carriage: nil,
          tags: TagCounts(),
          verdict: withoutTags
        )
      )
    }
    let order = Dictionary(
      facts.summary.renditions.enumerated().map { ($1.name, $0) },
      uniquingKeysWith: { first, _ in first }
    )
    return streams.enumerated()
      .sorted { left, right in
        let places = (order[left.element.rendition] ?? -1, order[right.element.rendition] ?? -1)
        return places.0 == places.1 ? left.offset < right.offset : places.0 < places.1
      }
      .map(\.element)
  }
}

extension CheckReport {
  /// A finding that still lacks its segment or time of day.
  private struct Waiting {
    var finding: Int
    var time: Double
  }

  /// Adds missing times of day to findings, from the segment that a finding names or that contains its time. A finding
  /// that has neither a segment nor an offset also gets that segment.
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
        // A finding with an offset but no segment is in an initialization section: it gets only a time of day.
        let place = findings[index].place
        if place.segment == nil, place.offset == nil {
          findings[index].place.segment = segment.uri
        }
        findings[index].place.setWallClock(by: segment)
      }
    }
    return findings
  }

  /// Returns the indices of the findings whose time is in the segment. `waiting` is sorted by time.
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
  /// Sets a missing time of day from a segment, if the segment has one.
  fileprivate mutating func setWallClock(by segment: SegmentReport) {
    guard wallClock == nil, let date = segment.wallClock, let start = segment.start else { return }
    wallClock = date + (time ?? start) - start
  }
}
