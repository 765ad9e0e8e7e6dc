/// An interstitial as playlists list it (rfc8216bis, appendix D).
struct WrittenInterstitial {
  /// The playlist of its asset, as the playlists of renditions name it.
  var uri: String
  /// When it starts, in milliseconds since 1970.
  var start: Int64
  /// How long the asset is, in ticks of 90 kHz.
  var duration: Int64
  /// X-RESUME-OFFSET in seconds; nil leaves it out.
  var resumeOffset: Int?

  /// Its EXT-X-DATERANGE.
  var line: String {
    var attributes = [
      "ID=\"ad-1\"", "CLASS=\"com.apple.hls.interstitial\"",
      "START-DATE=\"\(WallClock.text(milliseconds: start))\"",
      "DURATION=\(WrittenPlaylist.seconds(duration))",
    ]
    if let resumeOffset { attributes.append("X-RESUME-OFFSET=\(resumeOffset)") }
    attributes.append("X-ASSET-URI=\"\(uri)\"")
    return "#EXT-X-DATERANGE:" + attributes.joined(separator: ",")
  }
}
