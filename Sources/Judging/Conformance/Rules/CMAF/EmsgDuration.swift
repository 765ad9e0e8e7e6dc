struct EmsgDuration: Rule {
  static let title = "Duration of an event set"
  static let text = """
    event_duration is unknown, or 0.

    A tag applies to one moment. Another duration is allowed; some players keep the event active for
    that time.
    """
  static let traits = RuleTraits(
    .cmaf,
    .info,
    bound: .none,
    needs: [.fragmentedMP4, .tags],
    remedy: "Let the packager write FFFFFFFF: the duration is unknown.",
    source: "AOM"
  )

  init(_ settings: RuleSettings) {}

  mutating func receive(_ tag: CheckedTag, _ log: inout FindingLog) {
    guard tag.isJudged, let message = tag.tag.eventMessage, message.track == nil,
      message.duration != 0, message.duration != .max
    else { return }
    log.add(Self.other(message.duration), at: tag.place)
  }
}

extension EmsgDuration {
  static func other(_ duration: UInt32) -> String { "event_duration \(duration)" }
}
