import TimedMetadata

extension TagPresence {
  /// The verdict of an input or a stream without DATA tags; nil when there are some.
  var verdict: Verdict? {
    switch self {
    case .present: nil
    case .absent: .absent
    case .notJudged: .notJudged
    }
  }
}

extension CheckReport {
  /// The streams with tags, then what carries none.
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
