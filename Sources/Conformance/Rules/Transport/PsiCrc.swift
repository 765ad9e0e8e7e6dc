/// The CRC-32 of PAT and PMT is right.
///
/// A player drops a table with a wrong CRC, and with it what changed. A device that rewrites tables and not
/// their CRC does this in every copy.
struct PsiCrc: NoteRule {
  static let traits = RuleTraits(
    .transport,
    .error,
    needs: [.transportStream],
    remedy:
      "Look for the device that changes tables without making a new CRC, or for bad "
      + "reception.",
    source: "H.222 2.4.4, annex A"
  )
}
