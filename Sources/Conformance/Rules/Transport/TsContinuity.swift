/// Continuity counters on ID3 and table PIDs count up by one.
///
/// A jump means lost packets: a tag with a part missing is worthless to a player.
struct TsContinuity: NoteRule {
  static let traits = RuleTraits(
    .transport,
    .error,
    needs: [.transportStream],
    remedy: "Look for packet loss between the encoder and here.",
    source: "H.222 2.4.3.3"
  )
}
