import CFFmpeg
import TransportStream

/// The audio and video of a file, read by libavformat and repeated as often as wanted.
struct SourceMedia {
  /// The path of the file.
  let path: String
  /// Its length in seconds, when the file has it.
  let seconds: Double?
  /// The file, for its streams' parameters.
  let demuxer: MediaDemuxer

  /// Opens the file.
  ///
  /// - Throws: `StreamMakerError`: no readable media, or neither audio nor video in it.
  init(path: String) throws {
    self.path = path
    demuxer = try MediaDemuxer(path: path)
    guard !demuxer.streams.isEmpty else {
      throw StreamMakerError(
        .noStreams,
        input: path,
        "has neither audio nor video that a transport stream can carry: give another file"
      )
    }
    seconds = demuxer.seconds
  }

  /// Reads packets, with time stamps of 90 kHz that continue from one round to the next.
  ///
  /// - Parameters:
  ///   - seconds: where to stop; nil stops at the end of the first round.
  ///   - firstPTS: the PTS of the first frame.
  ///   - notice: takes a sentence about media that is not whole.
  ///   - deliver: takes a packet and the position of its stream in `demuxer.streams`.
  /// - Throws: `StreamMakerError` when the file cannot be read on, or what `deliver` throws.
  mutating func copy(
    seconds: Double?,
    firstPTS: Int64,
    notice: (String) -> Void,
    deliver: (UnsafeMutablePointer<AVPacket>, Int) throws -> Void
  ) throws {
    guard let packet = av_packet_alloc() else {
      throw StreamMakerError(.media, input: path, "out of memory: free some and try again")
    }
    var allocated: UnsafeMutablePointer<AVPacket>? = packet
    defer { av_packet_free(&allocated) }

    let limit = seconds.map { Int64($0 * Double(Timestamp.ticksPerSecond)) }
    var source = demuxer
    var round = Round(streamCount: source.streams.count, start: source.startTime)
    var times = Array(repeating: DecodingTimes(), count: source.streams.count)
    var finished = Set<Int>()
    func pass(_ packet: UnsafeMutablePointer<AVPacket>, _ stream: Int) throws {
      round.place(packet, stream: stream, timeBase: source.streams[stream].timeBase)
      if let limit, packet.pointee.dts >= limit {
        finished.insert(stream)
        return
      }
      packet.pointee.dts += firstPTS
      packet.pointee.pts += firstPTS
      try deliver(packet, stream)
    }
    while finished.count < source.streams.count {
      guard let stream = try source.read(packet) else {
        for stream in times.indices {
          for held in times[stream].finish() { try pass(held.pointer, stream) }
          times[stream] = DecodingTimes()
        }
        if round.isFirst, let problem = source.truncation(after: round.ends) { notice(problem) }
        guard limit != nil else { return }
        guard round.length > 0 else {
          throw StreamMakerError(
            .media,
            input: path,
            "has no packets that can be repeated: give another file"
          )
        }
        round = round.next
        source = try MediaDemuxer(path: path)
        continue
      }
      defer { av_packet_unref(packet) }
      if times[stream].isTransparent {
        try pass(packet, stream)
        continue
      }
      guard let moved = HeldPacket(moving: packet) else {
        throw StreamMakerError(.media, input: path, "out of memory: free some and try again")
      }
      for ready in times[stream].take(moved) { try pass(ready.pointer, stream) }
    }
  }
}

/// One round through the media: where it is on the time line, and its measured length.
private struct Round {
  private let start: Int64?
  private var origin: Int64?
  private let offset: Int64
  private var first: [Int64?]
  private var end: [Int64]

  init(streamCount: Int, start: Int64?, offset: Int64 = 0) {
    self.start = start
    self.offset = offset
    origin = start
    first = Array(repeating: nil, count: streamCount)
    end = Array(repeating: 0, count: streamCount)
  }

  /// The length of the longest stream in ticks of 90 kHz.
  var length: Int64 {
    zip(first, end).map { first, end in first.map { end - $0 } ?? 0 }.max() ?? 0
  }

  /// Whether no round was before it.
  var isFirst: Bool { offset == 0 }

  /// Where the streams end, in seconds from their start; nil without packets.
  var ends: [Double?] {
    zip(first, end).map { first, end in
      first.map { Double(end - (origin ?? $0)) / Double(Timestamp.ticksPerSecond) }
    }
  }

  /// The round that follows.
  var next: Round {
    Round(streamCount: first.count, start: start, offset: offset + length)
  }

  /// Rewrites the time stamps of a packet to ticks of 90 kHz, 0 at the first frame of the stream. A
  /// packet without a time stamp follows the one before it.
  mutating func place(
    _ packet: UnsafeMutablePointer<AVPacket>,
    stream: Int,
    timeBase: AVRational
  ) {
    let ninetyKilohertz = AVRational(num: 1, den: Int32(Timestamp.ticksPerSecond))
    av_packet_rescale_ts(packet, timeBase, ninetyKilohertz)
    let missing = id3tap_nopts()
    var (pts, dts) = (packet.pointee.pts, packet.pointee.dts)
    if dts == missing {
      dts = pts == missing ? end[stream] : first[stream] == nil ? pts : min(end[stream], pts)
    }
    if pts == missing { pts = dts }
    if origin == nil { origin = pts }
    if first[stream] == nil { first[stream] = dts }
    end[stream] = max(end[stream], dts + max(packet.pointee.duration, 1))
    let shift = offset - (origin ?? 0)
    packet.pointee.pts = pts + shift
    packet.pointee.dts = dts + shift
    packet.pointee.pos = -1
  }
}

/// Fills in the DTS that the first packets of a stream lack: Matroska stores none, and libavformat
/// knows them only from the packet on that follows the reordered ones.
struct DecodingTimes {
  /// More than a codec reorders: 16 pictures in H.264 and HEVC.
  private static let mostHeld = 32

  private var held: [HeldPacket] = []
  private var isSettled = false

  /// Whether packets go through as they are.
  var isTransparent: Bool { isSettled && held.isEmpty }

  /// Takes the next packet and returns those whose DTS is known now, in order.
  mutating func take(_ packet: HeldPacket) -> [HeldPacket] {
    let missing = id3tap_nopts()
    let (pts, dts) = (packet.pointer.pointee.pts, packet.pointer.pointee.dts)
    guard !isSettled, dts == missing, pts != missing else {
      if dts != missing { countBack(from: dts) }
      return finish() + [packet]
    }
    held.append(packet)
    return held.count < Self.mostHeld ? [] : finish()
  }

  /// Returns what is held: no DTS came.
  mutating func finish() -> [HeldPacket] {
    isSettled = true
    sortIntoOrder()
    defer { held.removeAll() }
    return held
  }

  /// One packet's duration after the other before the first known DTS, never above the PTS.
  private mutating func countBack(from first: Int64) {
    var next = first
    for packet in held.reversed() {
      let step = max(packet.pointer.pointee.duration, 1)
      next = min(packet.pointer.pointee.pts, next &- step)
      packet.pointer.pointee.dts = next
    }
  }

  /// The PTS in rising order are DTS, once shifted so that none is above its packet's PTS.
  private mutating func sortIntoOrder() {
    let missing = id3tap_nopts()
    guard held.contains(where: { $0.pointer.pointee.dts == missing }) else { return }
    let sorted = held.map(\.pointer.pointee.pts).sorted()
    let shift = zip(sorted, held).map { $0 &- $1.pointer.pointee.pts }.max() ?? 0
    for (time, packet) in zip(sorted, held) { packet.pointer.pointee.dts = time &- shift }
  }
}

/// The meanings of libavformat's return codes.
enum FFmpegMessage {
  /// The meaning of `code` in plain words, in lower case.
  static func text(of code: Int32) -> String {
    var buffer = [CChar](repeating: 0, count: 128)
    guard av_strerror(code, &buffer, buffer.count) == 0 else { return "libavformat error \(code)" }
    let bytes = buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    return String(decoding: bytes, as: UTF8.self).lowercased()
  }
}
