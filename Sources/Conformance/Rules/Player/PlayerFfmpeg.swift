/// How many tags FFmpeg would pass on whole: its versions up to 5.x, and any for event messages.
///
/// Up to 5.x it cuts five bytes off every tag of stream_type 0x15, and a copy writes the damaged tags. No
/// version reads event messages.
struct PlayerFfmpeg: PlayerRule {
  static let traits = RuleTraits.player(
    remedy: "Copy streams with FFmpeg 6.1 or later.",
    source: "FFmpeg libavformat/mpegts.c, mov.c"
  )
  static let player = "FFmpeg"
  static let readsFrames = false
  static let limitations: Set = [inMessages, byStreamType]
  private static let inMessages = "emsg, in any version"
  private static let byStreamType = "stream_type 0x15, in 5.x and older"

  var tally = PlayerTally()
  var declarations = StreamDeclarations()

  init(_ settings: RuleSettings) {}

  mutating func reasons(_ tag: CheckedTag) -> [PlayerTally.Reason] {
    tag.tag.eventMessage == nil ? [] : [Self.inMessages]
  }

  func reasons(_ stream: StreamKey, _ facts: InputFacts) -> [PlayerTally.Reason] {
    guard stream.carriage == .tsPES, !declarations.hasFault("pmt-stream-type", stream) else {
      return []
    }
    return [Self.byStreamType]
  }
}
