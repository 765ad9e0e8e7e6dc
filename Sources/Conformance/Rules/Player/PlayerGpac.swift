import NielsenTag

/// How many tags GPAC would take for Nielsen's.
///
/// It knows them by their first 36 bytes, and passes ID3 on with the audio of its program: without audio
/// there is none.
struct PlayerGpac: PlayerRule {
  static let traits = RuleTraits.player(
    remedy: "Keep the header of the tag as the encoder wrote it, and audio in its program.",
    source: "gpac/gpac src/media_tools/id3.c"
  )
  static let player = "GPAC"
  static let limitations: Set = [withoutAudio]
  private static let withoutAudio = "no audio in the program"

  var tally = PlayerTally()
  var declarations = StreamDeclarations()

  /// The tag's header, the frame's, and the start of the owner.
  private static let prefix = TagEnvelope.header + Array(NielsenPayload.ownerPrefix.utf8)

  init(_ settings: RuleSettings) {}

  mutating func reasons(_ tag: CheckedTag) -> [PlayerTally.Reason] {
    var reasons: [PlayerTally.Reason] = []
    if !tag.tag.bytes.starts(with: Self.prefix) || tag.has(.strippedHeader) {
      reasons.append("first \(Self.prefix.count) bytes not the canonical ones")
    }
    if tag.isInTransportStream, let transport = tag.tag.transport, transport.audioPTS == nil {
      reasons.append(Self.withoutAudio)
    }
    return reasons
  }
}
