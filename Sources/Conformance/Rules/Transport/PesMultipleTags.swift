import TimedMetadata

/// A PES packet carries one tag.
///
/// What stands behind the first is lost to players that stop there.
struct PesMultipleTags: Rule {
  static let traits = RuleTraits(
    .transport,
    .warning,
    needs: [.transportStream, .tags],
    remedy: "Give every tag a PES packet of its own.",
    source: "practice"
  )

  /// The PES packet last spoken of, by its place.
  private var last = PerStream<Int64?>()

  init(_ settings: RuleSettings) {}

  mutating func receive(_ tag: CheckedTag, _ log: inout FindingLog) {
    guard tag.isJudged, let facts = tag.tag.transport, facts.tagCount > 1 else { return }
    let offset = tag.tag.offset
    let isNew = last.update(tag.stream, from: nil) { last in
      defer { last = offset }
      return last == nil || last != offset
    }
    if isNew == true { log.add(Self.several(facts.tagCount), at: tag.place) }
  }
}

extension PesMultipleTags {
  static func several(_ tags: Int) -> String {
    "\(tags) tags in one PES: media3 and mux.js read the first"
  }
}
