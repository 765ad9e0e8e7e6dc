import TimedMetadata

/// The PTS of a tag is that of an audio PES packet.
///
/// An inserter that works on the audio gives a tag the PTS of the packet just read. Another PTS does no
/// harm: it tells that the tag came another way.
struct ClockAudioFrame: Rule {
  static let traits = RuleTraits(
    .clock,
    .info,
    bound: .none,
    needs: [.transportStream, .tags, .audio],
    remedy: "Nothing, unless the distance to the audio is found fault with.",
    source: "practice"
  )

  init(_ settings: RuleSettings) {}

  mutating func finish(_ facts: InputFacts, _ log: inout FindingLog) -> Assessment {
    for stream in facts.summary.streams {
      guard let matches = stream.tagsOnAudioFrames, matches < stream.tags else { continue }
      let place = Place(rendition: stream.rendition, program: stream.program, pid: stream.pid)
      log.add(
        Self.unmatched(stream.tags - matches, of: stream.tags),
        at: place,
        amount: stream.tags - matches
      )
    }
    return .assessed
  }
}

extension ClockAudioFrame {
  static func unmatched(_ count: Int, of tags: Int) -> String {
    "\(count) of \(Words.count(tags, "tag")) \(count == 1 ? "carries" : "carry") a PTS "
      + "that no audio PES has"
  }
}
