import CFFmpeg
import TransportStream

/// Multiplexes audio and video into transport packets, and passes these to a `TableFilter`.
final class MediaMuxer {
  private let context: MuxerContext
  private let filter: TableFilter

  /// Prepares to multiplex streams of a media file.
  ///
  /// - Parameters:
  ///   - path: The file with the media, for errors.
  ///   - streams: The streams to write.
  ///   - firstPTS: The PTS of the first frame, in ticks of 90 kHz.
  ///   - multiplexer: Receives the packets.
  ///   - isSegmented: Whether the output is cut into segments, whose writer also writes the tags.
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
      // Tables are as frequent as those of `ClockSource`; service names come every 2 s.
      options: ["pat_period": "0.4", "sdt_period": "2"],
      path: path,
      streams: streams,
      firstPTS: firstPTS
    ) { try filter.take($0) }
  }

  /// Writes the next packet of the stream at index `stream`. Its time stamps are in ticks of 90 kHz. The
  /// packet is empty afterwards.
  func write(_ packet: UnsafeMutablePointer<AVPacket>, stream: Int) throws {
    try context.write(packet, stream: stream)
  }

  /// Writes a copy of a packet.
  func write(copyOf packet: HeldPacket, stream: Int) throws {
    try context.write(copyOf: packet, stream: stream)
  }

  /// Writes the packets that libavformat has buffered.
  func flush() throws { try context.flush() }

  /// Writes the buffered packets and the end of the stream.
  func finish() throws {
    try context.finish()
    try filter.finish()
  }
}

/// Owns a media packet that is kept for later.
final class HeldPacket {
  /// The packet, which is valid as long as this object.
  let pointer: UnsafeMutablePointer<AVPacket>

  /// Moves the content out of `packet`, which is empty afterwards. Nil when memory is short.
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
