import TimedMetadata

struct HlsLlAudioNoParts: Rule {
  static let title = "Audio without parts"
  static let text = """
    If variants are published in parts, so are their audio renditions.

    A low-latency player keeps sound and picture in sync. For an audio rendition without parts it
    has only whole segments: it stalls, or plays with normal latency, and the tags of the audio come
    late. The rule judges the playlists as they are first read.
    """
  static let traits = RuleTraits(
    .hls,
    .warning,
    needs: [.hlsPlaylist, .livePlaylist, .renditions],
    listsEach: true,
    remedy:
      "Let the packager publish the audio renditions in parts, with the PART-TARGET of the variants.",
    source: "video-dev/hls.js#8038, ours"
  )

  init(_ settings: RuleSettings) {}

  mutating func finish(_ facts: InputFacts, _ log: inout FindingLog) -> Assessment {
    let all = facts.summary.renditions
    for audio in all where audio.hasParts == false {
      let groups = Set(audio.audioMemberships)
      let variant = all.first { other in
        other.role == .variant && other.hasParts == true && other.name != audio.name
          && !groups.isDisjoint(with: other.audioGroups)
      }
      guard let variant else { continue }
      log.add(
        Self.noParts(audio.name ?? audio.uri, but: variant.name ?? variant.uri),
        at: Place(rendition: audio.name)
      )
    }
    return .assessed
  }
}

extension HlsLlAudioNoParts {
  static func noParts(_ audio: String, but variant: String) -> String {
    "\(Words.printable(audio)) has no parts, and \(Words.printable(variant)), which it goes with, has: "
      + "its sound and its tags come a segment late"
  }
}
