import CFFmpeg
import Formats

/// The codec parameters of a stream.
enum CodecParameters {
  /// The description of the codec that is outside of the frames; nil when there is none.
  static func description(_ parameters: UnsafePointer<AVCodecParameters>) -> [UInt8]? {
    let count = Int(parameters.pointee.extradata_size)
    guard count > 0, let bytes = parameters.pointee.extradata else { return nil }
    return Array(UnsafeBufferPointer(start: bytes, count: count))
  }

  /// The name of the codec in the attribute CODECS (RFC 6381); nil when it is not known.
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

  /// The number of audio channels; nil when it is not known.
  static func channelCount(_ parameters: UnsafePointer<AVCodecParameters>) -> Int32? {
    let count = id3tap_channel_count(parameters)
    return count > 0 ? count : nil
  }

  /// `avc1.` with profile, constraints and level, the three bytes after the first of an
  /// AVCDecoderConfigurationRecord (ISO/IEC 14496-15, 5.2.4.1) and of a sequence parameter set.
  private static func h264Name(_ parameters: UnsafePointer<AVCodecParameters>) -> String? {
    let bytes = description(parameters) ?? []
    let start =
      bytes.first == 1
      ? 1 : bytes.indices.first { bytes[$0...].starts(with: [0, 0, 1, 0x67]) }.map { $0 + 4 }
    guard let start, start + 3 <= bytes.count else { return nil }
    return "avc1." + bytes[start..<start + 3].map(\.hexadecimal).joined()
  }
}
