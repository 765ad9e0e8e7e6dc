import CFFmpeg
import TransportStream

/// The audio and video of a file, read with libavformat and repeated as needed.
struct SourceMedia {
  let path: String
  /// The duration, in seconds. Nil if unknown.
  let seconds: Double?
  /// The demuxer of the first round, with the parameters of the streams.
  let demuxer: MediaDemuxer

  /// Opens the file.
  ///
  /// - Throws: `StreamMakerError` if the file is not readable media, or has neither audio nor video.
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

  /// Reads packets with time stamps in 90 kHz ticks. Repeats the media to fill `seconds`, with time stamps that
  /// continue in each round.
  ///
  /// - Parameters:
  ///   - seconds: Seconds of media to read. Nil means one round.
  ///   - firstPTS: The PTS of the first frame, in 90 kHz ticks.
  ///   - notice: Called with a message about damaged media.
  ///   - deliver: Receives a packet and the index of its stream in `demuxer.streams`.
  /// - Throws: `StreamMakerError` if reading fails, or any error that `deliver` throws.
  mutating func copy(
    seconds: Double?,
    firstPTS: Int64,
    notice: (String) -> Void,
    deliver: (UnsafeMutablePointer<AVPacket>, Int) throws -> Void
  ) throws {
    guard let packet = av_packet_alloc() else {
      throw StreamMakerError(.media, input: path, "out of memory: free memory and try again")
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
        throw StreamMakerError(.media, input: path, "out of memory: free memory and try again")
      }
      for ready in times[stream].take(moved) { try pass(ready.pointer, stream) }
    }
  }
}

/// One round through the media, with its start on the timeline and its measured duration.
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

  /// The duration of the longest stream, in 90 kHz ticks.
  var length: Int64 {
    zip(first, end).map { first, end in first.map { end - $0 } ?? 0 }.max() ?? 0
  }

  var isFirst: Bool { offset == 0 }

  /// The end of each stream, in seconds from the start of the media. Nil for a stream without packets.
  var ends: [Double?] {
    zip(first, end).map { first, end in
      first.map { Double(end - (origin ?? $0)) / Double(Timestamp.ticksPerSecond) }
    }
  }

  var next: Round {
    Round(streamCount: first.count, start: start, offset: offset + length)
  }

  /// Converts the time stamps of a packet to 90 kHz ticks from the first frame of the first round. A packet without a
  /// time stamp follows the previous one.
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

/// Fills in missing DTS in the first packets of a stream. Matroska stores no DTS, and libavformat can derive them
/// only after the first reordered packets.
struct DecodingTimes {
  /// The maximum number of held packets. Codecs reorder fewer: H.264 and HEVC at most 16 pictures.
  private static let mostHeld = 32

  private var held: [HeldPacket] = []
  private var isSettled = false

  /// Whether packets no longer need to be held or changed.
  var isTransparent: Bool { isSettled && held.isEmpty }

  /// Adds the next packet, and returns the packets whose DTS is now known, in order.
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

  /// Returns the held packets. Packets that still have no DTS get one from their PTS.
  mutating func finish() -> [HeldPacket] {
    isSettled = true
    sortIntoOrder()
    defer { held.removeAll() }
    return held
  }

  /// Sets missing DTS backwards from the first known DTS, one packet duration apart and never above the PTS.
  private mutating func countBack(from first: Int64) {
    var next = first
    for packet in held.reversed() {
      let step = max(packet.pointer.pointee.duration, 1)
      next = min(packet.pointer.pointee.pts, next &- step)
      packet.pointer.pointee.dts = next
    }
  }

  /// Sets missing DTS to the PTS values in ascending order, shifted so that no DTS is above the PTS of its packet.
  private mutating func sortIntoOrder() {
    let missing = id3tap_nopts()
    guard held.contains(where: { $0.pointer.pointee.dts == missing }) else { return }
    let sorted = held.map(\.pointer.pointee.pts).sorted()
    let shift = zip(sorted, held).map { $0 &- $1.pointer.pointee.pts }.max() ?? 0
    for (time, packet) in zip(sorted, held) { packet.pointer.pointee.dts = time &- shift }
  }
}

enum FFmpegMessage {
  static func text(of code: Int32) -> String {
    var buffer = [CChar](repeating: 0, count: 128)
    guard av_strerror(code, &buffer, buffer.count) == 0 else { return "libavformat error \(code)" }
    let bytes = buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    return String(decoding: bytes, as: UTF8.self).lowercased()
  }
}
