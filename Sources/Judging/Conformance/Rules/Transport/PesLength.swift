import TimedMetadata

struct PesLength: Rule {
  static let title = "Wrong length of a PES packet"
  static let text = """
    PES_packet_length is the length of the packet.

    0 means "until the next packet begins", and is allowed for video only: a player then holds the
    tag back for ten seconds. A wrong length cuts the tag, or makes the next one part of it.
    """
  static let traits = RuleTraits(
    .transport,
    .error,
    needs: [.transportStream, .tagsOrFindings],
    remedy: "Write the exact length into the PES packets of the ID3.",
    source: "H.222 2.4.3.7"
  )

  init(_ settings: RuleSettings) {}

  mutating func receive(_ tag: CheckedTag, _ log: inout FindingLog) {
    guard tag.isCarriageJudged, let facts = tag.tag.transport, facts.tagsInFront == 0,
      let declared = facts.declaredLength
    else { return }
    if declared == 0 {
      log.add(Self.unbounded, at: tag.place)
    } else if let arrived = facts.arrivedLength, arrived != declared {
      log.add(Self.length(declared, arrived: arrived), at: tag.place)
    }
  }
}

extension PesLength {
  static let unbounded = "PES_packet_length 0, allowed for video only"

  static func length(_ declared: Int, arrived: Int) -> String {
    "PES_packet_length says \(declared), \(arrived) came"
  }
}
