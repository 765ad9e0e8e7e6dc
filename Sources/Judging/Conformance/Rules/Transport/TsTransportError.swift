struct TsTransportError: NoteRule {
  static let title = "Packets damaged in reception"
  static let text = """
    No packet of ID3 or tables has the transport error indicator.

    A demodulator sets it where it could not repair a packet: the content may be anything.
    """
  static let traits = RuleTraits(
    .transport,
    .error,
    needs: [.transportStream],
    repairedBy: .server,
    remedy: "Check the reception, or the line, before the point where the stream was recorded.",
    source: "H.222 2.4.3.3"
  )
}
