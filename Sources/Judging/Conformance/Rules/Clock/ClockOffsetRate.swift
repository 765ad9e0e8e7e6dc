import NielsenTag
import TimedMetadata

struct ClockOffsetRate: Rule {
  static let id: RuleID = "clock-offset-rate"
  static let title = "Offsets do not advance with the tag clock"
  static let text = """
    Offsets advance with the tags' own clock as long as the CID stays the same.

    An offset counts the seconds of a source's broadcast day, one for each second of content. An
    offset that does not advance, or advances at another rate, credits another part of the day.
    """
  static let limit = Threshold("limit", 10, "s")
  static let settling = Threshold("settling", 20, "s")
  static let traits = RuleTraits(
    .clock,
    .warning,
    bound: .share(0.02),
    isHeuristic: true,
    needs: [.dataTags(2)],
    thresholds: [limit, settling],
    listsEach: true,
    remedy: "Check the clock source of the inserter. Repeated or looped content also causes this.",
    source: "this tool's own inference"
  )

  private let limit: Double
  private let settling: Int64
  private var tracks = PerStream<[String: OffsetTrack]>()
  private var comparisons = 0
  private var hasSource = false
  private var hasClock = false

  init(_ settings: RuleSettings) {
    limit = settings[Self.limit]
    settling = Int64(exactly: settings[Self.settling].rounded()) ?? .max
  }

  mutating func receive(_ tag: CheckedTag, _ log: inout FindingLog) {
    guard tag.kind == .data, let payload = tag.nielsen else { return }
    hasSource = hasSource || [payload.pcCID, payload.fdCID].contains { $0?.isNull == false }
    guard let clock = tag.trustedBlob?.lastTagTime else { return }
    hasClock = true
    for (name, cid, offset) in [
      ("PC", payload.pcCID, payload.pcOffset), ("FD", payload.fdCID, payload.fdOffset),
    ] {
      let (limit, settling) = (limit, settling)
      let outcome = tracks.update(tag.stream, from: [:]) { tracks in
        tracks[name, default: OffsetTrack()]
          .receive(cid, offset: offset, clock: clock, limit: limit, settling: settling)
      }
      switch outcome {
      case nil, .unknown: break
      case .right: comparisons += 1
      case .wrong(let advance, let seconds):
        comparisons += 1
        log.add(Self.rate(name, advance: advance, clock: seconds), at: tag.place)
      }
    }
  }

  mutating func finish(_ facts: InputFacts, _ log: inout FindingLog) -> Assessment {
    guard hasSource else { return .notAssessed(.noTags) }
    guard hasClock else { return .notAssessed(.heuristicUnconfirmed) }
    return comparisons > 0 ? .assessedShare(of: comparisons) : .notAssessed(.tooFewTags)
  }
}

/// Compares the PC or FD offset of one stream with the tags' own clock.
private struct OffsetTrack: Sendable {
  enum Outcome {
    /// There are no two offsets of one CID to compare, or the CID changed shortly before.
    case unknown
    case right
    /// The offset does not follow the clock. The values are the seconds by which the offset and the clock advanced.
    case wrong(advance: Int, clock: Int64)
  }

  private struct Point {
    var offset: Int
    var clock: Int64
  }

  private var cid: ContentID?
  private var settledAt: Int64 = .min
  /// The point with which later offsets are compared.
  private var base: Point?
  /// The latest wrong point since `base`; the next point may agree with it.
  private var suspect: Point?

  mutating func receive(
    _ next: ContentID?,
    offset: Int?,
    clock: Int64,
    limit: Double,
    settling: Int64
  ) -> Outcome {
    guard let next, !next.isNull, let offset else {
      if cid != nil { (cid, base, suspect) = (.null, nil, nil) }
      return .unknown
    }
    if next != cid {
      // The first CID of a stream is not a change.
      if cid != nil { settledAt = clock.addingReportingOverflow(settling).partialValue }
      (cid, base, suspect) = (next, nil, nil)
    }
    guard clock >= settledAt else { return .unknown }
    let point = Point(offset: offset, clock: clock)
    guard let base else {
      base = point
      return .unknown
    }
    guard Self.differ(base, point, limit: limit) else {
      suspect = nil
      return .right
    }
    let outcome = Outcome.wrong(advance: offset - base.offset, clock: clock - base.clock)
    // If two wrong points agree with each other, the first becomes the new base: content was repeated or skipped once.
    if let suspect, !Self.differ(suspect, point, limit: limit) {
      (self.base, self.suspect) = (suspect, nil)
      return .right
    }
    suspect = point
    return outcome
  }

  private static func differ(_ first: Point, _ second: Point, limit: Double) -> Bool {
    let advance = Int64(second.offset) - Int64(first.offset)
    return abs(Double(advance - (second.clock - first.clock))) > limit
  }
}

extension ClockOffsetRate {
  static func rate(_ name: String, advance: Int, clock: Int64) -> String {
    "\(name) offset advanced \(advance) s while the tag clock advanced \(clock) s"
  }
}
