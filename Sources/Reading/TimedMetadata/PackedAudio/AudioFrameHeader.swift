/// The header of a self-contained audio frame: ADTS, MPEG audio, AC-3 or E-AC-3.
struct AudioFrameHeader: Hashable {
  enum Codec: Hashable {
    /// AAC in ADTS (ISO/IEC 13818-7, 6.2).
    case adts
    /// MPEG-1, MPEG-2 and MPEG-2.5 audio of layer 1 to 3 (ISO/IEC 11172-3, 2.4.1.3).
    case mpeg(layer: Int)
    /// AC-3 and E-AC-3, which may alternate in one stream (ETSI TS 102 366).
    case ac3

    /// The codec that is reported for tags between these frames.
    var packed: PackedCodec {
      switch self {
      case .adts: .aac
      case .mpeg: .mpegAudio
      case .ac3: .ac3
      }
    }
  }

  /// The number of bytes that are needed to recognize a header.
  static let byteCount = 7

  var codec: Codec
  var sampleRate: Int
  /// The number of samples per channel in the frame; 0 for a frame that plays at the same time as the previous one.
  var sampleCount: Int
  /// The number of bytes from this header to the next, at least `byteCount`.
  var frameSize: Int

  /// Whether a frame with this header can follow one with `other` in the same stream.
  func continues(_ other: AudioFrameHeader) -> Bool {
    codec == other.codec && sampleRate == other.sampleRate
  }
}

extension AudioFrameHeader {
  /// Reads the header at `position`. Nil if no header is there, or if fewer than `byteCount` bytes are left.
  init?(_ bytes: UnsafeRawBufferPointer, at position: Int) {
    guard position >= 0, bytes.count - position >= Self.byteCount else { return nil }
    let header = UnsafeRawBufferPointer(rebasing: bytes[position..<position + Self.byteCount])
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

extension AudioFrameHeader {
  /// Sampling frequencies in Hz, by index (ISO/IEC 14496-3, table 1.18).
  private static let samplingFrequencies = [
    96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8000,
    7350,
  ]
  /// The number of samples in an AAC raw data block. ADTS cannot signal blocks of 960 samples.
  private static let samplesPerBlock = 1024

  /// Reads an ADTS header:
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

extension AudioFrameHeader {
  /// Bit rates in kbit/s, by `bitrate_index` 1 to 14 (ISO/IEC 11172-3, 2.4.2.3; ISO/IEC 13818-3, 2.4.2.3).
  private enum BitRates {
    static let layer1 = [32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448]
    static let layer2 = [32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384]
    static let layer3 = [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
    static let lowLayer1 = [32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256]
    static let lowLayers2And3 = [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]
  }
  private static let mpeg1Rates = [44_100, 48_000, 32_000]

  /// Reads an MPEG audio header:
  /// ```
  /// FFE | version(2) layer(2) protection | bit rate(4) frequency(2) padding private
  ///     | mode(2) extension(2) copyright original emphasis(2)
  /// ```
  /// The free format is not read, because its headers do not contain the frame length.
  static func mpeg(_ bytes: UnsafeRawBufferPointer) -> AudioFrameHeader? {
    let version = bytes[1] >> 3 & 0x03
    let layer = 4 - Int(bytes[1] >> 1 & 0x03)
    let rateIndex = Int(bytes[2] >> 4)
    let frequencyIndex = Int(bytes[2] >> 2 & 0x03)
    guard version != 1, layer <= 3, (1...14).contains(rateIndex), frequencyIndex < 3,
      bytes[3] & 0x03 != 2
    else { return nil }
    let isMPEG1 = version == 3
    // MPEG-2 halves the frequencies of MPEG-1, and MPEG-2.5 halves them again.
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
    // The frame size of layer 1 is counted in slots of four bytes.
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

extension AudioFrameHeader {
  private static let ac3Rates = [48_000, 44_100, 32_000]
  /// Bit rates in kbit/s, by half of `frmsizecod` (ETSI TS 102 366, table 4.13).
  private static let ac3BitRates = [
    32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384, 448, 512, 576, 640,
  ]
  private static let samplesPerAudioBlock = 256

  /// Reads an AC-3 or E-AC-3 header:
  /// ```
  /// AC-3    0B77 | crc1(16) | fscod(2) frmsizecod(6) | bsid(5) bsmod(3)
  /// E-AC-3  0B77 | strmtyp(2) substreamid(3) frmsiz(11) | fscod(2) numblkscod(2) ... | bsid(5)
  /// ```
  /// `bsid` is at the same position in both formats, and tells them apart.
  static func ac3(_ bytes: UnsafeRawBufferPointer) -> AudioFrameHeader? {
    let bsid = Int(bytes[5] >> 3)
    return switch bsid {
    case 0...10: plainAC3(bytes, bsid: bsid)
    case 11...16: enhancedAC3(bytes)
    default: nil
    }
  }

  private static func plainAC3(_ bytes: UnsafeRawBufferPointer, bsid: Int) -> AudioFrameHeader? {
    let rateIndex = Int(bytes[4] >> 6)
    let sizeCode = Int(bytes[4] & 0x3F)
    guard rateIndex < ac3Rates.count, sizeCode / 2 < ac3BitRates.count else { return nil }
    let bitRate = ac3BitRates[sizeCode / 2]
    // The number of 16-bit words for 1536 samples. At 44.1 kHz the lowest bit of the code adds one.
    let words =
      switch ac3Rates[rateIndex] {
      case 48_000: bitRate * 2
      case 44_100: bitRate * 320 / 147 + sizeCode % 2
      default: bitRate * 3
      }
    return AudioFrameHeader(
      codec: .ac3,
      // bsid 9 and 10 mean half and quarter sample rates, which were used before E-AC-3.
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
      // If fscod is 3, fscod2 replaces numblkscod: the sample rate is halved, and the frame has six blocks.
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
