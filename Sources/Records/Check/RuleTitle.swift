import Conformance

/// The titles of rules, and of the alarms of `watch`: the id follows in small letters.
package enum RuleTitle {
  /// The words for a breach of the rule.
  package static func words(_ rule: RuleID) -> String {
    known[rule.rawValue] ?? spelled(rule.rawValue)
  }

  /// Whether the words say more than the id.
  package static func isKnown(_ rule: RuleID) -> Bool { known[rule.rawValue] != nil }

  /// The words with the id after them: `Gap in the tags (cadence-gap)`.
  package static func wordsAndID(_ rule: RuleID) -> String { "\(words(rule)) (\(rule))" }

  private static let known: [String: String] = [
    "tag-present": "No Nielsen tags",
    "tag-count": "Fewer tags than the content needs",
    "tag-checksum": "Payload changed after it was made",
    "tag-sequence": "Sequence numbers missing or out of order",
    "tag-duplicate": "Tag delivered twice",
    "tag-header": "Header of the tag not as Nielsen writes it",
    "tag-truncated": "Tag cut off",
    "tag-breakout": "Unexpected breakout code",
    "tag-cid-change": "Content id changes",
    "tag-cid-conflict": "Two content ids at once",
    "tag-cid-alternation": "Content ids take turns",
    "tag-null-cids": "Tag without a content id",
    "cadence-gap": "Gap in the tags",
    "cadence-tag-time-gap": "Gap by the tags' own clock",
    "cadence-start": "First tag comes late",
    "cadence-end": "Last tag comes early",
    "cadence-overlap": "Tags overlap by their own clock",
    "cadence-info-presence": "No INFO tag",
    "cadence-info-interval": "INFO tags too far apart",
    "ffmpeg-stripped-header": "Tag header cut off by FFmpeg 5 or older",
    "hls-rendition-missing-tags": "Rendition without tags",
    "hls-rendition-mismatch": "Renditions carry different tags",
    "hls-segment-missing": "Segment cannot be read",
    "hls-segment-gap": "Segment marked as missing",
    "clock-wall": "Tag times differ from the time of day",
    "clock-tag-drift": "Tag clock drifts from the content",
    "ts-program-missing-tags": "Program without tags",
    "ts-packet-size": "Unusual packet size",
    "explain": "Wrong field in a tag",
    // Alarms of `watch`.
    "missing-tags": "No Nielsen tags",
    "cid-change": "Content id changes",
    "rendition-disagreement": "Renditions carry different tags",
    "playlist-frozen": "Playlist is not renewed",
    "playlist-unreachable": "Playlist cannot be loaded",
    "stream-lost": "Feed lost",
  ]

  private static let acronyms: [Substring: String] = [
    "hls": "HLS", "ts": "TS", "pes": "PES", "pmt": "PMT", "psi": "PSI", "pts": "PTS", "dts": "DTS",
    "pcr": "PCR", "crc": "CRC", "pid": "PID", "cid": "CID", "cids": "CIDs", "mau": "MAU",
    "id3": "ID3", "id": "id", "info": "INFO", "mpd": "MPD", "sid": "SID", "ffmpeg": "FFmpeg",
    "media3": "media3", "hlsjs": "hls.js", "muxjs": "mux.js", "dashjs": "dash.js", "gpac": "GPAC",
    "avplayer": "AVPlayer", "shaka": "Shaka", "emsg": "emsg",
  ]

  private static func spelled(_ id: String) -> String {
    let words = id.split(separator: "-")
    return words.enumerated().map { index, word in
      if let acronym = acronyms[word] { return acronym }
      return index == 0 ? word.prefix(1).uppercased() + word.dropFirst() : String(word)
    }
    .joined(separator: " ")
  }
}
