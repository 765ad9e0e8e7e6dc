import TimedMetadata

/// How many tags media3 and ExoPlayer would show.
///
/// They drop a tag whose PES is not marked as aligned or has another size than declared, or that does not
/// stand at the start of its PES, stop at a PES without PTS, and read one tag of a PES. Of event messages they know AOM's scheme and Apple's. Before the
/// change asked for in androidx/media#3043 they drop the ID3 of audio renditions.
struct PlayerMedia3: PlayerRule {
  static let traits = RuleTraits.player(
    remedy:
      "Set data_alignment_indicator, write a PTS and one tag into each PES; use AOM's scheme in "
      + "emsg; carry the tags in the variants, too.",
    source:
      "androidx/media Id3Reader.java, TsExtractor.java, google/ExoPlayer#5747, #9155, androidx/media#3043"
  )
  static let player = "media3"
  static let limitations: Set = [inAudioRendition]
  private static let inAudioRendition =
    "in an audio rendition, before the change of androidx/media#3043"

  var tally = PlayerTally()
  var declarations = StreamDeclarations()

  init(_ settings: RuleSettings) {}

  mutating func reasons(_ tag: CheckedTag) -> [PlayerTally.Reason] {
    var reasons: [PlayerTally.Reason] = []
    if tag.isInTransportStream {
      if tag.isUndeclared { reasons.append(MissedFor.undeclared) }
      if tag.has(.pesAlignment) { reasons.append(MissedFor.alignment) }
      if tag.has(.pesLength) || tag.has(.tagTruncated) { reasons.append(MissedFor.size) }
      // HlsMediaChunk reads with MODE_HLS, which does not look at the counter.
      if tag.tag.transport?.repeatsCounter == true, tag.tag.rendition == nil {
        reasons.append(MissedFor.repeatedCounter)
      }
      if tag.has(.pesPtsMissing) { reasons.append("no PTS: playback stops") }
      if tag.isBehindAnotherTag { reasons.append(MissedFor.notFirst) }
      if tag.isBehindOtherBytes { reasons.append(MissedFor.notAtStart) }
      if tag.has(.strippedHeader) { reasons.append(MissedFor.strippedHeader) }
    }
    if let scheme = tag.tag.eventMessage?.scheme,
      scheme != EventScheme.aomedia, scheme != EventScheme.apple
    {
      reasons.append("scheme \(Words.printable(scheme))")
    }
    return reasons
  }

  func reasons(_ stream: StreamKey, _ facts: InputFacts) -> [PlayerTally.Reason] {
    let rendition = facts.summary.renditions.first { $0.name == stream.rendition }
    guard rendition?.role == .audio else { return [] }
    return [Self.inAudioRendition]
  }
}
