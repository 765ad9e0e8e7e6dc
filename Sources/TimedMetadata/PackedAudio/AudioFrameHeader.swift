/// The header of a self-contained audio frame: ADTS, MPEG audio, AC-3 or E-AC-3.
struct AudioFrameHeader: Hashable {
  enum Codec: Hashable {
    /// AAC in ADTS (ISO/IEC 13818-7, 6.2).
    case adts
    /// MPEG-1, MPEG-2 and MPEG-2.5 audio of layer 1 to 3 (ISO/IEC 11172-3, 2.4.1.3).
    case mpeg(layer: Int)
    /// AC-3 and E-AC-3, which may alternate in one stream (ETSI TS 102 366).
    case ac3

    /// The codec of a tag between such frames.
    var packed: PackedCodec {
      switch self {
      case .adts: .aac
      case .mpeg: .mpegAudio
      case .ac3: .ac3
      }
    }
  }

  /// Bytes that are needed for a decision.
  static let byteCount = 7

  var codec: Codec
  /// Samples in a second.
  var sampleRate: Int
  /// Samples of a channel in the frame; 0 for a frame that only adds to the one before it.
  var sampleCount: Int
  /// Bytes from this header to the next, at least `byteCount`.
  var frameSize: Int

  /// Whether a frame with this header can follow one with `other` in the same stream.
  func continues(_ other: AudioFrameHeader) -> Bool {
    codec == other.codec && sampleRate == other.sampleRate
  }
}

extension AudioFrameHeader {
  /// Reads the header at `position`. Nil when there is none, or fewer than `byteCount` bytes are
  /// left.
  init?(_ bytes: UnsafeRawBufferPointer, at position: Int) {
    guard position >= 0, bytes.count - position >= Self.byteCount else { return nil }
    let header = UnsafeRawBufferPointer(
      rebasing: bytes[position..<position + Self.byteCount]
    )
    let found =
      switch (header[0], header[1]) {
      case (0x0B, 0x77): Self.ac3(header)
      case (0xFF, 0xF0...0xFF) where header[1] & 0x06 == 0: Self.adts(header)
      case (0xFF, 0xE0...0xFF): Self.mpeg(header)
      default: Self?.none
      }
    guard let found, found.frameSize >= Self.byteCount else { return nil }
    self = found
  }
}
