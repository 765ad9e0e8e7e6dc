import TimedMetadata

struct ClockAudioFrame: Rule {
  static let title = "Tag not at the PTS of an audio packet"
  static let text = """
    The PTS of a tag is that of an audio PES packet.

    An inserter that works on the audio gives a tag the PTS of the packet just read. Another PTS is
    harmless: it shows that the tag was inserted in another way.
    """
  static let traits = RuleTraits(
    .clock,
    .info,
    bound: .none,
    needs: [.transportStream, .tags, .audio],
    remedy: "No action is needed, unless 'clock-audio-distance' fails too.",
    source: "practice"
  )

  init(_ settings: RuleSettings) {}

  mutating func finish(_ facts: InputFacts, _ log: inout FindingLog) -> Assessment {
    for stream in facts.summary.streams {
      guard let frames = stream.audioFrames, frames.matched < frames.timed else { continue }
      let place = Place(rendition: stream.rendition, program: stream.program, pid: stream.pid)
      let hasOneTagEach = frames.packets == stream.tags
      log.add(
        Self.unmatched(
          frames.timed - frames.matched,
          of: Words.count(frames.timed, hasOneTagEach ? "tag" : "ID3 PES packet")
        ),
        at: place,
        amount: frames.timed - frames.matched
      )
    }
    return .assessed
  }
}

extension ClockAudioFrame {
  static func unmatched(_ count: Int, of all: String) -> String {
    "\(count) of \(all) \(count == 1 ? "carries" : "carry") a PTS that no audio PES has"
  }
}
