import TimedMetadata

struct ClockAudioFrame: Rule {
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

  /// Tags without any PTS.
  private var unstamped = PerStream<Int>()

  init(_ settings: RuleSettings) {}

  mutating func receive(_ tag: CheckedTag, _ log: inout FindingLog) {
    guard tag.tag.carriage == .tsPES, tag.tag.pts == nil else { return }
    _ = unstamped.update(tag.stream, from: 0) { $0 += 1 }
  }

  mutating func finish(_ facts: InputFacts, _ log: inout FindingLog) -> Assessment {
    for stream in facts.summary.streams {
      let without = unstamped.all.reduce(0) { sum, unstamped in
        let isSame =
          unstamped.key.rendition == stream.rendition && unstamped.key.pid == stream.pid
        return sum + (isSame ? unstamped.value : 0)
      }
      let tags = stream.tags - without
      guard let matches = stream.tagsOnAudioFrames, matches < tags else { continue }
      let place = Place(rendition: stream.rendition, program: stream.program, pid: stream.pid)
      log.add(Self.unmatched(tags - matches, of: tags), at: place, amount: tags - matches)
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
