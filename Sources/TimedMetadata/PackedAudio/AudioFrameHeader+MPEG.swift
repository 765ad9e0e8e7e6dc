extension AudioFrameHeader {
  /// kbit/s by `bitrate_index` 1 to 14 (ISO/IEC 11172-3, 2.4.2.3; ISO/IEC 13818-3, 2.4.2.3).
  private enum BitRates {
    static let layer1 = [32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448]
    static let layer2 = [32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384]
    static let layer3 = [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
    static let lowLayer1 = [32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256]
    static let lowLayers2And3 = [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]
  }
  private static let mpeg1Rates = [44_100, 48_000, 32_000]

  /// ```
  /// FFE | version(2) layer(2) protection | bit rate(4) frequency(2) padding private
  ///     | mode(2) extension(2) copyright original emphasis(2)
  /// ```
  /// The free format, whose frames do not say their length, is not read.
  static func mpeg(_ bytes: UnsafeRawBufferPointer) -> AudioFrameHeader? {
    let version = bytes[1] >> 3 & 0x03
    let layer = 4 - Int(bytes[1] >> 1 & 0x03)
    let rateIndex = Int(bytes[2] >> 4)
    let frequencyIndex = Int(bytes[2] >> 2 & 0x03)
    guard version != 1, layer <= 3, (1...14).contains(rateIndex), frequencyIndex < 3,
      bytes[3] & 0x03 != 2
    else { return nil }
    let isMPEG1 = version == 3
    // MPEG-2 halves the frequencies of MPEG-1, MPEG-2.5 halves them again.
    let sampleRate = mpeg1Rates[frequencyIndex] >> (isMPEG1 ? 0 : version == 2 ? 1 : 2)
    let rates =
      switch (isMPEG1, layer) {
      case (true, 1): BitRates.layer1
      case (true, 2): BitRates.layer2
      case (true, _): BitRates.layer3
      case (false, 1): BitRates.lowLayer1
      case (false, _): BitRates.lowLayers2And3
      }
    let sampleCount = layer == 1 ? 384 : layer == 3 && !isMPEG1 ? 576 : 1152
    // Layer 1 counts in slots of four bytes.
    let slotSize = layer == 1 ? 4 : 1
    let slots = sampleCount / 8 / slotSize * rates[rateIndex - 1] * 1000 / sampleRate
    return AudioFrameHeader(
      codec: .mpeg(layer: layer),
      sampleRate: sampleRate,
      sampleCount: sampleCount,
      frameSize: (slots + Int(bytes[2] >> 1 & 1)) * slotSize
    )
  }
}
