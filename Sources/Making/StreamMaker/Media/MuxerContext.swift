import CFFmpeg
import TransportStream

/// A libavformat muxer that passes its output to a sink.
final class MuxerContext {
  /// The size of libavformat's buffer in bytes: about 256 KiB, in whole transport packets.
  private static let bufferSize = 1394 * TransportPacket.byteCount
  private static let ninetyKilohertz = AVRational(num: 1, den: Int32(Timestamp.ticksPerSecond))

  private let path: String
  private let firstPTS: Int64
  private let target: MuxerTarget
  private var context: UnsafeMutablePointer<AVFormatContext>?
  private var writer: UnsafeMutablePointer<AVIOContext>?
  private var lastDTS: [Int: Int64] = [:]

  /// Creates a muxer, and writes the header of the format.
  ///
  /// - Parameters:
  ///   - format: The name of the libavformat muxer.
  ///   - options: The options of the libavformat muxer.
  ///   - path: The media file, for error messages.
  ///   - streams: The streams to write.
  ///   - firstPTS: The PTS of the first frame in 90 kHz ticks, for error messages.
  ///   - prepare: Changes each output stream before the header is written.
  ///   - sink: Receives the bytes.
  /// - Throws: `StreamMakerError` with code `multiplexer`, or any error that `sink` throws.
  init(
    format: String,
    options: KeyValuePairs<String, String>,
    path: String,
    streams: [MediaDemuxer.Stream],
    firstPTS: Int64,
    prepare: (UnsafeMutablePointer<AVStream>) -> Void = { _ in },
    sink: @escaping (UnsafeRawBufferPointer) throws -> Void
  ) throws {
    self.path = path
    self.firstPTS = firstPTS
    target = MuxerTarget(sink: sink)
    try check(avformat_alloc_output_context2(&context, nil, format, nil), "cannot start \(format)")
    guard let context, let buffer = av_malloc(Self.bufferSize) else { throw outOfMemory }
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
      throw outOfMemory
    }
    context.pointee.pb = writer
    context.pointee.flags |= AVFMT_FLAG_CUSTOM_IO | AVFMT_FLAG_BITEXACT
    // Keep time stamps unchanged: libavformat would otherwise add a delay.
    context.pointee.max_delay = 0
    context.pointee.avoid_negative_ts = 0
    for stream in streams {
      guard let added = avformat_new_stream(context, nil) else { throw outOfMemory }
      try check(
        avcodec_parameters_copy(added.pointee.codecpar, stream.pointer.pointee.codecpar),
        "cannot copy a stream"
      )
      added.pointee.codecpar.pointee.codec_tag = 0
      added.pointee.time_base = Self.ninetyKilohertz
      // The metadata contains the language of the stream.
      av_dict_copy(&added.pointee.metadata, stream.pointer.pointee.metadata, 0)
      prepare(added)
    }
    var dictionary: OpaquePointer?
    for (name, value) in options { av_dict_set(&dictionary, name, value, 0) }
    defer { av_dict_free(&dictionary) }
    try check(avformat_write_header(context, &dictionary), "cannot be multiplexed")
    // The fragment muxer clears this flag, because the movie box might already be written.
    context.pointee.flags |= AVFMT_FLAG_AUTO_BSF
  }

  deinit {
    if let writer {
      av_freep(&writer.pointee.buffer)
    }
    avio_context_free(&writer)
    avformat_free_context(context)
  }

  /// The timescale of a stream in the muxer, in units per second.
  func timescale(of stream: Int) -> Int32 {
    context?.pointee.streams[stream]?.pointee.time_base.den ?? Self.ninetyKilohertz.den
  }

  /// Writes the next packet of the stream at index `stream`, with time stamps in 90 kHz ticks. The packet is empty
  /// afterwards.
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
    if let timeBase = context?.pointee.streams[stream]?.pointee.time_base {
      av_packet_rescale_ts(packet, Self.ninetyKilohertz, timeBase)
    }
    try check(av_interleaved_write_frame(context, packet), "cannot be multiplexed")
  }

  func write(copyOf packet: HeldPacket, stream: Int) throws {
    guard let copy = av_packet_clone(packet.pointer) else { throw outOfMemory }
    var allocated: UnsafeMutablePointer<AVPacket>? = copy
    defer { av_packet_free(&allocated) }
    try write(copy, stream: stream)
  }

  func flush() throws {
    try check(av_interleaved_write_frame(context, nil), "cannot be multiplexed")
    try check(av_write_frame(context, nil), "cannot be multiplexed")
    avio_flush(writer)
    try check(0, "")
  }

  func finish() throws {
    try check(av_write_trailer(context), "cannot be multiplexed")
    avio_flush(writer)
    try check(0, "")
  }

  private var outOfMemory: StreamMakerError {
    StreamMakerError(.multiplexer, input: path, "out of memory: free memory and try again")
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

/// Receives the bytes of libavformat's write callback, and stores an error that cannot be thrown through C.
private final class MuxerTarget {
  private(set) var error: (any Error)?
  private let sink: (UnsafeRawBufferPointer) throws -> Void

  init(sink: @escaping (UnsafeRawBufferPointer) throws -> Void) {
    self.sink = sink
  }

  /// Passes bytes to the sink. Returns false if the sink throws, or has thrown before.
  func take(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard error == nil else { return false }
    do {
      try sink(bytes)
      return true
    } catch {
      self.error = error
      return false
    }
  }
}
