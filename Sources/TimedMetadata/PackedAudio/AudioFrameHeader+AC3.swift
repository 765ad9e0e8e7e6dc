extension AudioFrameHeader {
  private static let ac3Rates = [48_000, 44_100, 32_000]
  /// kbit/s by half of `frmsizecod` (ETSI TS 102 366, table 4.13).
  private static let ac3BitRates = [
    32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384, 448, 512, 576, 640,
  ]
  private static let samplesPerAudioBlock = 256

  /// ```
  /// AC-3    0B77 | crc1(16) | fscod(2) frmsizecod(6) | bsid(5) bsmod(3)
  /// E-AC-3  0B77 | strmtyp(2) substreamid(3) frmsiz(11) | fscod(2) numblkscod(2) ... | bsid(5)
  /// ```
  /// `bsid` is at the same place in both, and says which of them it is.
  static func ac3(_ bytes: UnsafeRawBufferPointer) -> AudioFrameHeader? {
    let bsid = Int(bytes[5] >> 3)
    return switch bsid {
    case 0...10: plainAC3(bytes, bsid: bsid)
    case 11...16: enhancedAC3(bytes)
    default: nil
    }
  }

  private static func plainAC3(
    _ bytes: UnsafeRawBufferPointer,
    bsid: Int
  ) -> AudioFrameHeader? {
    let rateIndex = Int(bytes[4] >> 6)
    let sizeCode = Int(bytes[4] & 0x3F)
    guard rateIndex < ac3Rates.count, sizeCode / 2 < ac3BitRates.count else { return nil }
    let bitRate = ac3BitRates[sizeCode / 2]
    // Words of 16 bits in 1536 samples; at 44.1 kHz the lowest bit of the code adds one.
    let words =
      switch ac3Rates[rateIndex] {
      case 48_000: bitRate * 2
      case 44_100: bitRate * 320 / 147 + sizeCode % 2
      default: bitRate * 3
      }
    return AudioFrameHeader(
      codec: .ac3,
      // bsid 9 and 10 are the half and quarter rates in use before E-AC-3.
      sampleRate: ac3Rates[rateIndex] >> max(0, bsid - 8),
      sampleCount: 6 * samplesPerAudioBlock,
      frameSize: words * 2
    )
  }

  private static func enhancedAC3(_ bytes: UnsafeRawBufferPointer) -> AudioFrameHeader? {
    let streamType = bytes[2] >> 6
    let substream = bytes[2] >> 3 & 0x07
    let rateCode = Int(bytes[4] >> 6)
    let blockCode = Int(bytes[4] >> 4 & 0x03)
    guard streamType < 3 else { return nil }
    var sampleRate: Int
    var blocks = [1, 2, 3, 6][blockCode]
    if rateCode < ac3Rates.count {
      sampleRate = ac3Rates[rateCode]
    } else {
      // fscod2 takes the place of numblkscod: half rates with six blocks.
      guard blockCode < ac3Rates.count else { return nil }
      sampleRate = ac3Rates[blockCode] / 2
      blocks = 6
    }
    // Dependent substreams (type 1) and further programmes play at the same time as substream 0.
    let addsTime = streamType != 1 && substream == 0
    return AudioFrameHeader(
      codec: .ac3,
      sampleRate: sampleRate,
      sampleCount: addsTime ? blocks * samplesPerAudioBlock : 0,
      frameSize: ((Int(bytes[2] & 0x07) << 8 | Int(bytes[3])) + 1) * 2
    )
  }
}
