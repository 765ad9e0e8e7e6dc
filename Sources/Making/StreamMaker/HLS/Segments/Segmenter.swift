import CFFmpeg
import TransportStream

/// Makes the segments of one rendition.
protocol SegmentWriter: AnyObject {
  /// The extension of the names of the segments.
  var fileExtension: String { get }

  /// The initialization section, in a file of its own before all segments; nil when there is none, or until
  /// the first segment is made.
  var initialization: [UInt8]? { get }

  /// The bytes of a segment; empty when it holds nothing of the rendition's stream.
  func segment(_ content: SegmentContent) throws -> [UInt8]
}

/// Cuts media into segments at the key frames of one stream. The frames of the other stream go to the
/// segment in which they are presented.
struct Segmenter {
  /// How much a segment may be shorter than asked for: time stamps in milliseconds are rounded.
  static let slack = Timestamp.ticksPerSecond / 10
  /// How much later in the file the other stream may be before it is no longer waited for, in ticks.
  private static let longestWait = 30 * Timestamp.ticksPerSecond

  private let cutStream: Int
  private let referenceStream: Int
  private let shortest: Int64
  /// No key frame at this PTS or later is taken.
  private let end: Int64
  private var hasEnded = false
  private var number = 0
  private var open: SegmentContent.Part?
  private var closed: [SegmentContent.Part] = []
  /// Packets of the reference, when it is not the stream that is cut.
  private var reference: [HeldPacket] = []

  /// A segmenter of the streams at two positions of the media, which may be one.
  ///
  /// - Parameters:
  ///   - cutStream: segments start at its key frames.
  ///   - referenceStream: its PTS are those that tags can take.
  ///   - seconds: how long a segment is at least.
  ///   - end: the PTS at which the presentation ends. Reordered frames can extend a little further.
  init(cutStream: Int, referenceStream: Int, seconds: Double, end: Int64 = .max) {
    self.end = end
    self.cutStream = cutStream
    self.referenceStream = referenceStream
    shortest = Int64(seconds * Double(Timestamp.ticksPerSecond)) - Self.slack
  }

  /// Whether a segment that starts at `start` ends before a key frame at `pts`.
  func cuts(at pts: Int64, from start: Int64) -> Bool { pts - start >= shortest }

  /// Takes the next packet of the stream at a position and returns the segments that are complete.
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

  /// Returns the rest: the media has ended.
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
    // One owner, so that appending does not copy.
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

  /// A frame lasts until the next one: some files have no durations.
  private static func setDuration(of packet: HeldPacket?, before next: HeldPacket) {
    guard let packet else { return }
    packet.pointer.pointee.duration = next.pointer.pointee.dts - packet.pointer.pointee.dts
  }

  private static func end(of packets: [HeldPacket]) -> Int64? {
    packets.map { $0.pointer.pointee.pts + max($0.pointer.pointee.duration, 1) }.max()
  }
}

/// The content of one segment of every rendition. Times are ticks of 90 kHz on a time line that never jumps.
struct SegmentContent {
  /// The part of one stream in a segment.
  struct Part {
    /// Its packets in decoding order.
    var packets: [HeldPacket] = []
    /// The PTS at which it starts.
    var start: Int64
    /// The PTS at which the next part starts.
    var end: Int64
  }

  /// Which segment it is, from 0.
  var number: Int
  /// Where it starts and where the next one does.
  var (start, end): (Int64, Int64)
  /// The parts of the media's streams, by their position in the media.
  var parts: [Int: Part] = [:]
  /// The PTS, in rising order, that tags can take.
  var references: [Int64]
  /// Whether the time stamps do not continue those of the segment before.
  var isDiscontinuous = false
  /// Whether an ad takes the place of the content.
  var isAd = false
  /// The ticks that are added to all time stamps when they are written.
  var shift: Int64 = 0
}

/// Collects the transport packets of one segment.
final class SegmentPackets {
  /// Tenths of its size that a segment is filled up by.
  private let stuffing: Int
  private var bytes: [UInt8] = []

  /// Segments that null packets fill up by `stuffing` tenths.
  init(stuffing: Int) {
    self.stuffing = stuffing
  }

  /// Takes the next bytes.
  func take(_ more: UnsafeRawBufferPointer) {
    bytes.append(contentsOf: more)
  }

  /// The segment; then a new one is begun.
  func finish() -> [UInt8] {
    defer { bytes.removeAll(keepingCapacity: true) }
    let count = bytes.count / TransportPacket.byteCount * stuffing / 10
    let null = OutgoingPacket.null.encoded
    for _ in 0..<count { bytes += null }
    return bytes
  }
}
