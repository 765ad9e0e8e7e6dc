import CFFmpeg
import TransportStream

/// libavformat's transport stream demuxer over a sieved input: it assembles PES packets and reads
/// their PTS. Confined to one thread.
///
/// The input is hostile: no protocol, no other format and no codec may be opened (carriage, section
/// 8), and nothing is probed.
final class Demuxer {
  /// One PES payload, or a piece of a very large one.
  struct Payload {
    var pid: UInt16
    /// Raw 33-bit PTS; nil when the PES carries none.
    var pts: Int64?
    /// Position in the sieved stream of the packet that starts the PES.
    var position: Int64
    /// The PES is not whole.
    var isIncomplete: Bool
    var bytes: [UInt8]
  }

  /// Bytes that libavformat buffers. The sieve gives one packet a read, so that more would only be memory
  /// of each of thousands of streams.
  private static let bufferSize: Int32 = 4 << 10
  /// A PES without a length is delivered in pieces of this size, which the splitter joins: it bounds
  /// what 64 hostile streams can make libavformat hold.
  private static let maximumPayload = 1 << 20

  /// The most bytes that libavformat keeps to return to the beginning after it has found the size of packets
  /// and the first tables: the sieve writes them first. It needs 8 KiB for the size. Its default of 5 MB
  /// would stay and, as it fills such a buffer to the end before it starts again, become resident within
  /// hours.
  private static let probeSize = 8 << 10
  /// Bytes without a packet that libavformat searches for the next one, which it can go back over as well. The
  /// sieve gives whole packets alone. Its own 64 KiB would stay with each stream.
  private static let resyncSize = 8 * TransportPacket.byteCount

  /// The messages of libavformat: warnings and errors.
  let messages = LibavLog.Lines()

  private let input: SievedInput
  /// Position in the sieved stream of the first byte that libavformat reads.
  private let origin: Int64
  private var context: UnsafeMutablePointer<AVFormatContext>?
  private var io: UnsafeMutablePointer<AVIOContext>?
  private var packet: UnsafeMutablePointer<AVPacket>?

  /// Opens the demuxer; reads the sieve's tables from `input`.
  init(_ input: SievedInput) throws(LibavError) {
    self.input = input
    origin = input.beginDemuxing()
    guard let format = av_find_input_format("mpegts") else {
      throw LibavError(number: id3tap_averror_invaliddata())
    }
    guard let buffer = av_malloc(Int(Self.bufferSize)) else {
      throw LibavError(number: id3tap_averror_enomem())
    }
    io = avio_alloc_context(
      buffer.assumingMemoryBound(to: UInt8.self),
      Self.bufferSize,
      0,
      Unmanaged.passUnretained(input).toOpaque(),
      readSievedPackets,
      nil,
      nil
    )
    packet = av_packet_alloc()
    context = avformat_alloc_context()
    guard let io, let context, packet != nil else {
      if io == nil { av_free(buffer) }
      close()
      throw LibavError(number: id3tap_averror_enomem())
    }
    // Without it libavformat adds 32 KiB to what it keeps for going back.
    io.pointee.max_packet_size = Self.bufferSize
    context.pointee.pb = io
    context.pointee.flags |=
      AVFMT_FLAG_CUSTOM_IO | AVFMT_FLAG_NOPARSE | AVFMT_FLAG_NOFILLIN
    context.pointee.io_open = refuseToOpen

    var options: OpaquePointer?
    defer { av_dict_free(&options) }
    for (key, value) in [
      ("protocol_whitelist", "none"), ("format_whitelist", "mpegts"), ("codec_whitelist", "none"),
      ("correct_ts_overflow", "0"), ("max_packet_size", String(Self.maximumPayload)),
      ("max_streams", "64"), ("scan_all_pmts", "0"), ("probesize", String(Self.probeSize)),
      ("resync_size", String(Self.resyncSize)),
    ] {
      av_dict_set(&options, key, value, 0)
    }
    // On failure avformat_open_input frees the context, but not our I/O.
    var opened: UnsafeMutablePointer<AVFormatContext>? = context
    let result = LibavLog.collecting(into: messages) {
      avformat_open_input(&opened, nil, format, &options)
    }
    self.context = opened
    guard result >= 0 else {
      close()
      throw LibavError(number: result)
    }
  }

  deinit { close() }

  private func close() {
    if context != nil { avformat_close_input(&context) }
    if let io {
      // libavformat may have replaced the buffer it was given.
      av_free(io.pointee.buffer)
      avio_context_free(&self.io)
    }
    av_packet_free(&packet)
  }

  /// The next payload; nil at the end.
  func next() throws(LibavError) -> Payload? {
    guard let context, let packet else { return nil }
    while true {
      let result = LibavLog.collecting(into: messages) { av_read_frame(context, packet) }
      if result == id3tap_averror_eof() { return nil }
      // More than `resyncSize` without a sync byte: not the end. The sieve leaves no such junk.
      if result == id3tap_averror_eagain() { continue }
      guard result >= 0 else { throw LibavError(number: result) }
      defer { av_packet_unref(packet) }
      let index = Int(packet.pointee.stream_index)
      guard index < Int(context.pointee.nb_streams), let stream = context.pointee.streams[index]
      else { continue }
      return Payload(
        pid: UInt16(truncatingIfNeeded: stream.pointee.id),
        pts: packet.pointee.pts == id3tap_nopts()
          ? nil : packet.pointee.pts & ((1 << 33) - 1),
        position: packet.pointee.pos < 0 ? packet.pointee.pos : origin + packet.pointee.pos,
        isIncomplete: packet.pointee.flags & AV_PKT_FLAG_CORRUPT != 0,
        bytes: Array(
          UnsafeBufferPointer(start: packet.pointee.data, count: max(0, Int(packet.pointee.size)))
        )
      )
    }
  }
}

/// libavformat's read callback: `opaque` is the `SievedInput`.
private func readSievedPackets(
  opaque: UnsafeMutableRawPointer?,
  buffer: UnsafeMutablePointer<UInt8>?,
  size: Int32
) -> Int32 {
  guard let opaque, let buffer else { return id3tap_averror_eio() }
  let input = Unmanaged<SievedInput>.fromOpaque(opaque).takeUnretainedValue()
  let count = input.read(into: UnsafeMutableRawBufferPointer(start: buffer, count: Int(size)))
  return count > 0 ? Int32(count) : id3tap_averror_eof()
}

/// libavformat's io_open: a stream must never make us open anything.
private func refuseToOpen(
  context: UnsafeMutablePointer<AVFormatContext>?,
  io: UnsafeMutablePointer<UnsafeMutablePointer<AVIOContext>?>?,
  url: UnsafePointer<CChar>?,
  flags: Int32,
  options: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
  id3tap_averror_eperm()
}
