import CFFmpeg
import TransportStream

/// Multiplexes audio and video into transport packets and passes them to a `TableFilter`.
final class MediaMuxer {
  private let context: MuxerContext
  private let filter: TableFilter

  /// Prepares to multiplex streams of the media at `path`.
  ///
  /// - Parameters:
  ///   - path: the file with the media, for errors.
  ///   - streams: the streams to write.
  ///   - firstPTS: the PTS of the first frame at 90 kHz.
  ///   - multiplexer: what takes the packets.
  ///   - isSegmented: whether segments begin on demand and learn elsewhere which tags are due.
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
      // Tables as often as `ClockSource` writes them; service names every 2 s.
      options: ["pat_period": "0.4", "sdt_period": "2"],
      path: path,
      streams: streams,
      firstPTS: firstPTS
    ) { try filter.take($0) }
  }

  /// Takes the next packet of the stream at position `stream`; its time stamps count at 90 kHz. The
  /// packet is empty afterwards.
  func write(_ packet: UnsafeMutablePointer<AVPacket>, stream: Int) throws {
    try context.write(packet, stream: stream)
  }

  /// Takes a packet that is needed elsewhere too.
  func write(copyOf packet: HeldPacket, stream: Int) throws {
    try context.write(copyOf: packet, stream: stream)
  }

  /// Writes what libavformat holds so far.
  func flush() throws { try context.flush() }

  /// Writes what libavformat still holds.
  func finish() throws {
    try context.finish()
    try filter.finish()
  }
}

/// A packet of media that is kept for later.
final class HeldPacket {
  /// The packet; valid as long as this object.
  let pointer: UnsafeMutablePointer<AVPacket>

  /// Takes the content of `packet`, which is empty afterwards; nil when memory is short.
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
