import TimedMetadata

/// Where variants are published in parts, the audio renditions that go with them are, too.
///
/// A low-latency player plays the sound and the picture at one place. Of an audio rendition without parts it has
/// only whole segments: it stalls, or plays as late as without parts, and the tags of the audio come late. What the
/// playlists announce when they are read first counts.
struct HlsLlAudioNoParts: Rule {
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
