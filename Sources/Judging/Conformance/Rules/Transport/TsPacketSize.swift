struct TsPacketSize: NoteRule {
  static let title = "Unusual packet size"
  static let text = """
    Packets have 188 bytes.

    Packets of 192 bytes begin with an arrival time, those of 204 end with parity. Both are read
    here, but not by every player. A size that changes indicates two joined recordings.
    """
  static let traits = RuleTraits(
    .transport,
    .info,
    bound: .none,
    needs: [.transportStream],
    listsEach: true,
    repairedBy: .packager,
    remedy: "Write packets of 188 bytes where players read the stream.",
    source: "ours"
  )
}
