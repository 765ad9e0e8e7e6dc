/// A master playlist (RFC 8216, 4.3.4): variants, and an audio rendition that they share.
struct MasterPlaylist {
  /// A line of EXT-X-STREAM-INF.
  struct Variant {
    var uri: String
    /// The highest and the average bit rate of its segments, in bits per second.
    var rate: BitRate
    /// The description of its stream; nil without media.
    var stream: StreamDescription?
  }

  /// A line of EXT-X-MEDIA.
  struct AudioRendition {
    var uri: String
    var rate: BitRate
    var stream: StreamDescription?
  }

  static let audioGroup = "audio"

  /// Whether the average rate is not known yet.
  var isLive = false
  var variants: [Variant]
  var audio: AudioRendition?

  /// The playlist as it is stored.
  var text: String {
    var lines = ["#EXTM3U", "#EXT-X-VERSION:6", "#EXT-X-INDEPENDENT-SEGMENTS"]
    if let audio { lines.append(Self.line(audio)) }
    for variant in variants { lines += self.lines(variant) }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func line(_ audio: AudioRendition) -> String {
    var attributes = ["TYPE=AUDIO", "GROUP-ID=\"\(audioGroup)\"", "NAME=\"Audio\""]
    if let language = audio.stream?.language { attributes.append("LANGUAGE=\"\(language)\"") }
    attributes += ["DEFAULT=YES", "AUTOSELECT=YES"]
    if let count = audio.stream?.channelCount { attributes.append("CHANNELS=\"\(count)\"") }
    attributes.append("URI=\"\(audio.uri)\"")
    return "#EXT-X-MEDIA:" + attributes.joined(separator: ",")
  }

  private func lines(_ variant: Variant) -> [String] {
    let rate = variant.rate + (audio?.rate ?? BitRate())
    var attributes = ["BANDWIDTH=\(rate.peak)"]
    if !isLive { attributes.append("AVERAGE-BANDWIDTH=\(rate.average)") }
    let streams = [variant.stream] + (audio.map { [$0.stream] } ?? [])
    let codecs = streams.compactMap { $0?.codecName }
    // All of them or none (4.3.4.2).
    if codecs.count == streams.count {
      var unique: [String] = []
      for name in codecs where !unique.contains(name) { unique.append(name) }
      attributes.append("CODECS=\"\(unique.joined(separator: ","))\"")
    }
    if let size = variant.stream?.pictureSize {
      attributes.append("RESOLUTION=\(size.width)x\(size.height)")
    }
    if let rate = variant.stream?.frameRate { attributes.append("FRAME-RATE=\(rate)") }
    if audio != nil { attributes.append("AUDIO=\"\(Self.audioGroup)\"") }
    return ["#EXT-X-STREAM-INF:" + attributes.joined(separator: ","), variant.uri]
  }
}

/// Bits per second.
struct BitRate {
  var peak: Int64 = 0
  var average: Int64 = 0

  static func + (left: BitRate, right: BitRate) -> BitRate {
    BitRate(peak: left.peak + right.peak, average: left.average + right.average)
  }
}
