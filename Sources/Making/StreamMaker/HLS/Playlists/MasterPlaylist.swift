import CFFmpeg
import Formats

/// A master playlist (RFC 8216, 4.3.4) with variants and at most one audio rendition.
struct MasterPlaylist {
  struct Variant {
    var uri: String
    var rate: BitRate
    var stream: StreamDescription?
  }

  struct AudioRendition {
    var uri: String
    var rate: BitRate
    var stream: StreamDescription?
  }

  static let audioGroup = "audio"

  /// Whether to omit AVERAGE-BANDWIDTH, because the average bit rate of a live channel is not known yet.
  var isLive = false
  var variants: [Variant]
  var audio: AudioRendition?

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
    // CODECS must list all codecs (4.3.4.2), so it is omitted if one is unknown.
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

/// Peak and average bit rates, in bits per second.
struct BitRate {
  var peak: Int64 = 0
  var average: Int64 = 0

  static func + (left: BitRate, right: BitRate) -> BitRate {
    BitRate(peak: left.peak + right.peak, average: left.average + right.average)
  }
}

enum CodecParameters {
  /// The codec description outside the frames (extradata). Nil if absent.
  static func description(_ parameters: UnsafePointer<AVCodecParameters>) -> [UInt8]? {
    let count = Int(parameters.pointee.extradata_size)
    guard count > 0, let bytes = parameters.pointee.extradata else { return nil }
    return Array(UnsafeBufferPointer(start: bytes, count: count))
  }

  /// The codec name for CODECS (RFC 6381). Nil if unknown.
  static func name(_ parameters: UnsafePointer<AVCodecParameters>) -> String? {
    switch parameters.pointee.codec_id {
    case AV_CODEC_ID_H264: h264Name(parameters)
    case AV_CODEC_ID_AAC:
      parameters.pointee.profile < 0
        ? "mp4a.40.2" : "mp4a.40.\(parameters.pointee.profile + 1)"
    case AV_CODEC_ID_MP3: "mp4a.40.34"
    case AV_CODEC_ID_AC3: "ac-3"
    case AV_CODEC_ID_EAC3: "ec-3"
    case AV_CODEC_ID_OPUS: "Opus"
    default: nil
    }
  }

  static func channelCount(_ parameters: UnsafePointer<AVCodecParameters>) -> Int32? {
    let count = id3tap_channel_count(parameters)
    return count > 0 ? count : nil
  }

  /// The codec name `avc1.PPCCLL`: profile, constraints and level are the three bytes after the first byte of an
  /// AVCDecoderConfigurationRecord (ISO/IEC 14496-15, 5.2.4.1) or of a sequence parameter set.
  private static func h264Name(_ parameters: UnsafePointer<AVCodecParameters>) -> String? {
    let bytes = description(parameters) ?? []
    let start =
      bytes.first == 1
      ? 1 : bytes.indices.first { bytes[$0...].starts(with: [0, 0, 1, 0x67]) }.map { $0 + 4 }
    guard let start, start + 3 <= bytes.count else { return nil }
    return "avc1." + bytes[start..<start + 3].map(\.hexadecimal).joined()
  }
}

/// The attributes of a media stream in a master playlist.
struct StreamDescription {
  var codecName: String?
  /// The picture size in pixels. Nil for audio, or if the size is unknown.
  var pictureSize: (width: Int32, height: Int32)?
  /// Pictures per second, with three decimals. Nil for audio, or if the rate is unknown.
  var frameRate: String?
  /// The number of audio channels. Nil for video, or if the number is unknown.
  var channelCount: Int32?
  /// The language code of the stream. Nil if the media has no valid one.
  var language: String?

  init(_ stream: MediaDemuxer.Stream) {
    let pointer = stream.pointer
    guard let parameters = pointer.pointee.codecpar else { return }
    codecName = CodecParameters.name(parameters)
    language = Self.language(of: pointer)
    guard parameters.pointee.codec_type == AVMEDIA_TYPE_VIDEO else {
      channelCount = CodecParameters.channelCount(parameters)
      return
    }
    let (width, height) = (parameters.pointee.width, parameters.pointee.height)
    if width > 0, height > 0 { pictureSize = (width, height) }
    let rate = pointer.pointee.avg_frame_rate
    guard rate.num > 0, rate.den > 0 else { return }
    let thousandths = av_rescale(Int64(rate.num), 1000, Int64(rate.den))
    let fraction = String(1000 + thousandths % 1000).dropFirst()
    frameRate = "\(thousandths / 1000).\(fraction)"
  }

  /// The language of a stream. Nil for `und`, and for anything but two to eight letters, because other characters could
  /// break the quoted string.
  private static func language(of stream: UnsafeMutablePointer<AVStream>) -> String? {
    guard let entry = av_dict_get(stream.pointee.metadata, "language", nil, 0) else { return nil }
    let code = String(cString: entry.pointee.value)
    let isCode = (2...8).contains(code.utf8.count) && code.allSatisfy { $0.isASCII && $0.isLetter }
    return isCode && code != "und" ? code : nil
  }
}
