import TimedMetadata

struct HlsLlAudioNoParts: Rule {
  static let id: RuleID = "hls-ll-audio-no-parts"
  static let title = "Audio without parts"
  static let text = """
    If variants are published in parts, their audio renditions are too.

    A low-latency player keeps sound and picture in sync. Without parts, it must wait for whole
    audio segments: it stalls, or plays with normal latency, and the tags in the audio come late.
    The rule judges the first version of each playlist.
    """
  static let traits = RuleTraits(
    .hls,
    .warning,
    needs: [.hlsPlaylist, .livePlaylist, .renditions],
    listsEach: true,
    remedy:
      "Configure the packager to publish the audio renditions in parts, with the PART-TARGET of the variants.",
    source: "video-dev/hls.js#8038; this tool's own rule"
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
    "\(Words.printable(audio)) has no parts, but its variant \(Words.printable(variant)) has parts: "
      + "audio and tags arrive one segment late"
  }
}

struct HlsLlBlockingReload: NoteRule {
  static let id: RuleID = "hls-ll-blocking-reload"
  static let title = "Blocking reload does not block"
  static let text = """
    A server that announces blocking reloads holds its response until the playlist has new content.

    Where EXT-X-SERVER-CONTROL has CAN-BLOCK-RELOAD=YES, players request the next part before it
    exists. A server that answers at once, or rejects the request, makes players poll repeatedly,
    and tags come late. `check` then reads the playlist without blocking reloads.
    """
  static let traits = RuleTraits(
    .hls,
    .warning,
    needs: [.livePlaylist],
    repairedBy: .server,
    remedy:
      "Check that the origin, and every cache before it, keeps the query parameters _HLS_msn and _HLS_part.",
    source: "rfc8216bis, 6.2.5.2"
  )
}

struct HlsLlPartMetadata: NoteRule {
  static let id: RuleID = "hls-ll-part-metadata"
  static let title = "Tag split over two parts"
  static let text = """
    A tag does not begin in one part of a segment and end in the next.

    Low-latency players read parts. A player that starts at the second part gets half a tag and
    drops it; others show the tag only after the second part has arrived.
    """
  static let traits = RuleTraits(
    .hls,
    .warning,
    needs: [.livePlaylist],
    remedy: "Configure the packager to cut parts between PES packets of the ID3 stream.",
    source: "rfc8216bis, 4.4.4.9"
  )
}

struct HlsLlPartTarget: NoteRule {
  static let id: RuleID = "hls-ll-part-target"
  static let title = "Part longer than its target"
  static let text = """
    No part is longer than the part target duration.

    Players stay three part target durations behind the live edge: a longer part, and the tags in
    it, arrive too late.
    """
  static let traits = RuleTraits(
    .hls,
    .warning,
    needs: [.livePlaylist],
    remedy: "Raise PART-TARGET, or configure the packager to cut shorter parts.",
    source: "rfc8216bis, 4.4.3.7"
  )
}
