import TimedMetadata

struct EmsgTimescale: Rule {
  static let title = "Wrong timescale of emsg"
  static let text = """
    The timescale of an event message is not 0, and usually that of the track.

    With 0 no time can be computed. A timescale other than the track's is allowed, but few packagers
    write it, and few players were tested with it.
    """
  static let traits = RuleTraits(
    .cmaf,
    .error,
    needs: [.fragmentedMP4],
    remedy: "Let the packager write the timescale of the track.",
    source: "DASH"
  )

  init(_ settings: RuleSettings) {}

  mutating func receive(_ note: StreamNote, _ log: inout FindingLog) {
    guard note.id.rawValue == log.rule.rawValue else { return }
    log.add(note.detail, at: Place(note))
  }

  mutating func receive(_ tag: CheckedTag, _ log: inout FindingLog) {
    guard tag.isJudged, let timescale = tag.tag.timescale,
      let track = tag.tag.eventMessage?.trackTimescale, timescale != track
    else { return }
    log.add(Self.other(timescale, track: track), at: tag.place, severity: .info)
  }
}

extension EmsgTimescale {
  static func other(_ timescale: Int, track: Int) -> String {
    "timescale \(timescale), the track has \(track)"
  }
}
