import TimedMetadata

struct CadenceOverlap: Rule {
  static let title = "Tags overlap by their own clock"
  static let text = """
    By the tags' own clock no DATA tag begins long before the one before it ended.

    Two inserters on one stream make two tags for the same audio.
    """
  static let limit = Threshold("limit", 9, "s")
  static let traits = RuleTraits(
    .cadence,
    .warning,
    isHeuristic: true,
    needs: [.dataTags(2)],
    thresholds: [limit],
    listsEach: true,
    remedy: "Look for a second inserter, or for a device that repeats or reorders tags.",
    source: "practice"
  )

  private let limit: Double
  private var last = PerStream<Int64?>()
  private var tags = 0
  private var pairs = 0

  init(_ settings: RuleSettings) { limit = settings[Self.limit] }

  mutating func receive(_ tag: CheckedTag, _ log: inout FindingLog) {
    guard tag.kind == .data else { return }
    let blob = tag.trustedBlob
    let before =
      last.update(tag.stream, from: nil) { last in
        defer { last = blob?.lastTagTime }
        return last
      } ?? nil
    guard let blob else { return }
    tags += 1
    guard let before else { return }
    pairs += 1
    let overlap = before - blob.firstTagTime
    guard Double(overlap) > limit else { return }
    log.add(Self.overlap(overlap), at: tag.place)
  }

  mutating func finish(_ facts: InputFacts, _ log: inout FindingLog) -> Assessment {
    guard tags > 0 else { return .notAssessed(.heuristicUnconfirmed) }
    return pairs > 0 ? .assessed : .notAssessed(.tooFewTags)
  }
}

extension CadenceOverlap {
  static func overlap(_ seconds: Int64) -> String {
    "tag starts \(seconds) s before the previous one ended (two inserters?)"
  }
}
