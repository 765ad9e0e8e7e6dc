import CFFmpeg
import TransportStream

protocol SegmentWriter: AnyObject {
  var fileExtension: String { get }

  /// The initialization section. Nil if the format has none or no segment has been made yet.
  var initialization: [UInt8]? { get }

  /// The bytes of a segment. Empty if the rendition's stream has no media in the segment.
  func segment(_ content: SegmentContent) throws -> [UInt8]
}

/// Divides media into segments at the key frames of one stream. Frames of the reference stream go into the segment in
/// which they are presented.
struct Segmenter {
  /// The maximum number of ticks by which a segment may be too short, because millisecond time stamps are rounded.
  static let slack = Timestamp.ticksPerSecond / 10
  /// The maximum delay of the reference stream in the file, in ticks. If the delay is longer, segments are completed
  /// without the frames that are late.
  private static let longestWait = 30 * Timestamp.ticksPerSecond

  private let cutStream: Int
  private let referenceStream: Int
  private let shortest: Int64
  /// The presentation ends at the first key frame with this PTS or a later one.
  private let end: Int64
  private var hasEnded = false
  private var number = 0
  private var open: SegmentContent.Part?
  private var closed: [SegmentContent.Part] = []
  /// The packets of the reference stream. Empty if it is also the cut stream.
  private var reference: [HeldPacket] = []

  /// Creates a segmenter. Streams are given by their index in the media, and may be the same.
  ///
  /// - Parameters:
  ///   - cutStream: The stream whose key frames start segments.
  ///   - referenceStream: The stream whose PTS values tags can have.
  ///   - seconds: The minimum duration of a segment.
  ///   - end: The PTS at the end of the presentation. Reordered frames may be slightly later.
  init(cutStream: Int, referenceStream: Int, seconds: Double, end: Int64 = .max) {
    self.end = end
    self.cutStream = cutStream
    self.referenceStream = referenceStream
    shortest = Int64(seconds * Double(Timestamp.ticksPerSecond)) - Self.slack
  }

  /// Whether a key frame at `pts` ends a segment that started at `start`.
  func cuts(at pts: Int64, from start: Int64) -> Bool { pts - start >= shortest }

  /// Adds the next packet of a stream, and returns the segments that are now complete.
  mutating func take(_ packet: HeldPacket, stream: Int) -> [SegmentContent] {
    switch stream {
    case cutStream: cut(packet)
    case referenceStream: Self.append(packet, to: &reference)
    default: return []
    }
    var complete: [SegmentContent] = []
    while let part = closed.first, isReferenceBeyond(part.end) {
      closed.removeFirst()
      complete.append(content(of: part, isLast: false))
    }
    return complete
  }

  /// Returns the remaining segments. Call this at the end of the media.
  mutating func finish() -> [SegmentContent] {
    if var part = open {
      part.end = Self.end(of: part.packets) ?? part.start
      closed.append(part)
      open = nil
    }
    defer { closed.removeAll() }
    return closed.indices.map { content(of: closed[$0], isLast: $0 == closed.endIndex - 1) }
  }

  private mutating func cut(_ packet: HeldPacket) {
    let pts = packet.pointer.pointee.pts
    let isKey = packet.pointer.pointee.flags & AV_PKT_FLAG_KEY != 0
    if isKey, pts >= end { hasEnded = true }
    guard !hasEnded else { return }
    if var part = open, isKey, cuts(at: pts, from: part.start) {
      Self.setDuration(of: part.packets.last, before: packet)
      part.end = pts
      closed.append(part)
      open = nil
    }
    var part = open ?? SegmentContent.Part(start: pts, end: pts)
    // A single reference to the array avoids a copy when appending.
    open = nil
    Self.append(packet, to: &part.packets)
    open = part
  }

  private func isReferenceBeyond(_ end: Int64) -> Bool {
    guard referenceStream != cutStream else { return true }
    if let last = reference.last, last.pointer.pointee.pts >= end { return true }
    return (open?.packets.last?.pointer.pointee.dts ?? end) - end > Self.longestWait
  }

  private mutating func content(of part: SegmentContent.Part, isLast: Bool) -> SegmentContent {
    defer { number += 1 }
    var content = SegmentContent(number: number, start: part.start, end: part.end, references: [])
    content.parts[cutStream] = part
    let referencePart =
      referenceStream == cutStream ? part : takeReference(to: part, isLast: isLast)
    content.parts[referenceStream] = referencePart
    content.references = referencePart.packets.map(\.pointer.pointee.pts).sorted()
    return content
  }

  private mutating func takeReference(
    to part: SegmentContent.Part,
    isLast: Bool
  ) -> SegmentContent.Part {
    let count =
      isLast
      ? reference.count
      : reference.firstIndex { $0.pointer.pointee.pts >= part.end } ?? reference.count
    let packets = Array(reference.prefix(count))
    reference.removeFirst(count)
    let next = reference.first?.pointer.pointee.pts
    return SegmentContent.Part(
      packets: packets,
      start: packets.first?.pointer.pointee.pts ?? part.start,
      end: next ?? Self.end(of: packets) ?? part.end
    )
  }

  private static func append(_ packet: HeldPacket, to packets: inout [HeldPacket]) {
    setDuration(of: packets.last, before: packet)
    packets.append(packet)
  }

  /// Sets a frame's duration to the time until the next frame, because some files have no durations.
  private static func setDuration(of packet: HeldPacket?, before next: HeldPacket) {
    guard let packet else { return }
    packet.pointer.pointee.duration = next.pointer.pointee.dts - packet.pointer.pointee.dts
  }

  private static func end(of packets: [HeldPacket]) -> Int64? {
    packets.map { $0.pointer.pointee.pts + max($0.pointer.pointee.duration, 1) }.max()
  }
}

/// The content of a segment for all renditions. Times are in 90 kHz ticks, on a timeline without jumps.
struct SegmentContent {
  struct Part {
    /// The packets in decoding order.
    var packets: [HeldPacket] = []
    /// The PTS of the first frame.
    var start: Int64
    /// The PTS of the next part's first frame or, in the last part, the end of the last frame.
    var end: Int64
  }

  var number: Int
  var (start, end): (Int64, Int64)
  /// The parts by stream index.
  var parts: [Int: Part] = [:]
  /// The PTS values that tags can have, in ascending order.
  var references: [Int64]
  /// Whether the time stamps do not continue from the previous segment.
  var isDiscontinuous = false
  var isAd = false
  /// Ticks added to all time stamps when the segment is written.
  var shift: Int64 = 0
}

final class SegmentPackets {
  private let stuffing: Int
  private var bytes: [UInt8] = []

  /// Creates a collector that pads each segment with null packets, by `stuffing` tenths of its size.
  init(stuffing: Int) {
    self.stuffing = stuffing
  }

  func take(_ more: UnsafeRawBufferPointer) {
    bytes.append(contentsOf: more)
  }

  /// Returns the padded segment, and starts a new one.
  func finish() -> [UInt8] {
    defer { bytes.removeAll(keepingCapacity: true) }
    let count = bytes.count / TransportPacket.byteCount * stuffing / 10
    let null = OutgoingPacket.null.encoded
    for _ in 0..<count { bytes += null }
    return bytes
  }
}
