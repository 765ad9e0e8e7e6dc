/// How many tags mux.js and VHS would show.
///
/// It reads PES of stream_type 0x15, one tag each from the first byte, and finds its way again behind a damaged tag only where a
/// PES is marked as aligned.
struct PlayerMuxjs: PlayerRule {
  static let traits = RuleTraits.player(
    remedy:
      "Declare stream_type 0x15, write one whole tag into each PES, set data_alignment_indicator.",
    source: "videojs/mux.js lib/m2ts/metadata-stream.js, #32",
    needs: [.transportStream]
  )
  static let player = "mux.js"

  var tally = PlayerTally()
  var declarations = StreamDeclarations()
  private var wasDamaged = PerStream<Bool>()

  init(_ settings: RuleSettings) {}

  mutating func reasons(_ tag: CheckedTag) -> [PlayerTally.Reason] {
    guard tag.isInTransportStream else { return [] }
    var reasons: [PlayerTally.Reason] = []
    if tag.isUndeclared { reasons.append(MissedFor.undeclared) }
    if tag.isBehindAnotherTag { reasons.append(MissedFor.notFirst) }
    if tag.isBehindOtherBytes { reasons.append(MissedFor.notAtStart) }
    let isDamaged = tag.has(.tagTruncated) || tag.has(.strippedHeader)
    let isAligned = !tag.has(.pesAlignment)
    let follows = wasDamaged.update(tag.stream, from: false) { damaged in
      defer { damaged = isDamaged || damaged && !isAligned }
      return damaged && !isAligned
    }
    if follows == true { reasons.append("\(MissedFor.alignment) behind a damaged tag") }
    if tag.has(.strippedHeader) { reasons.append(MissedFor.strippedHeader) }
    return reasons
  }

  func reasons(_ stream: StreamKey, _ facts: InputFacts) -> [PlayerTally.Reason] {
    declarations.hasFault("pmt-stream-type", stream) ? [MissedFor.streamType] : []
  }
}
