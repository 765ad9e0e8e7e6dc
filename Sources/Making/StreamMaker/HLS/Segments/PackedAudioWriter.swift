import CFFmpeg
import TransportStream

/// Makes packed audio segments (RFC 8216, 3.4): a time stamp tag with the PTS of the first frame, then audio frames,
/// each preceded by the tags that are due at its time.
final class PackedAudioWriter: SegmentWriter {
  let fileExtension: String
  let initialization: [UInt8]? = nil

  private let path: String
  private let stream: Int
  private let header: ADTSHeader?
  private let changes: FaultChanges
  private var placement: TagPlacement?
  private let firstPTS: Int64

  /// Creates a writer. `stream` is the index of the stream in the media. Nil if packed audio cannot hold the stream.
  init?(_ rendition: RenditionOptions, media: SourceMedia, stream: Int) {
    guard let parameters = media.demuxer.streams[stream].pointer.pointee.codecpar else {
      return nil
    }
    var header: ADTSHeader?
    switch parameters.pointee.codec_id {
    case AV_CODEC_ID_AAC:
      fileExtension = "aac"
      // Without a codec description, the frames already have ADTS headers.
      if let description = CodecParameters.description(parameters) {
        header = ADTSHeader(audioSpecificConfig: description)
        if header == nil { return nil }
      }
    case AV_CODEC_ID_MP3: fileExtension = "mp3"
    case AV_CODEC_ID_AC3: fileExtension = "ac3"
    case AV_CODEC_ID_EAC3: fileExtension = "eac3"
    default: return nil
    }
    path = media.path
    self.stream = stream
    self.header = header
    changes = rendition.changes
    placement = rendition.placement
    firstPTS = rendition.options.firstPTS
  }

  func segment(_ content: SegmentContent) throws -> [UInt8] {
    guard let part = content.parts[stream], !part.packets.isEmpty else { return [] }
    let seconds = Double(part.start - firstPTS) / Double(Timestamp.ticksPerSecond)
    let shift = content.shift + (changes.clockShift?(seconds) ?? 0)
    var bytes = ID3Bytes.timestampTag(pts: part.start + shift)
    changes.presentation.timestampTag?(&bytes, content.moment(firstPTS: firstPTS))
    for packet in part.packets {
      placement?.noteReference(pts: packet.pointer.pointee.pts)
      for (tag, _) in placement?.takeDue() ?? [] { bytes += try tag.bytes(changes) }
      let frame = UnsafeBufferPointer(
        start: packet.pointer.pointee.data,
        count: Int(packet.pointer.pointee.size)
      )
      if let header { bytes += try start(of: frame, header) }
      bytes += frame
    }
    return bytes
  }

  private func start(of frame: UnsafeBufferPointer<UInt8>, _ header: ADTSHeader) throws -> [UInt8] {
    guard let bytes = header.bytes(frameSize: frame.count) else {
      throw StreamMakerError(
        .media,
        input: path,
        "has an AAC frame of \(frame.count) bytes, more than packed audio can hold: give another file"
      )
    }
    return bytes
  }
}

/// The ADTS header before each AAC frame in packed audio (ISO/IEC 14496-3, 1.A.2.2).
///
/// ```
///  syncword(12) ID(1) layer(2) no CRC(1) | profile(2) frequency(4) private(1) channels(3) ... |
///  frame length(13) buffer fullness(11) frames - 1 (2)
/// ```
struct ADTSHeader {
  static let byteCount = 7
  /// The largest value of the 13-bit frame length, in bytes.
  static let longestFrame = 0x1fff

  private let profile: UInt8
  private let frequency: UInt8
  private let channels: UInt8

  /// Creates the header from an AudioSpecificConfig (ISO/IEC 14496-3, 1.6.2.1). Nil if it is too short, or if ADTS
  /// cannot express it, such as object types other than Main, LC, SSR and LTP, or explicit frequencies.
  init?(audioSpecificConfig bytes: [UInt8]) {
    guard bytes.count >= 2 else { return nil }
    let bits =
      bytes.prefix(4).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
      << UInt32(8 * max(0, 4 - bytes.count))
    func field(_ position: UInt32, _ count: UInt32) -> UInt8 {
      UInt8(truncatingIfNeeded: bits >> (32 - position - count) & (1 << count - 1))
    }
    var objectType = field(0, 5)
    // With SBR and PS, the object type of the core codec follows the second frequency.
    if objectType == 5 || objectType == 29 { objectType = field(17, 5) }
    frequency = field(5, 4)
    channels = field(9, 4)
    guard (1...4).contains(objectType), frequency < 13, (1...7).contains(channels) else {
      return nil
    }
    profile = objectType - 1
  }

  /// The header for a frame of `count` bytes. Nil if the frame is too long.
  func bytes(frameSize count: Int) -> [UInt8]? {
    let length = count + Self.byteCount
    guard length <= Self.longestFrame else { return nil }
    return [
      0xff, 0xf1,
      profile << 6 | frequency << 2 | channels >> 2,
      (channels & 3) << 6 | UInt8(truncatingIfNeeded: length >> 11),
      UInt8(truncatingIfNeeded: length >> 3),
      // Buffer fullness 0x7FF means variable bit rate.
      UInt8(truncatingIfNeeded: length << 5) | 0x1f,
      0xfc,
    ]
  }
}

enum SilentAudio {
  /// An AAC-LC frame with one silent channel at 48 kHz, including the ADTS header (ISO/IEC 14496-3, 1.A.2.2).
  private static let frame: [UInt8] = [
    0xff, 0xf1, 0x4c, 0x40, 0x01, 0xbf, 0xfc, 0x00, 0xc8, 0x00, 0x80, 0x23, 0x80,
  ]
  /// The duration of a frame of 1024 samples, in 90 kHz ticks.
  private static let frameTicks: Int64 = 1920

  /// A packed audio segment from PTS `start` to PTS `end`.
  static func segment(from start: Int64, to end: Int64) -> [UInt8] {
    let count = max(1, Int((end - start) / frameTicks))
    return ID3Bytes.timestampTag(pts: start) + (0..<count).flatMap { _ in frame }
  }
}
