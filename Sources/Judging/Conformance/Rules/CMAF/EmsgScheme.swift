struct EmsgScheme: Rule {
  static let title = "Scheme of emsg unknown to players"
  static let text = """
    Scheme and value of an event message are a pair that players know.

    Players select messages by their scheme. A tag in another scheme is skipped, also when its
    content is right. Nielsen's own scheme is for DASH: HLS players do not look for it.
    """
  static let traits = RuleTraits(
    .cmaf,
    .error,
    needs: [.fragmentedMP4, .tags],
    remedy: "Let the packager write scheme \(EventScheme.aomedia), or for DASH "
      + "\(EventScheme.nielsen) with value 1.",
    source: "AOM, DASH-IF Ingest"
  )

  init(_ settings: RuleSettings) {}

  mutating func receive(_ tag: CheckedTag, _ log: inout FindingLog) {
    guard tag.isJudged, let message = tag.tag.eventMessage else { return }
    switch EventScheme.verdict(message) {
    case .known:
      guard message.scheme == EventScheme.nielsen, tag.tag.mediaSequence != nil,
        tag.tag.manifestSet == nil
      else { break }
      log.add(Self.inHLS(message.scheme), at: tag.place, severity: .warning)
    case .old: log.add(Self.old(message.scheme), at: tag.place, severity: .warning)
    case .unknown: log.add(Self.unknown(message.scheme), at: tag.place)
    case .unknownValue(let expected):
      log.add(Self.value(message.value, of: message.scheme, expected: expected), at: tag.place)
    }
  }
}

extension EmsgScheme {
  static func old(_ scheme: String) -> String {
    scheme == EventScheme.apple
      ? "Nielsen tag in the older scheme \(scheme): few players look for it"
      : "Nielsen tag in scheme \(scheme): players ignore it"
  }

  static func inHLS(_ scheme: String) -> String {
    "scheme \(scheme) in HLS: players of HLS look for \(EventScheme.aomedia)"
  }

  static func unknown(_ scheme: String) -> String {
    "Nielsen tag in unknown scheme \(Words.quoted(scheme)): players ignore it"
  }

  static func value(_ value: String, of scheme: String, expected: String) -> String {
    "value \(Words.quoted(value)) with scheme \(scheme), expected \(expected)"
  }
}
