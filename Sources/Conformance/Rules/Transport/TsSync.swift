/// Every packet starts with a sync byte.
///
/// Bytes that are not packets mean that something was cut, or written into the stream by mistake. What they
/// stand for is lost.
struct TsSync: NoteRule {
  static let traits = RuleTraits(
    .transport,
    .warning,
    needs: [.transportStream],
    remedy: "Look for a device that cuts or joins the stream elsewhere than between packets.",
    source: "H.222 2.4.3.3"
  )
}
