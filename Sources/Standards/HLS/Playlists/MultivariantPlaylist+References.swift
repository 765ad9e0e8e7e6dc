extension MultivariantPlaylist {
  /// All media playlists with segments to play: those of the variants in order, then those of
  /// renditions with a URI of their own in order. Each address is there once.
  public var mediaPlaylists: [MediaPlaylistReference] {
    var table = ReferenceTable()
    for variant in variants { table.add(variant, at: resolve(variant.uri)) }
    for rendition in renditions {
      guard let uri = rendition.uri else { continue }
      table.add(rendition, at: resolve(uri))
    }
    return table.references(prefix: "")
  }

  /// The media playlists of I-frame variants in order, names starting with `iframe/`. Each address is
  /// there once.
  public var iFramePlaylists: [MediaPlaylistReference] {
    var table = ReferenceTable()
    for variant in iFrameVariants { table.add(variant, at: resolve(variant.uri)) }
    return table.references(prefix: "iframe/")
  }
}

/// The references to each address.
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

  /// The references: names that collide get the resolution, and those that still do a number.
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

  /// Whether CODECS and RESOLUTION say that there is sound and no picture.
  public var isAudioOnly: Bool {
    guard resolution == nil, !codecs.isEmpty else { return false }
    return codecs.allSatisfy { codec in
      Self.audioCodecs.contains(String(codec.prefix { $0 != "." }))
    }
  }
}
