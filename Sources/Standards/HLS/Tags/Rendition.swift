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
    /// Something else, by its name; empty where TYPE is missing.
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

    /// The name that the attribute has.
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
  /// The URI of the media playlist as written, variables replaced; nil where the media are in the
  /// variants themselves.
  public internal(set) var uri: String?
  /// GROUP-ID; empty where it is missing.
  public internal(set) var groupID: String
  /// NAME; empty where it is missing.
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
  /// SAMPLE-RATE in samples a second.
  public internal(set) var sampleRate: Int?
  /// All other attributes in their order.
  public internal(set) var otherAttributes: [PlaylistAttribute] = []
  /// The line, counted from 1.
  public internal(set) var line: Int
}
