import CFFmpeg
import TransportStream

/// Multiplexes audio and video into transport packets, and passes them through a `TableFilter`.
final class MediaMuxer {
  private let context: MuxerContext
  private let filter: TableFilter

  /// Creates a muxer for streams of a media file.
  ///
  /// - Parameters:
  ///   - path: The media file, for error messages.
  ///   - streams: The streams to write.
  ///   - firstPTS: The PTS of the first frame, in 90 kHz ticks.
  ///   - multiplexer: Receives the packets.
  ///   - isSegmented: Whether the output is divided into segments. If it is, the segment writer writes the tags.
  /// - Throws: `StreamMakerError` with code `multiplexer`.
  init(
    path: String,
    streams: [MediaDemuxer.Stream],
    firstPTS: Int64,
    multiplexer: Multiplexer,
    isSegmented: Bool = false
  ) throws {
    let filter = TableFilter(multiplexer: multiplexer, isSegmented: isSegmented)
    self.filter = filter
    context = try MuxerContext(
      format: "mpegts",
      // Tables are as frequent as in `ClockSource`. Service names are repeated every 2 s.
      options: ["pat_period": "0.4", "sdt_period": "2"],
      path: path,
      streams: streams,
      firstPTS: firstPTS
    ) { try filter.take($0) }
  }

  func write(_ packet: UnsafeMutablePointer<AVPacket>, stream: Int) throws {
    try context.write(packet, stream: stream)
  }

  func write(copyOf packet: HeldPacket, stream: Int) throws {
    try context.write(copyOf: packet, stream: stream)
  }

  func flush() throws { try context.flush() }

  func finish() throws {
    try context.finish()
    try filter.finish()
  }
}

/// Owns a media packet for later use.
final class HeldPacket {
  /// The packet, which is valid during the lifetime of this object.
  let pointer: UnsafeMutablePointer<AVPacket>

  /// Moves the content out of `packet`, which is empty afterwards. Nil if out of memory.
  init?(moving packet: UnsafeMutablePointer<AVPacket>) {
    guard let pointer = av_packet_alloc() else { return nil }
    av_packet_move_ref(pointer, packet)
    self.pointer = pointer
  }

  deinit {
    var freed: UnsafeMutablePointer<AVPacket>? = pointer
    av_packet_free(&freed)
  }
}
