import CFFmpeg

/// The description of a stream of the media in a master playlist.
struct StreamDescription {
  /// Its codec, for CODECS; nil when the name is not known.
  var codecName: String?
  /// Its size in pixels; nil for audio.
  var pictureSize: (width: Int32, height: Int32)?
  /// Pictures per second with three decimals; nil for audio, or when the file does not have it.
  var frameRate: String?
  /// The number of audio channels; nil for video.
  var channelCount: Int32?
  /// Its language as the file names it; nil when that is not known.
  var language: String?

  /// The description of a stream.
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

  /// A code of letters; anything else would not be safe between quotation marks.
  private static func language(of stream: UnsafeMutablePointer<AVStream>) -> String? {
    guard let entry = av_dict_get(stream.pointee.metadata, "language", nil, 0) else { return nil }
    let code = String(cString: entry.pointee.value)
    let isCode = (2...8).contains(code.utf8.count) && code.allSatisfy { $0.isASCII && $0.isLetter }
    return isCode && code != "und" ? code : nil
  }
}
