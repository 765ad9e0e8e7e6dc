import CFFmpeg
import Glibc
import TransportStream

final class MediaDemuxer {
  struct Stream {
    var index: Int
    var timeBase: AVRational
    /// The stream with its parameters. The pointer is valid during the lifetime of the demuxer.
    var pointer: UnsafeMutablePointer<AVStream>
  }

  let streams: [Stream]
  private let path: String
  private var hasDamage = false
  private var context: UnsafeMutablePointer<AVFormatContext>?

  /// Opens the file at `path`.
  ///
  /// - Throws: `StreamMakerError` with code `media` if the file is not readable media.
  init(path: String) throws {
    self.path = path
    var options: OpaquePointer?
    // The path is always a file, even if it looks like a URL. Files to which this file refers must also be local.
    av_dict_set(&options, "protocol_whitelist", "file", 0)
    var opened: UnsafeMutablePointer<AVFormatContext>?
    let result = avformat_open_input(&opened, "file:" + path, nil, &options)
    av_dict_free(&options)
    guard result >= 0, let context = opened else {
      throw StreamMakerError(.media, input: path, Self.openingProblem(path, result))
    }
    self.context = context
    // Reads packets to find parameters that only packets contain, such as the picture size in a transport stream.
    let probed = avformat_find_stream_info(context, nil)
    guard probed >= 0 else {
      avformat_close_input(&opened)
      throw StreamMakerError(
        .media,
        input: path,
        "\(FFmpegMessage.text(of: probed)): give another media file with --media"
      )
    }
    streams = (0..<Int(context.pointee.nb_streams)).compactMap { index in
      guard let pointer = context.pointee.streams[index], Self.isCopied(pointer) else {
        context.pointee.streams[index]?.pointee.discard = AVDISCARD_ALL
        return nil
      }
      return Stream(index: index, timeBase: pointer.pointee.time_base, pointer: pointer)
    }
  }

  private static func openingProblem(_ path: String, _ result: Int32) -> String {
    let isURL = path == "-" || ["://", "concat:", "pipe:", "data:"].contains { path.contains($0) }
    switch result {
    case -ENOENT where isURL:
      return "only files can be given: fetch the media and name the file with --media"
    case -ENOENT: return "no such file: give an existing media file with --media"
    case id3tap_averror_invaliddata():
      return "has no readable audio or video: give a media file with --media"
    case -ELOOP: return "is a link that points to itself: repair the link"
    default: return "\(FFmpegMessage.text(of: result)): give another media file with --media"
    }
  }

  deinit {
    avformat_close_input(&context)
  }

  /// The duration of the media, in seconds. Nil if unknown.
  var seconds: Double? {
    guard let duration = context?.pointee.duration, duration > 0 else { return nil }
    return Double(duration) / Double(AV_TIME_BASE)
  }

  /// The PTS of the first frame, in 90 kHz ticks. Nil if unknown.
  var startTime: Int64? {
    guard let start = context?.pointee.start_time, start != id3tap_nopts() else { return nil }
    return av_rescale(start, Timestamp.ticksPerSecond, Int64(AV_TIME_BASE))
  }

  /// Reads the next packet of a copied stream, and returns the stream's index in `streams`. Nil at the end of the file.
  func read(_ packet: UnsafeMutablePointer<AVPacket>) throws -> Int? {
    while true {
      let result = av_read_frame(context, packet)
      if result == id3tap_averror_eof() { return nil }
      if result == id3tap_averror_eagain() { continue }
      guard result >= 0 else {
        throw StreamMakerError(
          .media,
          input: path,
          "\(FFmpegMessage.text(of: result)): repair the file or give another one"
        )
      }
      if let stream = streams.firstIndex(where: { $0.index == packet.pointee.stream_index }) {
        if packet.pointee.flags & AV_PKT_FLAG_CORRUPT != 0 { hasDamage = true }
        return stream
      }
      av_packet_unref(packet)
    }
  }

  /// A notice about damage, for media that was read to the end: the media is shorter than declared, or has damaged
  /// packets. Nil if there is no damage. `ends` has the end of each stream, in seconds.
  func truncation(after ends: [Double?]) -> String? {
    let remedy = "make the file again if it should be complete"
    let isShort = zip(streams, ends).contains { stream, end in
      declaredSeconds(of: stream).map { $0 - (end ?? 0) > Self.forgivenSeconds } ?? false
    }
    let isAllShort = declaredSeconds.map {
      $0 - (ends.compactMap { $0 }.max() ?? 0) > Self.forgivenSeconds
    }
    if isShort || isAllShort == true {
      return "\(path): the media is shorter than it declares: \(remedy)"
    }
    return hasDamage ? "\(path): the media has damaged packets: \(remedy)" : nil
  }

  /// Seconds by which media may be shorter than declared, because durations are rounded and may exclude the last frame.
  private static let forgivenSeconds = 0.5

  /// The duration that the file declares for a stream, in seconds. Nil if unknown.
  private func declaredSeconds(of stream: Stream) -> Double? {
    let duration = stream.pointer.pointee.duration
    guard isLengthDeclared, duration != id3tap_nopts(), duration > 0 else { return nil }
    return Double(duration) * av_q2d(stream.timeBase)
  }

  /// The duration that the file declares, in seconds. Nil if it is unknown, or may be the duration of a stream that is
  /// not copied.
  private var declaredSeconds: Double? {
    guard isLengthDeclared, Int(context?.pointee.nb_streams ?? 0) == streams.count else {
      return nil
    }
    return seconds
  }

  private var isLengthDeclared: Bool {
    context?.pointee.duration_estimation_method != AVFMT_DURATION_FROM_BITRATE
  }

  /// Whether to copy a stream: audio or video, except cover pictures, with a codec that MPEG-TS supports.
  private static func isCopied(_ stream: UnsafeMutablePointer<AVStream>) -> Bool {
    guard stream.pointee.disposition & AV_DISPOSITION_ATTACHED_PIC == 0 else { return false }
    return codecs.contains(stream.pointee.codecpar.pointee.codec_id.rawValue)
  }

  private static let codecs = Set(
    [
      AV_CODEC_ID_MPEG1VIDEO, AV_CODEC_ID_MPEG2VIDEO, AV_CODEC_ID_MPEG4, AV_CODEC_ID_H264,
      AV_CODEC_ID_HEVC, AV_CODEC_ID_MP2, AV_CODEC_ID_MP3, AV_CODEC_ID_AAC, AV_CODEC_ID_AAC_LATM,
      AV_CODEC_ID_AC3, AV_CODEC_ID_EAC3, AV_CODEC_ID_DTS, AV_CODEC_ID_OPUS,
    ].map(\.rawValue)
  )
}
