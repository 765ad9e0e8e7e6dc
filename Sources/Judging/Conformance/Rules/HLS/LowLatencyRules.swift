import TimedMetadata

struct HlsLlAudioNoParts: Rule {
  static let id: RuleID = "hls-ll-audio-no-parts"
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
      + "its audio and its tags arrive one segment late"
  }
}

struct HlsLlBlockingReload: NoteRule {
  static let id: RuleID = "hls-ll-blocking-reload"
  static let title = "Blocking reload does not block"
  static let text = """
    A server that announces blocking reloads holds its answer until the playlist has something new.

    Where EXT-X-SERVER-CONTROL has CAN-BLOCK-RELOAD=YES, players request the next part before it
    exists. A server that answers at once, or rejects the request, makes them poll repeatedly; tags
    come late. The playlist is then read like any other.
    """
  static let traits = RuleTraits(
    .hls,
    .warning,
    needs: [.livePlaylist],
    repairedBy: .server,
    remedy:
      "Check that the origin, and every cache before it, keeps the query parameters _HLS_msn and _HLS_part.",
    source: "8216bis §6.2.5.2"
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
    remedy: "Let the packager cut parts between PES packets of the ID3 stream.",
    source: "8216bis §4.4.4.9"
  )
}

struct HlsLlPartTarget: NoteRule {
  static let id: RuleID = "hls-ll-part-target"
  static let title = "Part longer than its target"
  static let text = """
    No part is longer than the part target duration.

    Players stay three part target durations behind the end: a longer part arrives too late for
    them, and so do its tags.
    """
  static let traits = RuleTraits(
    .hls,
    .warning,
    needs: [.livePlaylist],
    remedy: "Raise PART-TARGET, or let the packager cut shorter parts.",
    source: "8216bis §4.4.3.7"
  )
}
