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
  public var uri: String
  /// BANDWIDTH: the peak in bits per second; nil if it is missing or not valid.
  public var bandwidth: Int?
  /// AVERAGE-BANDWIDTH in bits per second; nil if it is missing or not valid.
  public var averageBandwidth: Int?
  /// The entries of CODECS.
  public var codecs: [String] = []
  /// The entries of SUPPLEMENTAL-CODECS.
  public var supplementalCodecs: [String] = []
  /// RESOLUTION; nil if it is missing or not valid.
  public var resolution: Resolution?
  /// FRAME-RATE in frames per second; nil if it is missing or not valid.
  public var frameRate: Double?
  /// SCORE: higher is better.
  public var score: Double?
  /// HDCP-LEVEL; nil if it is missing.
  public var hdcpLevel: String?
  /// ALLOWED-CPC; nil if it is missing.
  public var allowedCPC: String?
  /// VIDEO-RANGE; nil if it is missing.
  public var videoRange: String?
  /// REQ-VIDEO-LAYOUT; nil if it is missing.
  public var requiredVideoLayout: String?
  /// AUDIO: the GROUP-ID of the variant's audio renditions.
  public var audio: String?
  /// VIDEO: the GROUP-ID of the variant's video renditions.
  public var video: String?
  /// SUBTITLES: the GROUP-ID of the variant's subtitle renditions.
  public var subtitles: String?
  /// CLOSED-CAPTIONS; nil if it is missing.
  public var closedCaptions: ClosedCaptions?
  /// STABLE-VARIANT-ID; nil if it is missing.
  public var stableVariantID: String?
  /// PATHWAY-ID; nil if it is missing.
  public var pathwayID: String?
  /// NAME, which is not in the specification.
  public var name: String?
  /// All other attributes in order.
  public var otherAttributes: [PlaylistAttribute] = []
  /// The line number, from 1; 0 if the tag was not read from a playlist.
  public var line = 0
}

extension Variant {
  /// A variant whose media playlist has this URI, with its peak bandwidth in bits per second.
  public init(uri: String, bandwidth: Int) { self.init(uri: uri, bandwidth: bandwidth, line: 0) }
}

/// The size of a picture in pixels.
public struct Resolution: Sendable, Hashable, CustomStringConvertible {
  /// The number of pixels in a row.
  public var width: Int
  /// The number of rows.
  public var height: Int

  /// The size as `WIDTHxHEIGHT`.
  public var description: String { "\(width)x\(height)" }

  /// A size of this width and height.
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
  /// The TYPE of a rendition.
  public enum Kind: Sendable, Hashable {
    /// An audio rendition.
    case audio
    /// A video rendition.
    case video
    /// A subtitle rendition.
    case subtitles
    /// Closed captions in the video.
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

  /// The value of TYPE.
  public var kind: Kind
  /// The URI of the media playlist as written, with variables replaced; nil if it is missing: the variants contain the
  /// media.
  public var uri: String?
  /// GROUP-ID; empty if it is missing.
  public var groupID: String
  /// NAME; empty if it is missing.
  public var name: String
  /// LANGUAGE, a tag of RFC 5646; nil if it is missing.
  public var language: String?
  /// ASSOC-LANGUAGE, a tag of RFC 5646; nil if it is missing.
  public var associatedLanguage: String?
  /// STABLE-RENDITION-ID; nil if it is missing.
  public var stableRenditionID: String?
  /// DEFAULT=YES: players that have no other preference play the rendition.
  public var isDefault = false
  /// AUTOSELECT=YES: players may choose the rendition without a user's choice.
  public var isAutoselect = false
  /// FORCED=YES: the subtitles are essential.
  public var isForced = false
  /// INSTREAM-ID of closed captions; nil if it is missing.
  public var instreamID: String?
  /// The entries of CHARACTERISTICS.
  public var characteristics: [String] = []
  /// CHANNELS; nil if it is missing.
  public var channels: String?
  /// BIT-DEPTH of audio samples, in bits; nil if it is missing or not valid.
  public var bitDepth: Int?
  /// SAMPLE-RATE in samples per second; nil if it is missing or not valid.
  public var sampleRate: Int?
  /// All other attributes in order.
  public var otherAttributes: [PlaylistAttribute] = []
  /// The line number, from 1; 0 if the tag was not read from a playlist.
  public var line = 0
}

extension Rendition {
  /// A rendition in a group; a nil `uri` means that the variants themselves contain its media.
  public init(kind: Kind, uri: String?, groupID: String, name: String) {
    self.init(kind: kind, uri: uri, groupID: groupID, name: name, line: 0)
  }
}
