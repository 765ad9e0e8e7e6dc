/// How many tags AVPlayer would show, by what Apple's documents ask for; this was not measured.
///
/// They ask for stream_type 0x15, both metadata descriptors, stream_id 0xBD and a PTS, and in fragmented MP4
/// for version 1 messages of AOM's scheme.
struct PlayerAvplayer: PlayerRule {
  static let traits = RuleTraits.player(
    remedy: "Write the stream as Apple's specification of timed metadata has it.",
    source: "Apple §2; About the CMAF format with HLS"
  )
  static let player = "AVPlayer"
  static let remark = ", by what is expected by Apple"

  var tally = PlayerTally()
  var declarations = StreamDeclarations()

  init(_ settings: RuleSettings) {}

  mutating func reasons(_ tag: CheckedTag) -> [PlayerTally.Reason] {
    var reasons: [PlayerTally.Reason] = []
    if tag.isInTransportStream {
      if tag.isUndeclared { reasons.append(MissedFor.undeclared) }
      if tag.has(.pesStreamID) || tag.has(.pesMauHeader) { reasons.append("stream_id not 0xbd") }
      if tag.has(.pesPtsMissing) { reasons.append("no PTS") }
      if tag.isBehindOtherBytes { reasons.append(MissedFor.notAtStart) }
      if tag.has(.strippedHeader) { reasons.append(MissedFor.strippedHeader) }
    }
    if let message = tag.tag.eventMessage {
      if message.version == 0 { reasons.append("emsg version 0") }
      if message.scheme != EventScheme.aomedia {
        reasons.append("scheme \(Words.printable(message.scheme))")
      }
    }
    return reasons
  }

  func reasons(_ stream: StreamKey, _ facts: InputFacts) -> [PlayerTally.Reason] {
    let faults = [
      ("pmt-stream-type", MissedFor.streamType),
      ("pmt-metadata-descriptor", "no valid metadata_descriptor"),
      ("pmt-metadata-pointer", "no valid metadata_pointer_descriptor"),
    ]
    return faults.filter { declarations.hasFault($0.0, stream) }.map(\.1)
  }
}
