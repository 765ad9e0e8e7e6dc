import TransportStream

/// Packed audio with silence.
enum SilentAudio {
  /// A frame of AAC-LC with one silent channel at 48 kHz, with its ADTS header (ISO/IEC 14496-3, 1.A.2.2).
  private static let frame: [UInt8] = [
    0xff, 0xf1, 0x4c, 0x40, 0x01, 0xbf, 0xfc, 0x00, 0xc8, 0x00, 0x80, 0x23, 0x80,
  ]
  /// 1024 samples, in ticks of 90 kHz.
  private static let frameTicks: Int64 = 1920

  /// A packed audio segment from one PTS to another.
  static func segment(from start: Int64, to end: Int64) -> [UInt8] {
    let count = max(1, Int((end - start) / frameTicks))
    return ID3Bytes.timestampTag(pts: start) + (0..<count).flatMap { _ in frame }
  }
}
