import TimedMetadata

struct EventTrackDuration: Rule {
  static let title = "Duration of an event in a track set"
  static let text = """
    event_duration in an event track is unknown, or 0.

    The mapping of ID3 requires FFFFFFFF (unknown) in event messages; an amendment that is still
    open requires 0 in event tracks. Both are accepted. With another duration the event is repeated
    in every sample of its time, and a packager may pass it on each time.
    """
  static let traits = RuleTraits(
    .cmaf,
    .info,
    bound: .none,
    needs: [.fragmentedMP4, .tags],
    repairedBy: .encoder,
    remedy: "Let the encoder write FFFFFFFF: the duration is unknown.",
    source: "AOMediaCodec/id3-emsg#45"
  )

  init(_ settings: RuleSettings) {}

  mutating func receive(_ tag: CheckedTag, _ log: inout FindingLog) {
    guard tag.isJudged, let message = tag.tag.eventMessage, let track = message.track,
      message.duration != 0, message.duration != .max
    else { return }
    log.add(Self.other(message.duration, track: track), at: tag.place)
  }
}

extension EventTrackDuration {
  static func other(_ duration: UInt32, track: UInt32) -> String {
    "event_duration \(duration) in event track \(track)"
  }
}
