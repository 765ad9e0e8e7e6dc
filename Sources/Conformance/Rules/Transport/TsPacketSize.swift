/// Packets have 188 bytes.
///
/// Those of 192 begin with an arrival time, those of 204 end with parity. Both are read; not every player
/// does, and a size that changes points to a splice of two recordings.
struct TsPacketSize: NoteRule {
  static let traits = RuleTraits(
    .transport,
    .info,
    bound: .none,
    needs: [.transportStream],
    listsEach: true,
    remedy: "Write packets of 188 bytes where players read the stream.",
    source: "ours"
  )
}
