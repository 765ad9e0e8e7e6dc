import TimedMetadata

/// How many tags hls.js would show.
///
/// It takes the first PID with stream_type 0x15 of the map in force, and drops a tag without PTS, or not at
/// the start of its PES. Of event messages it takes
/// schemes that hold emsg/ID3 or emsg-ID3, and drops repeated ids.
struct PlayerHlsjs: PlayerRule {
  static let traits = RuleTraits.player(
    remedy:
      "Declare one ID3 PID with stream_type 0x15, write a PTS into each PES; use AOM's scheme in "
      + "emsg, and count the id up.",
    source: "video-dev/hls.js tsdemuxer.ts, mp4demuxer.ts, #4964"
  )
  static let player = "hls.js"

  var tally = PlayerTally()
  var declarations = StreamDeclarations()

  init(_ settings: RuleSettings) {}

  mutating func reasons(_ tag: CheckedTag) -> [PlayerTally.Reason] {
    var reasons: [PlayerTally.Reason] = []
    if tag.isInTransportStream {
      if tag.isUndeclared { reasons.append(MissedFor.undeclared) }
      if tag.isBehindOtherPID { reasons.append(MissedFor.secondPID) }
      if tag.has(.pesPtsMissing) { reasons.append("no PTS") }
      if tag.isBehindOtherBytes { reasons.append(MissedFor.notAtStart) }
      if tag.has(.strippedHeader) { reasons.append(MissedFor.strippedHeader) }
    }
    if let scheme = tag.tag.eventMessage?.scheme, !Self.isTaken(scheme) {
      reasons.append("scheme \(Words.printable(scheme))")
    }
    if tag.has(.emsgIDReuse) { reasons.append(MissedFor.repeatedID) }
    return reasons
  }

  func reasons(_ stream: StreamKey, _ facts: InputFacts) -> [PlayerTally.Reason] {
    declarations.hasFault("pmt-stream-type", stream) ? [MissedFor.streamType] : []
  }

  /// The player's own pattern is `/emsg[-/]ID3`, without regard to case.
  private static func isTaken(_ scheme: String) -> Bool {
    let lower = scheme.lowercased()
    return lower.contains("/emsg-id3") || lower.contains("/emsg/id3")
  }
}
