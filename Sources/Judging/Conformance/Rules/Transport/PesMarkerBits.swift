struct PesMarkerBits: NoteRule {
  static let title = "Marker bits of the PTS wrong"
  static let text = """
    The marker bits of the PTS are 1.

    They keep a time stamp from looking like a start code. Players do not test them; analyzers and
    strict multiplexers reject the packet.
    """
  static let traits = RuleTraits(
    .transport,
    .warning,
    needs: [.transportStream, .tags],
    remedy: "Write the PTS in the five bytes that the standard gives it.",
    source: "H.222 2.4.3.7"
  )
}
