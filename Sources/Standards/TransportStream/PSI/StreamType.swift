/// `stream_type` of a program map (ISO/IEC 13818-1, table 2-34, and the values of ATSC and of common packagers).
public struct StreamType: RawRepresentable, Sendable, Hashable {
  /// The value in the table.
  public var rawValue: UInt8

  /// Makes a type with the given value.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// PES packets with private data.
  public static let privateData = StreamType(rawValue: 0x06)
  /// Metadata in PES packets: the type that Apple's specification requires for timed ID3.
  public static let metadataInPES = StreamType(rawValue: 0x15)
  /// Splice information (SCTE 35).
  package static let spliceInformation = StreamType(rawValue: 0x86)
  /// H.264 video.
  public static let h264 = StreamType(rawValue: 0x1B)
  /// AAC audio in ADTS.
  public static let adtsAAC = StreamType(rawValue: 0x0F)

  /// The kind of an elementary stream.
  public enum Kind: Sendable, Hashable {
    /// Sound.
    case audio
    /// Pictures.
    case video
    /// Anything else.
    case other
  }

  /// The kind of elementary stream, derived from the type alone.
  public var kind: Kind {
    switch rawValue {
    // MPEG-1, MPEG-2, AAC, LATM, MPEG-H; AC-3, E-AC-3, DTS and TrueHD of ATSC and Blu-ray; 0xCF, 0xC1 and 0xC2: AAC,
    // AC-3 and E-AC-3 of HLS, encrypted with SAMPLE-AES.
    case 0x03, 0x04, 0x0F, 0x11, 0x1C, 0x2D, 0x2E, 0x81, 0x82, 0x83, 0x84, 0x85, 0x87, 0xC1, 0xC2,
      0xCF:
      return .audio
    // MPEG-1, MPEG-2, MPEG-4, H.264, SVC, MVC, JPEG 2000, HEVC, VVC, AVS, Dirac, VC-1; 0xDB: H.264 of HLS, encrypted
    // with SAMPLE-AES.
    case 0x01, 0x02, 0x10, 0x1B, 0x1F, 0x20, 0x21, 0x24, 0x25, 0x33, 0x42, 0xD1, 0xD2, 0xDB, 0xEA:
      return .video
    default: return .other
    }
  }
}
