import TimedMetadata

struct PesMultipleTags: Rule {
  static let title = "Several tags in a PES packet"
  static let text = """
    A PES packet carries one tag.

    Players that stop after the first lose the others.
    """
  static let traits = RuleTraits(
    .transport,
    .warning,
    needs: [.transportStream, .tagsOrFindings],
    remedy: "Give every tag a PES packet of its own.",
    source: "practice"
  )

  /// A PES packet, identified by its place: segments often have one at the same place.
  private struct Packet: Equatable {
    var segment: String?
    var mediaSequence: Int?
    var offset: Int64
  }

  /// The PES packet last spoken of.
  private var last = PerStream<Packet?>()

  init(_ settings: RuleSettings) {}

  mutating func receive(_ tag: CheckedTag, _ log: inout FindingLog) {
    guard tag.isCarriageJudged, let facts = tag.tag.transport, facts.tagCount > 1,
      // Tags of other owners alone are one finding about the last of them.
      tag.isJudged || facts.tagsInFront == facts.tagCount - 1
    else { return }
    let packet = tag.tag.offset.map {
      Packet(segment: tag.tag.segment, mediaSequence: tag.tag.mediaSequence, offset: $0)
    }
    let isNew = last.update(tag.stream, from: nil) { last in
      defer { last = packet }
      return last == nil || last != packet
    }
    if isNew == true { log.add(Self.several(facts.tagCount), at: tag.place) }
  }
}

extension PesMultipleTags {
  static func several(_ tags: Int) -> String {
    "\(tags) tags in one PES: media3 and mux.js read the first"
  }
}
