import TimedMetadata

struct TsDuplicatePacket: NoteRule {
  static let title = "Packet delivered twice"
  static let text = """
    No packet of the ID3 comes twice.

    One identical repeat is allowed, and dropped by correct readers; others use part of the tag
    twice. A packet with the same counter and other content is not a repeat: a counter is wrong, or
    15 packets are lost.
    """
  static let traits = RuleTraits(
    .transport,
    .info,
    needs: [.transportStream],
    repairedBy: .server,
    remedy: "Look for the device that doubles packets, such as a switch between two feeds.",
    source: "H.222 2.4.3.3"
  )

  mutating func receive(_ note: StreamNote, _ log: inout FindingLog) {
    if note.id == .duplicateDiffers {
      log.add(note.detail, at: Place(note), severity: .warning)
    } else if note.id.rawValue == log.rule.rawValue {
      log.add(note.detail, at: Place(note))
    }
  }
}
