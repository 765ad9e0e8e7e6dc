extension AudioFrameHeader {
  /// Sampling frequencies by index (ISO/IEC 14496-3, table 1.18).
  private static let samplingFrequencies = [
    96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8000,
    7350,
  ]
  /// Samples of an AAC raw data block. ADTS cannot say that a block has 960.
  private static let samplesPerBlock = 1024

  /// ```
  /// FFF | ID layer(2)=0 protection_absent | profile(2) frequency(4) private channels(3)
  ///     | original home copyright(2) | frame_length(13) | fullness(11) | blocks - 1 (2)
  /// ```
  static func adts(_ bytes: UnsafeRawBufferPointer) -> AudioFrameHeader? {
    let index = Int(bytes[2] >> 2 & 0x0F)
    guard index < samplingFrequencies.count else { return nil }
    let headerSize = bytes[1] & 1 == 1 ? 7 : 9
    let length = Int(bytes[3] & 0x03) << 11 | Int(bytes[4]) << 3 | Int(bytes[5] >> 5)
    guard length >= headerSize else { return nil }
    return AudioFrameHeader(
      codec: .adts,
      sampleRate: samplingFrequencies[index],
      sampleCount: samplesPerBlock * (Int(bytes[6] & 0x03) + 1),
      frameSize: length
    )
  }
}
