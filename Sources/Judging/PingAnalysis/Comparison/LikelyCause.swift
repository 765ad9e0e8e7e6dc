/// The most likely causes of differences, with what to change in the app.
package enum LikelyCause {
  /// The cause when a DTVR segment has no ping, but a later segment has one.
  package static let lostSegment =
    "the SDK numbers its segments, and a later one was sent: check that the proxy loses no pings"
  /// The cause when tag payloads are in no ping.
  package static let lostTags =
    "call sendID3 with every tag in each metadata callback, also during ads, and call stop or end so that the "
    + "last tags are sent"

  /// The cause when an expected ping was not seen.
  static func missing(_ ping: ComparedPing) -> String {
    let isLast = ping.ping["davty"] == "2"
    switch (ping.ping.product, ping.ping.type) {
    case (.session, _):
      return "init was not called with this app id, or the capture began after it"
    case (.dtvr, "impression"): return "no tag of this content id reached sendID3"
    case (.dtvr, "view"):
      return "fewer than 30 s of a minute were credited: call playheadPosition every second and "
        + "sendID3 with every tag"
    case (.dtvr, "aqh"):
      return "fewer than five minutes of the quarter hour were credited: see the durations"
    case (.dtvr, _) where isLast, (.dcr, _) where isLast && ping.ping.plain("c3") != "a":
      return "end was not called when the content finished or the user left"
    case (.dtvr, _):
      return "the segment was not watched to its end, or tags were lost: call playheadPosition "
        + "every second and sendID3 with every tag"
    case (.tsv, _): return "no tag reached sendID3, or the capture filters /cgi-bin/tsv"
    case (.dcr, "view"):
      return "loadMetadata was not called with this assetid, or no playhead followed it"
    case (.dcr, _) where ping.ping.plain("c3") == "a":
      return "stop was not called at the end of the ad, or its playheads were missing"
    case (.dcr, _):
      return "playheadPosition was not called every second, or stop and end were left out"
    case (.page, _): return "loadMetadata with type static was not called for this section"
    default: return "the call that causes this ping was left out"
    }
  }

  /// The cause when a ping is not expected.
  static func extra(_ ping: ComparedPing) -> String {
    switch (ping.ping.product, ping.ping.type) {
    case (.session, _): return "init was called more than once: keep one instance"
    case (.dtvr, "impression"), (.tsv, _):
      return "tags of another content id reached sendID3: another channel, or a wrong stream"
    case (.dtvr, _), (.dcr, "timer"):
      return "more was watched than expected, or the playhead jumped, which closes a segment"
    case (.dcr, "view"):
      return "loadMetadata named another assetid, or the session was ended and begun again: call "
        + "end only when the content is over"
    case (.error, _): return "the SDK raised an error: its text says which call to correct"
    default: return "a call came that is not in the expected run"
    }
  }

  /// The cause when a ping comes at another time.
  static func delayed(_ ping: ComparedPing, isLate: Bool) -> String {
    switch (ping.ping.product, ping.ping.type) {
    case (.session, _): return "init was called at another moment of the session"
    case (.dcr, "view"), (.page, "view"):
      return "loadMetadata or the first playhead came \(isLate ? "late" : "early")"
    case (.id3, _): return "sendID3 was called \(isLate ? "late" : "early") with the tag"
    default:
      return isLate
        ? "the player paused or buffered, or playheads or stop and end came late"
        : "playheads ran fast, a seek closed the segment, or stop and end came early"
    }
  }

  /// The keys of loadMetadata, by the parameter that they set.
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

  /// The keys of appInfo, by the parameter that they set.
  private static let appInfo = ["c13": "appid", "c15": "appname", "c12": "appversion"]

  /// The cause when a parameter has another value.
  static func different(_ difference: FieldDifferences.Difference) -> String {
    let field = difference.field
    if let key = metadata[field] { return "correct '\(key)' in loadMetadata" }
    if let key = appInfo[field] {
      return "correct '\(key)' in the appInfo of init, or give the app's appInfo with --app-info"
    }
    switch field {
    case "ci", "c6":
      return "the app id belongs to another client, or the expected run needs its client: "
        + "use --config"
    case "ca", "id3":
      return "the tags are of another channel: compare with the stream the app played"
    case "c27", "c51":
      return "call playheadPosition once a second while playing, and never while paused"
    case "c52": return "each ad needs its own loadMetadata, and stop at its end"
    case "c64": return "the segment began at another moment: check when playheads begin"
    case "c3", "at", "davty":
      return field == "davty"
        ? "end was called too early or not at all" : "loadMetadata has another type"
    case "c71", "c72": return "call updateOTT when the route changes"
    case "uoo": return "the user's choice was not passed on by userOptOut"
    case "channame": return "correct 'channelName' in play"
    case "forward", "c11": return "the content ids of the tags differ"
    case "cr" where difference.title.hasSuffix("pattern"):
      return "seconds were lost: tags did not reach sendID3, or playheads were left out"
    case "cr" where difference.title.hasSuffix("ad model"):
      return "correct 'adModel' in loadMetadata"
    case "cr" where difference.title.hasSuffix("segment"):
      return "a segment before was closed early or left out: look for seeks and wrong playheads"
    case "cr" where difference.title.hasSuffix("time shift"):
      return "the lookup was answered: a live answer differs from the expected 99"
    case "evdata": return "stop, end and playheads came in another order"
    default: return "the app or the SDK's version differs"
    }
  }
}
