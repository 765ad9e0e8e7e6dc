/// An EXT-X-STREAM-INF or EXT-X-I-FRAME-STREAM-INF (RFC 8216, sections 4.3.4.2 and 4.3.4.3).
public struct Variant: Sendable, Hashable {
  /// The value of CLOSED-CAPTIONS.
  public enum ClosedCaptions: Sendable, Hashable {
    /// NONE: no variant has closed captions.
    case none
    /// The GROUP-ID of the renditions.
    case group(String)
  }

  /// The URI of the media playlist as written, with variables replaced.
  public internal(set) var uri: String
  /// BANDWIDTH: the peak in bits per second; nil if it is missing or not valid.
  public internal(set) var bandwidth: Int?
  /// AVERAGE-BANDWIDTH in bits per second.
  public internal(set) var averageBandwidth: Int?
  /// The entries of CODECS.
  public internal(set) var codecs: [String] = []
  /// The entries of SUPPLEMENTAL-CODECS.
  public internal(set) var supplementalCodecs: [String] = []
  /// RESOLUTION.
  public internal(set) var resolution: Resolution?
  /// FRAME-RATE in frames per second.
  public internal(set) var frameRate: Double?
  /// SCORE: higher is better.
  public internal(set) var score: Double?
  /// HDCP-LEVEL.
  public internal(set) var hdcpLevel: String?
  /// ALLOWED-CPC.
  public internal(set) var allowedCPC: String?
  /// VIDEO-RANGE.
  public internal(set) var videoRange: String?
  /// REQ-VIDEO-LAYOUT.
  public internal(set) var requiredVideoLayout: String?
  /// AUDIO: the GROUP-ID of its audio renditions.
  public internal(set) var audio: String?
  /// VIDEO: the GROUP-ID of its video renditions.
  public internal(set) var video: String?
  /// SUBTITLES: the GROUP-ID of its subtitle renditions.
  public internal(set) var subtitles: String?
  /// CLOSED-CAPTIONS.
  public internal(set) var closedCaptions: ClosedCaptions?
  /// STABLE-VARIANT-ID.
  public internal(set) var stableVariantID: String?
  /// PATHWAY-ID.
  public internal(set) var pathwayID: String?
  /// NAME, which is not in the specification.
  public internal(set) var name: String?
  /// All other attributes in order.
  public internal(set) var otherAttributes: [PlaylistAttribute] = []
  /// The line of the tag, from 1.
  public internal(set) var line: Int
}

/// The size of a picture in pixels.
public struct Resolution: Sendable, Hashable, CustomStringConvertible {
  /// The number of pixels in a row.
  public let width: Int
  /// The number of rows.
  public let height: Int

  /// `WIDTHxHEIGHT`.
  public var description: String { "\(width)x\(height)" }

  /// A size with the given parts.
  public init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  /// Reads `1920x1080` (RFC 8216, section 4.2); a capital `X` is accepted.
  init?(_ text: String) {
    let numbers = text.utf8.split(omittingEmptySubsequences: false) {
      $0 | 0x20 == UInt8(ascii: "x")
    }
    guard numbers.count == 2, let width = DecimalText.integer(numbers[0]),
      let height = DecimalText.integer(numbers[1])
    else { return nil }
    self.init(width: width, height: height)
  }
}

/// An EXT-X-MEDIA: an alternative rendition (RFC 8216, section 4.3.4.1).
public struct Rendition: Sendable, Hashable {
  /// TYPE.
  public enum Kind: Sendable, Hashable {
    /// AUDIO.
    case audio
    /// VIDEO.
    case video
    /// SUBTITLES.
    case subtitles
    /// CLOSED-CAPTIONS.
    case closedCaptions
    /// Any other type, by its name; empty if TYPE is missing.
    case other(String)

    init(_ name: String) {
      switch name {
      case "AUDIO": self = .audio
      case "VIDEO": self = .video
      case "SUBTITLES": self = .subtitles
      case "CLOSED-CAPTIONS": self = .closedCaptions
      default: self = .other(name)
      }
    }

    /// The value of the attribute TYPE.
    public var name: String {
      switch self {
      case .audio: "AUDIO"
      case .video: "VIDEO"
      case .subtitles: "SUBTITLES"
      case .closedCaptions: "CLOSED-CAPTIONS"
      case .other(let name): name
      }
    }
  }

  /// TYPE.
  public internal(set) var kind: Kind
  /// The URI of the media playlist as written, with variables replaced; nil if the media are in the variants
  /// themselves.
  public internal(set) var uri: String?
  /// GROUP-ID; empty if it is missing.
  public internal(set) var groupID: String
  /// NAME; empty if it is missing.
  public internal(set) var name: String
  /// LANGUAGE (RFC 5646).
  public internal(set) var language: String?
  /// ASSOC-LANGUAGE (RFC 5646).
  public internal(set) var associatedLanguage: String?
  /// STABLE-RENDITION-ID.
  public internal(set) var stableRenditionID: String?
  /// DEFAULT=YES.
  public internal(set) var isDefault = false
  /// AUTOSELECT=YES.
  public internal(set) var isAutoselect = false
  /// FORCED=YES.
  public internal(set) var isForced = false
  /// INSTREAM-ID of closed captions.
  public internal(set) var instreamID: String?
  /// The entries of CHARACTERISTICS.
  public internal(set) var characteristics: [String] = []
  /// CHANNELS.
  public internal(set) var channels: String?
  /// BIT-DEPTH of audio samples.
  public internal(set) var bitDepth: Int?
  /// SAMPLE-RATE in samples per second.
  public internal(set) var sampleRate: Int?
  /// All other attributes in order.
  public internal(set) var otherAttributes: [PlaylistAttribute] = []
  /// The line, from 1.
  public internal(set) var line: Int
}
