import TimedMetadata

struct EmsgVersion: Rule {
  static let title = "Wrong version of emsg"
  static let text = """
    Event messages have version 1 in AOM's scheme, and 0 or 1 in Nielsen's.

    The time of a version 0 message is relative to a segment start that HLS players do not know:
    they drop the message, and one player crashed.
    """
  static let traits = RuleTraits(
    .cmaf,
    .error,
    needs: [.fragmentedMP4, .tagsOrFindings],
    remedy: "Let the packager write emsg version 1.",
    source: "AOM, Apple"
  )

  init(_ settings: RuleSettings) {}

  mutating func receive(_ tag: CheckedTag, _ log: inout FindingLog) {
    guard tag.isJudged, let message = tag.tag.eventMessage, message.track == nil,
      message.scheme == EventScheme.aomedia, message.version == 0
    else { return }
    log.add(Self.zero, at: tag.place)
  }

  /// Other versions than 0 and 1 are not read.
  mutating func receive(_ note: StreamNote, _ log: inout FindingLog) {
    guard note.id.rawValue == log.rule.rawValue else { return }
    log.add(note.detail, at: Place(note))
  }
}

extension EmsgVersion {
  static let zero = "emsg version 0 with scheme \(EventScheme.aomedia), version 1 required"
}
