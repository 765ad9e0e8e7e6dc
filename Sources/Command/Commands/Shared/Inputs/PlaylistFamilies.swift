import Glibc
import HLS
import Presentation
import TimedMetadata

/// The playlists and manifests in a searched folder, and the files that they list. A presentation is one input: its
/// segments and media playlists are not separate inputs.
enum PlaylistFamilies {
  /// The maximum size of a playlist that is read, in bytes.
  private static let maximumSize = 16 << 20
  private static let mark = Array("#EXTM3U".utf8)
  /// The number of bytes at the start of a file that show whether it is a playlist or a manifest.
  private static let headSize = 4096

  /// The members without those that a playlist among them lists. Multivariant playlists and manifests are always kept:
  /// two playlists that list each other would otherwise both be removed.
  static func heads(of members: [InputGroup.Member]) -> [InputGroup.Member] {
    var named: Set<String> = []
    var multivariant: Set<String> = []
    for member in members {
      guard let path = member.fileName, let playlist = playlist(at: path) else { continue }
      if playlist.isMultivariant { multivariant.insert(url(of: path.bytes)) }
      named.formUnion(playlist.parts)
    }
    named.subtract(multivariant)
    guard !named.isEmpty else { return members }
    return members.filter { member in
      guard let path = member.fileName else { return true }
      return !named.contains(url(of: path.bytes))
    }
  }

  /// The URL of a file without `.` and `..`, so that it equals the resolved URI in a playlist: a search of `.` finds
  /// `./segment.ts`.
  static func url(of path: some Sequence<UInt8>) -> String {
    URIResolution.resolve(FileURL.text(of: path), against: "")
  }

  /// A playlist or manifest, with the URLs of the files that it may refer to. A manifest counts as multivariant.
  struct Family {
    var isMultivariant: Bool
    var parts: [String]
  }

  /// The playlist or manifest in a file. Nil if the file has none, is too large, or cannot be read.
  static func playlist(at path: FileName) -> Family? {
    let descriptor = path.withCString { open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
    guard descriptor >= 0 else { return nil }
    let file = FileSource(descriptor: descriptor, name: path.text, ownsDescriptor: true)
    guard let size = file.size, size <= maximumSize else { return nil }
    // Most files are not playlists: only their first bytes are read.
    var head = [UInt8](repeating: 0, count: min(Int(size), headSize))
    let first = head.withUnsafeMutableBytes { (try? file.read(into: $0)) ?? 0 }
    let isManifest = ManifestParts.isManifest(Array(head[..<first]))
    guard isManifest || isPlaylist(head[..<first]) else { return nil }
    var bytes = head[..<first] + [UInt8](repeating: 0, count: Int(size) - first)
    let count = bytes.withUnsafeMutableBytes { buffer -> Int in
      var count = first
      while count < buffer.count {
        let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[count...])
        guard let added = try? file.read(into: rest), added > 0 else { break }
        count += added
      }
      return count
    }
    let uri = url(of: path.bytes)
    if isManifest {
      let named = ManifestParts.addresses(in: Array(bytes.prefix(count)), url: uri)
      return named.map { Family(isMultivariant: true, parts: $0.flatMap(Family.files)) }
    }
    return (try? Playlist.parse(Array(bytes.prefix(count)), uri: uri).playlist).map(Family.init)
  }

  private static func isPlaylist(_ bytes: ArraySlice<UInt8>) -> Bool {
    bytes.starts(with: mark) || bytes.dropFirst(3).starts(with: mark)
  }
}

extension PlaylistFamilies.Family {
  fileprivate init(_ playlist: Playlist) {
    let references: [String]
    switch playlist {
    case .multivariant(let playlist):
      isMultivariant = true
      references =
        (playlist.variants + playlist.iFrameVariants).map { playlist.resolve($0.uri) }
        + playlist.renditions.compactMap { $0.uri.map(playlist.resolve) }
    case .media(let playlist):
      isMultivariant = false
      references = playlist.segments.flatMap { segment in
        [segment.uri, segment.map?.uri].compactMap { $0.map(playlist.resolve) }
          + segment.keys.compactMap { $0.uri.map(playlist.resolve) }
      }
    }
    parts = references.flatMap(Self.files)
  }

  /// The URLs of the files that a reference may mean: the reference without its query, and the name under which a
  /// download tool saves it.
  fileprivate static func files(_ reference: String) -> [String] {
    let saved = FileURL.savedPath(in: reference).map(PlaylistFamilies.url)
    return [String(reference.prefix { $0 != "?" && $0 != "#" })] + (saved.map { [$0] } ?? [])
  }
}
