/// A multivariant (or master) playlist: variants and renditions (RFC 8216, section 4.3.4).
public struct MultivariantPlaylist: Sendable, Hashable {
  /// The address of the playlist, which is the base of its relative URIs.
  public var uri: String
  /// EXT-X-VERSION; 1 if it is missing or not valid.
  public var version = 1
  /// Whether the playlist has EXT-X-INDEPENDENT-SEGMENTS.
  public var hasIndependentSegments = false
  /// EXT-X-START; nil if it is missing or not valid.
  public var start: StartPoint?
  /// The EXT-X-STREAM-INF tags with a URI, in order.
  public var variants: [Variant] = []
  /// The EXT-X-I-FRAME-STREAM-INF tags with a URI, in order.
  public var iFrameVariants: [Variant] = []
  /// The EXT-X-MEDIA tags, in order, including repeated entries.
  public var renditions: [Rendition] = []
  /// The EXT-X-SESSION-DATA tags, in order.
  public var sessionData: [SessionData] = []
  /// The EXT-X-SESSION-KEY tags with a METHOD other than NONE, in order.
  public var sessionKeys: [EncryptionKey] = []
  /// EXT-X-CONTENT-STEERING; nil if it is missing or has no SERVER-URI.
  public var contentSteering: ContentSteering?
  /// The variables that EXT-X-DEFINE defines, by name. Media playlists may import them.
  public var variables: [String: String] = [:]
  /// The unknown tags, in order.
  public var unknownTags: [UnknownTag] = []

  /// An empty playlist with this address.
  public init(uri: String) {
    self.uri = uri
  }

  /// Resolves a reference in this playlist to a URI (RFC 8216, section 4.1).
  public func resolve(_ reference: String) -> String {
    URIResolution.resolve(reference, against: uri)
  }

  /// The renditions of the groups that a variant names, in the order of the playlist.
  public func renditions(of variant: Variant) -> [Rendition] {
    renditions.filter { rendition in
      switch rendition.kind {
      case .audio: rendition.groupID == variant.audio
      case .video: rendition.groupID == variant.video
      case .subtitles: rendition.groupID == variant.subtitles
      case .closedCaptions: variant.closedCaptions == .group(rendition.groupID)
      case .other: false
      }
    }
  }
}

extension MultivariantPlaylist {
  /// The media playlists, one for each address: those of the variants, then those of renditions with a URI, in order.
  public var mediaPlaylists: [MediaPlaylistReference] {
    var table = ReferenceTable()
    for variant in variants { table.add(variant, at: resolve(variant.uri)) }
    for rendition in renditions {
      guard let uri = rendition.uri else { continue }
      table.add(rendition, at: resolve(uri))
    }
    return table.references(prefix: "")
  }

  /// The media playlists of I-frame variants, one entry for each address, in order. Their names start with `iframe/`.
  public var iFramePlaylists: [MediaPlaylistReference] {
    var table = ReferenceTable()
    for variant in iFrameVariants { table.add(variant, at: resolve(variant.uri)) }
    return table.references(prefix: "iframe/")
  }
}

/// Collects the variants and renditions that refer to each address.
private struct ReferenceTable {
  private struct Entry {
    let uri: String
    var variants: [Variant] = []
    var renditions: [Rendition] = []
  }

  private var entries: [Entry] = []
  private var indices: [String: Int] = [:]

  mutating func add(_ variant: Variant, at uri: String) {
    entries[index(of: uri)].variants.append(variant)
  }

  mutating func add(_ rendition: Rendition, at uri: String) {
    entries[index(of: uri)].renditions.append(rendition)
  }

  private mutating func index(of uri: String) -> Int {
    if let index = indices[uri] { return index }
    indices[uri] = entries.count
    entries.append(Entry(uri: uri))
    return entries.count - 1
  }

  /// The references in order. If a name is not unique, a variant's resolution and, if needed, a number are appended.
  func references(prefix: String) -> [MediaPlaylistReference] {
    let plain = entries.map { prefix + Self.name($0, withResolution: false) }
    let isCommon = Dictionary(plain.map { ($0, false) }) { _, _ in true }
    var uses: [String: Int] = [:]
    var taken = Set(plain)
    return zip(entries, plain).map { entry, plain in
      var name = plain
      if isCommon[plain] == true {
        let detailed = prefix + Self.name(entry, withResolution: true)
        name = detailed
        repeat {
          uses[detailed, default: 0] += 1
          let use = uses[detailed, default: 1]
          name = use == 1 ? detailed : "\(detailed)#\(use)"
        } while name != plain && !taken.insert(name).inserted
      }
      return MediaPlaylistReference(
        name: name,
        uri: entry.uri,
        variants: entry.variants,
        renditions: entry.renditions
      )
    }
  }

  private static func name(_ entry: Entry, withResolution: Bool) -> String {
    guard let variant = entry.variants.first else {
      return entry.renditions.first.map(name) ?? ""
    }
    let kind = variant.isAudioOnly ? "audio" : "video"
    let name = kind + "/" + (variant.bandwidth.map(String.init) ?? "unknown")
    guard withResolution, let resolution = variant.resolution else { return name }
    return name + "/\(resolution)"
  }

  private static func name(_ rendition: Rendition) -> String {
    "\(rendition.kind.name.lowercased())/\(rendition.groupID)/\(rendition.name)"
  }
}

extension Variant {
  /// The names of audio formats in CODECS (RFC 6381).
  private static let audioCodecs: Set<String> = [
    "mp4a", "ac-3", "ec-3", "ac-4", "alac", "fLaC", "flac", "Opus", "opus", "mhm1", "mhm2", "mha1",
    "dtsc", "dtse", "dtsh", "dtsl", "dtsx", "iamf", "apac",
  ]

  /// Whether CODECS lists only audio formats and the variant has no RESOLUTION.
  public var isAudioOnly: Bool {
    guard resolution == nil, !codecs.isEmpty else { return false }
    return codecs.allSatisfy { codec in
      Self.audioCodecs.contains(String(codec.prefix { $0 != "." }))
    }
  }
}

/// A media playlist in a multivariant playlist, listed once for each address.
public struct MediaPlaylistReference: Sendable, Hashable {
  /// A short name, unique in the multivariant playlist and the same each time the playlist is read: `video/5200000` for
  /// a variant, `audio/5200000` for one without video, `audio/aac/English` (type, GROUP-ID, NAME) for a rendition.
  public let name: String
  /// The absolute address.
  public let uri: String
  /// The variants that refer to this playlist; empty if only renditions refer to it.
  public let variants: [Variant]
  /// The renditions that refer to this playlist. An audio rendition and a variant without video may share a playlist.
  public let renditions: [Rendition]
}
