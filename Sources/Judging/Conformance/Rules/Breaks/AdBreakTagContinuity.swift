import TimedMetadata

struct AdBreakTagContinuity: Rule {
  static let id: RuleID = "ad-break-tag-continuity"
  static let title = "No tags after an ad break"
  static let text = """
    Tags resume soon after an ad break.

    A splicer that returns to the programme too late, or with other audio, loses the tags of the
    programme's first seconds. If there were tags before the break, the first DATA tag is due within
    the limit after the break. A break without an end marker is assumed to end as announced. Breaks
    that follow each other within the limit count as one.
    """
  static let limit = Threshold("limit", 19, "s")
  static let traits = RuleTraits(
    .cadence,
    .warning,
    needs: [.dataTags(2), .clock, .breaks],
    thresholds: [limit],
    listsEach: true,
    repairedBy: .packager,
    remedy:
      "Check the content that the splicer sends after the break, and that its audio has a watermark.",
    source: "practice of existing validators (10 s + 9 s)"
  )

  fileprivate struct State {
    /// The number of the first break that is not judged yet.
    var next = 0
    /// The end of the latest break before `next`, in presentation seconds, if no tag is due between the two breaks.
    var pending: Double?
    /// The presentation time of the latest DATA tag, in seconds.
    var last: Double?
  }

  private let limit: Double
  private var breaks = AdBreakList()
  private var streams = PerStream<State>()

  init(_ settings: RuleSettings) { limit = settings[Self.limit] }

  mutating func receive(_ marker: TimelineMarker, _ log: inout FindingLog) {
    _ = breaks.receive(marker)
  }

  mutating func receive(_ tag: CheckedTag, _ log: inout FindingLog) {
    guard tag.kind == .data, let time = tag.tag.time else { return }
    let (breaks, limit) = (breaks, limit)
    _ = streams.update(tag.stream, from: State()) { state in
      let found = state.advance(to: time, tag.stream, breaks, limit: limit)
      if let end = found, Self.silence(from: end, to: time, tag.place, tag.unread) > limit {
        log.add(
          Self.late(time - end, limit: limit),
          at: tag.place,
          unlessFilled: tag.stream,
          of: .data,
          from: end,
          to: time
        )
      }
      state.last = max(state.last ?? time, time)
    }
  }

  mutating func finish(_ facts: InputFacts, _ log: inout FindingLog) -> Assessment {
    guard !breaks.all.isEmpty else { return .assessed }
    for (key, value) in streams.all {
      var state = value
      guard let end = facts.end(of: key),
        let start = state.advance(to: end, key, breaks, limit: limit)
      else { continue }
      // Tags are not missing if they continue in another stream of the program.
      let continues = streams.all.contains { other in
        other.key != key && other.key.rendition == key.rendition
          && other.key.program == key.program && other.value.last ?? start > start
      }
      if continues { continue }
      let place = Place(key, time: start)
      guard Self.silence(from: start, to: end, place, facts.unread) > limit else { continue }
      log.add(Self.missing(end - start, limit: limit), at: place)
    }
    return .assessed
  }

  private static func silence(
    from start: Double,
    to end: Double,
    _ place: Place,
    _ unread: UnreadSpans
  ) -> Double {
    unread.longestRead(place.rendition, from: start, to: end).seconds
  }
}

extension AdBreakTagContinuity.State {
  /// Skips the breaks that have ended by `time`. Returns the end of the latest skipped break after which tags are due.
  fileprivate mutating func advance(
    to time: Double,
    _ stream: StreamKey,
    _ breaks: AdBreakList,
    limit: Double
  ) -> Double? {
    var found = pending
    next = max(next, breaks.firstNumber)
    while let one = breaks[next] {
      guard one.concerns(stream), let end = one.end else {
        // A break without an end may still get an end marker; otherwise the next break ends it.
        if one.concerns(stream), breaks[next + 1].map({ $0.start > time }) ?? true { break }
        next += 1
        continue
      }
      guard time >= end else { break }
      let isExpected = last.map { $0 >= one.start - limit && $0 < end } ?? false
      if isExpected || found.map({ one.start <= $0 + limit }) ?? false {
        found = max(found ?? end, end)
      }
      next += 1
    }
    pending = nil
    if let end = found, let one = breaks[next], one.concerns(stream),
      one.start <= min(time, end + limit)
    {
      pending = end
      return nil
    }
    return found
  }
}

extension AdBreakTagContinuity {
  static func late(_ seconds: Double, limit: Double) -> String {
    "first DATA tag \(Words.seconds(seconds)) after the end of the ad break "
      + "(limit \(Words.limit(limit)))"
  }

  static func missing(_ seconds: Double, limit: Double) -> String {
    "no DATA tag for \(Words.seconds(seconds)) after the end of the ad break "
      + "(limit \(Words.limit(limit)))"
  }
}
