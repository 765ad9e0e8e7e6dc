import CFFmpeg
import TransportStream

/// Demultiplexes PES packets in memory with libavformat: assembles their payloads and reads their PTS. No state
/// is kept between calls.
///
/// The packets are untrusted, so libavformat may open no protocol, no other format and no codec, and does not detect
/// the format.
enum Demuxer {
  /// The maximum number of bytes that are demultiplexed in one call: 4 MiB, unless a single PES packet has more.
  static let maximumBatch = 4 << 20

  /// The payloads of each PES packet, in the order of `packets`. The array is empty for a PES packet without a payload.
  static func payloads(of packets: [MetadataPES]) throws(LibavError) -> [[PESPayload]] {
    var payloads: [[PESPayload]] = []
    payloads.reserveCapacity(packets.count)
    var rest = packets[...]
    while !rest.isEmpty {
      var byteCount = 0
      let batch = rest.prefix { pes in
        byteCount += pes.packets.count
        return byteCount <= maximumBatch || byteCount == pes.packets.count
      }
      rest = rest.dropFirst(batch.count)
      payloads += try demultiplex(batch)
    }
    return payloads
  }

  /// Makes a transport stream from a batch; `starts` are the positions of the PES packets in the stream. The continuity
  /// counters of a PID continue from one PES packet to the next, so the result does not depend on the batch size.
  private static func stream(of batch: ArraySlice<MetadataPES>) -> (bytes: [UInt8], starts: [Int]) {
    var nextCounters: [UInt16: UInt8] = [:]
    for pes in batch { nextCounters[pes.pid] = 0 }
    var bytes = SyntheticTables.packets(announcing: nextCounters.keys.sorted())
    bytes.reserveCapacity(bytes.count + batch.reduce(0) { $0 + $1.packets.count })
    var starts: [Int] = []
    starts.reserveCapacity(batch.count)
    for pes in batch {
      let start = bytes.count
      starts.append(start)
      bytes += pes.packets
      guard let first = pes.packets.dropFirst(counterPosition).first else { continue }
      let shift = (nextCounters[pes.pid] ?? 0) &- first
      var last: UInt8 = 0
      for position in stride(
        from: start + counterPosition,
        to: bytes.count,
        by: TransportPacket.byteCount
      ) {
        last = (bytes[position] &+ shift) & 0x0F
        bytes[position] = bytes[position] & 0xF0 | last
      }
      nextCounters[pes.pid] = last &+ 1
    }
    return (bytes, starts)
  }

  /// The position of the byte with the continuity counter in a transport packet.
  private static let counterPosition = 3

  private static func demultiplex(
    _ batch: ArraySlice<MetadataPES>
  ) throws(LibavError) -> [[PESPayload]] {
    let (stream, starts) = stream(of: batch)
    let context = try DemuxerContext(stream)
    let packets = batch.map { $0.withoutPackets() }
    var payloads = [[PESPayload]](repeating: [], count: packets.count)
    let indices = Dictionary(uniqueKeysWithValues: zip(starts, starts.indices))
    while let found = try context.next() {
      guard let index = indices[found.position] else { continue }
      let pes = packets[index]
      payloads[index].append(
        PESPayload(
          bytes: found.bytes,
          // libavformat reads a PTS even if the header is too short for it.
          pts: pes.header?.pts == nil ? nil : found.pts,
          pes: pes,
          isIncomplete: found.isCorrupt,
          continuesPES: pes.isContinuation || !payloads[index].isEmpty
        )
      )
    }
    for (index, pes) in packets.enumerated() where pes.isBroken && !payloads[index].isEmpty {
      payloads[index][payloads[index].count - 1].isIncomplete = true
    }
    return payloads
  }
}

/// The payload of a PES packet. If the packet's declared length is wrong, there may be several payloads.
struct PESPayload {
  var bytes: [UInt8]
  /// The raw 33-bit PTS; nil if there is none.
  var pts: Int64?
  /// The PES packet without its transport packets.
  var pes: MetadataPES
  /// Whether part of the payload may be missing: for example, its length differs from the declared length, or
  /// continuity counters are not consecutive.
  var isIncomplete: Bool
  var continuesPES: Bool
}

/// One run of libavformat over bytes in memory.
private final class DemuxerContext {
  private var context: UnsafeMutablePointer<AVFormatContext>?
  private var io: UnsafeMutablePointer<AVIOContext>?
  private var packet: UnsafeMutablePointer<AVPacket>?

  /// The number of bytes that libavformat reads at first to find the packet size and the tables.
  private static let probeSize: Int64 = 8 << 10

  init(_ stream: [UInt8]) throws(LibavError) {
    LibavLog.install()
    guard let format = av_find_input_format("mpegts") else {
      throw LibavError(number: id3tap_averror_invaliddata())
    }
    guard let buffer = av_malloc(stream.count) else {
      throw LibavError(number: id3tap_averror_enomem())
    }
    let bytes = buffer.assumingMemoryBound(to: UInt8.self)
    // The buffer already contains the whole stream, so there is no read callback.
    io = avio_alloc_context(bytes, Int32(stream.count), 0, nil, nil, nil, nil)
    packet = av_packet_alloc()
    context = avformat_alloc_context()
    guard let io, let context, packet != nil else {
      if io == nil { av_free(buffer) }
      close()
      throw LibavError(number: id3tap_averror_enomem())
    }
    UnsafeMutableRawBufferPointer(start: buffer, count: stream.count).copyBytes(from: stream)
    io.pointee.buf_end = bytes + stream.count
    io.pointee.pos = Int64(stream.count)
    context.pointee.pb = io
    context.pointee.flags |= AVFMT_FLAG_CUSTOM_IO | AVFMT_FLAG_NOPARSE | AVFMT_FLAG_NOFILLIN
    context.pointee.io_open = refuseToOpen
    // libavformat frees these strings.
    context.pointee.protocol_whitelist = av_strdup("none")
    context.pointee.format_whitelist = av_strdup("mpegts")
    context.pointee.codec_whitelist = av_strdup("none")
    context.pointee.max_streams = Int32(PIDSieve.maximumMetadataPIDs)
    context.pointee.correct_ts_overflow = 0
    context.pointee.probesize = Self.probeSize
    var options: OpaquePointer?
    defer { av_dict_free(&options) }
    // The size of the buffer for a PES packet without a length.
    av_dict_set(&options, "max_packet_size", String(stream.count), 0)
    av_dict_set(&options, "scan_all_pmts", "0", 0)
    // If avformat_open_input fails, it frees the context, but not the I/O context.
    var opened: UnsafeMutablePointer<AVFormatContext>? = context
    let result = avformat_open_input(&opened, nil, format, &options)
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
      // libavformat may have replaced the buffer, so the current one is freed.
      av_free(io.pointee.buffer)
      avio_context_free(&self.io)
    }
    av_packet_free(&packet)
  }

  struct Found {
    /// The position of the PES packet in the stream.
    var position: Int
    var pts: Int64?
    var isCorrupt: Bool
    var bytes: [UInt8]
  }

  func next() throws(LibavError) -> Found? {
    guard let context, let packet else { return nil }
    let result = av_read_frame(context, packet)
    if result == id3tap_averror_eof() { return nil }
    guard result >= 0 else { throw LibavError(number: result) }
    defer { av_packet_unref(packet) }
    return Found(
      position: Int(packet.pointee.pos),
      pts: packet.pointee.pts == id3tap_nopts() ? nil : packet.pointee.pts & ((1 << 33) - 1),
      isCorrupt: packet.pointee.flags & AV_PKT_FLAG_CORRUPT != 0,
      bytes: Array(
        UnsafeBufferPointer(start: packet.pointee.data, count: max(0, Int(packet.pointee.size)))
      )
    )
  }
}

/// The io_open callback of libavformat. It always refuses, so that a stream cannot make libavformat open anything.
private func refuseToOpen(
  context: UnsafeMutablePointer<AVFormatContext>?,
  io: UnsafeMutablePointer<UnsafeMutablePointer<AVIOContext>?>?,
  url: UnsafePointer<CChar>?,
  flags: Int32,
  options: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
  id3tap_averror_eperm()
}

struct LibavError: Error, CustomStringConvertible {
  var number: Int32

  var description: String {
    var text = [CChar](repeating: 0, count: 128)
    guard av_strerror(number, &text, text.count) == 0 else { return "libavformat error \(number)" }
    let end = text.firstIndex(of: 0) ?? text.endIndex
    return String(decoding: text[..<end].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
