import CFFmpeg
import TransportStream

/// Multiplexes audio and video with libavformat and hands the packets to a `TableFilter`.
final class MediaMuxer {
  private let path: String
  private var context: UnsafeMutablePointer<AVFormatContext>?
  private var writer: UnsafeMutablePointer<AVIOContext>?
  private let target: MuxerTarget
  private let firstPTS: Int64
  private var lastDTS: [Int: Int64] = [:]

  /// The size of libavformat's buffer: whole packets, 256 KiB of them.
  private static let bufferSize = 1394 * TransportPacket.byteCount

  /// Prepares to multiplex the streams of `input`.
  ///
  /// - Throws: `StreamMakerError` with code `multiplexer`.
  init(input: MediaInput, firstPTS: Int64, multiplexer: Multiplexer) throws {
    self.firstPTS = firstPTS
    path = input.path
    target = MuxerTarget(filter: TableFilter(multiplexer: multiplexer))
    try check(avformat_alloc_output_context2(&context, nil, "mpegts", nil), "cannot start mpegts")
    guard let context, let buffer = av_malloc(Self.bufferSize) else {
      throw StreamMakerError(.multiplexer, input: path, "out of memory: free some and try again")
    }
    writer = id3tap_avio_alloc_writer(
      buffer.assumingMemoryBound(to: UInt8.self),
      Int32(Self.bufferSize),
      Unmanaged.passUnretained(target).toOpaque(),
      { opaque, bytes, count in
        guard let opaque, let bytes else { return id3tap_averror_eio() }
        let target = Unmanaged<MuxerTarget>.fromOpaque(opaque).takeUnretainedValue()
        return target.take(UnsafeRawBufferPointer(start: bytes, count: Int(count)))
          ? count : id3tap_averror_eio()
      }
    )
    guard let writer else {
      av_free(buffer)
      throw StreamMakerError(.multiplexer, input: path, "out of memory: free some and try again")
    }
    context.pointee.pb = writer
    context.pointee.flags |= AVFMT_FLAG_CUSTOM_IO | AVFMT_FLAG_BITEXACT
    // Time stamps pass as they are; any delay would be added to them.
    context.pointee.max_delay = 0
    context.pointee.avoid_negative_ts = 0
    for stream in input.demuxer.streams {
      guard let added = avformat_new_stream(context, nil) else {
        throw StreamMakerError(.multiplexer, input: path, "out of memory: free some and try again")
      }
      try check(
        avcodec_parameters_copy(added.pointee.codecpar, stream.pointer.pointee.codecpar),
        "cannot copy a stream"
      )
      added.pointee.codecpar.pointee.codec_tag = 0
      added.pointee.time_base = AVRational(num: 1, den: Int32(Timestamp.ticksPerSecond))
      // Names the language in the program map.
      av_dict_copy(&added.pointee.metadata, stream.pointer.pointee.metadata, 0)
    }
    // Tables as often as `ClockSource` writes them; service names now and then.
    var options: OpaquePointer?
    av_dict_set(&options, "pat_period", "0.4", 0)
    av_dict_set(&options, "sdt_period", "2", 0)
    defer { av_dict_free(&options) }
    try check(avformat_write_header(context, &options), "cannot be multiplexed")
  }

  deinit {
    if let writer {
      av_freep(&writer.pointee.buffer)
    }
    avio_context_free(&writer)
    avformat_free_context(context)
  }

  /// Takes the next packet of the stream at position `stream`; its time stamps count at 90 kHz. The
  /// packet is empty afterwards.
  func write(_ packet: UnsafeMutablePointer<AVPacket>, stream: Int) throws {
    packet.pointee.stream_index = Int32(stream)
    let (pts, dts) = (packet.pointee.pts, packet.pointee.dts)
    if let last = lastDTS[stream], dts <= last || pts < dts {
      throw StreamMakerError(
        .media,
        input: path,
        "has time stamps out of order near second "
          + "\((dts - firstPTS) / Timestamp.ticksPerSecond): remultiplex the file, or give another one"
      )
    }
    lastDTS[stream] = dts
    try check(av_interleaved_write_frame(context, packet), "cannot be multiplexed")
  }

  /// Writes what libavformat still holds.
  func finish() throws {
    try check(av_write_trailer(context), "cannot be multiplexed")
    avio_flush(writer)
    try check(0, "")
    try target.finish()
  }

  private func check(_ result: Int32, _ what: String) throws {
    if let error = target.error { throw error }
    guard result < 0 else { return }
    throw StreamMakerError(
      .multiplexer,
      input: path,
      "\(what): \(FFmpegMessage.text(of: result)): give another media file with --media"
    )
  }
}

/// What libavformat's write callback reaches: keeps an error that cannot be thrown through C.
private final class MuxerTarget {
  private(set) var error: (any Error)?
  private let filter: TableFilter

  init(filter: TableFilter) {
    self.filter = filter
  }

  /// Hands bytes on; false when that failed, now or before.
  func take(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard error == nil else { return false }
    do {
      try filter.take(bytes)
      return true
    } catch {
      self.error = error
      return false
    }
  }

  func finish() throws {
    try filter.finish()
  }
}
