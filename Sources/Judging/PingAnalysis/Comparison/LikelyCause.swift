/// The most likely cause of each kind of difference, often with the change to make.
package enum LikelyCause {
  /// The cause if a DTVR segment has no ping, but a later segment has one.
  package static let lostSegment =
    "a later segment was sent, so this ping was probably lost: check that the proxy loses no pings"
  /// The cause if tag payloads are in no ping.
  package static let lostTags =
    "call sendID3 with every tag in each metadata callback, also during ads, and call stop or end so that the "
    + "last tags are sent"

  static func missing(_ ping: ComparedPing) -> String {
    let isLast = ping.ping["davty"] == "2"
    switch (ping.ping.product, ping.ping.type) {
    case (.session, _):
      return "init was not called with this app id, or the capture began after the call"
    case (.dtvr, "impression"): return "no tag with this content id reached sendID3"
    case (.dtvr, "view"):
      return "fewer than 30 s of a minute were credited: call playheadPosition every second and "
        + "sendID3 with every tag"
    case (.dtvr, "aqh"):
      return "fewer than five minutes of the quarter hour were credited: see the duration pings"
    case (.dtvr, _) where isLast, (.dcr, _) where isLast && ping.ping.plain("c3") != "a":
      return "end was not called when the content finished or the user left"
    case (.dtvr, _):
      return "the segment was not watched to its end, or tags were lost: call playheadPosition "
        + "every second and sendID3 with every tag"
    case (.tsv, _): return "no tag reached sendID3, or the capture excludes /cgi-bin/tsv"
    case (.dcr, "view"):
      return "loadMetadata was not called with this assetid, or no playhead followed it"
    case (.dcr, _) where ping.ping.plain("c3") == "a":
      return "stop was not called at the end of the ad, or the playheads of the ad were missing"
    case (.dcr, _):
      return "playheadPosition was not called every second, or stop and end were left out"
    case (.page, _): return "loadMetadata was not called with type static for this section"
    default: return "the call that causes this ping was not made"
    }
  }

  static func extra(_ ping: ComparedPing) -> String {
    switch (ping.ping.product, ping.ping.type) {
    case (.session, _): return "init was called more than once: keep one instance"
    case (.dtvr, "impression"), (.tsv, _):
      return "tags with another content id reached sendID3, from another channel or a wrong stream"
    case (.dtvr, _), (.dcr, "timer"):
      return "the user watched more than expected, or the playhead jumped, which closes a segment"
    case (.dcr, "view"):
      return "loadMetadata named another assetid, or the session was ended and restarted: call "
        + "end only when the content is over"
    case (.error, _): return "the SDK raised an error: its text names the call to correct"
    default: return "the app made a call that is not in the expected run"
    }
  }

  static func delayed(_ ping: ComparedPing, isLate: Bool) -> String {
    switch (ping.ping.product, ping.ping.type) {
    case (.session, _): return "init was called at a different time"
    case (.dcr, "view"), (.page, "view"):
      return "loadMetadata or playheadPosition was called \(isLate ? "late" : "early")"
    case (.id3, _): return "sendID3 was called \(isLate ? "late" : "early") with the tag"
    default:
      return isLate
        ? "the player paused or buffered, or playheadPosition, stop or end was called late"
        : "playheads advanced too fast, a seek closed the segment, or stop and end were called early"
    }
  }

  /// The keys of loadMetadata, by ping parameter.
  private static let metadata: [String: String] = [
    "tl": "title", "cg": "program", "ai": "assetid", "sd": "length", "c53": "isfullepisode",
    "c54": "airdate", "c57": "adloadtype", "c32": "segA", "c33": "segB", "c34": "segC",
    "c36": "crossId1", "c37": "crossId2", "c44": "progen", "c66": "mediaURL", "c58": "isLive",
    "c63": "pipMode", "c77": "hasAds", "asn": "section", "c40": "adobeId", "c76": "adobeVsid",
    "c35": "reportSuite", "adidx": "adidx", "ci_userid": "ci_userid",
    "is_auto_play": "is_auto_play",
    "pl_title": "pl_title", "is_prem": "is_prem", "is_prog": "is_prog", "ad_origin": "ad_origin",
    "is_tpad": "is_tpad", "ci_passthr": "ci_passthr",
  ]

  /// The keys of appInfo, by ping parameter.
  private static let appInfo = ["c13": "appid", "c15": "appname", "c12": "appversion"]

  static func different(_ difference: FieldDifferences.Difference) -> String {
    let field = difference.field
    if let key = metadata[field] { return "correct '\(key)' in loadMetadata" }
    if let key = appInfo[field] {
      return "correct '\(key)' in the appInfo of init, or give the app's appInfo with --app-info"
    }
    switch field {
    case "ci", "c6":
      return "the app id belongs to another client, or the expected run used the default "
        + "client: set the app's client with --config"
    case "ca", "id3":
      return "the tags belong to another channel: compare with the stream the app played"
    case "c27", "c51":
      return "call playheadPosition once a second while playing, and never while paused"
    case "c52": return "call loadMetadata for each ad, and stop at the end of the ad"
    case "c64": return "the segment began at a different time: check when playheads begin"
    case "c3", "at", "davty":
      return field == "davty"
        ? "end was called too early or not at all" : "loadMetadata has a different type"
    case "c71", "c72": return "call updateOTT when the route changes"
    case "uoo": return "the app did not pass the user's choice to userOptOut"
    case "channame": return "correct 'channelName' in play"
    case "forward", "c11": return "the content ids of the tags differ"
    case "cr" where difference.title.hasSuffix("pattern"):
      return "seconds were lost: tags did not reach sendID3, or playheads were left out"
    case "cr" where difference.title.hasSuffix("ad model"):
      return "correct 'adModel' in loadMetadata"
    case "cr" where difference.title.hasSuffix("segment"):
      return "an earlier segment was closed early or skipped: check for seeks and wrong playheads"
    case "cr" where difference.title.hasSuffix("time shift"):
      return "the answer to the time-shift lookup differs from the expected code"
    case "evdata": return "stop, end and playheadPosition were called in a different order"
    default: return "the version of the app or of the SDK differs"
    }
  }
}
