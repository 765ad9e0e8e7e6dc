import Glibc
import HLS
import TimedMetadata

/// In a folder that is searched, a playlist stands for what it names: the segments and media playlists
/// of a presentation are not inputs of their own beside it.
enum PlaylistFamilies {
  /// Playlists larger than this are not looked into: 16 MiB.
  private static let maximumSize = 16 << 20
  private static let mark = Array("#EXTM3U".utf8)

  /// The members without those that a playlist among them names. Multivariant playlists are named by
  /// nobody, so that playlists that name each other do not vanish together.
  static func heads(of members: [InputGroup.Member]) -> [InputGroup.Member] {
    var named: Set<String> = []
    var multivariant: Set<String> = []
    for case .path(let path) in members {
      guard let playlist = playlist(at: path) else { continue }
      if playlist.isMultivariant { multivariant.insert(FileURL.text(of: path)) }
      named.formUnion(playlist.parts)
    }
    named.subtract(multivariant)
    guard !named.isEmpty else { return members }
    return members.filter { member in
      guard case .path(let path) = member else { return true }
      return !named.contains(FileURL.text(of: path))
    }
  }

  /// What a playlist is, and the URLs that it names without what follows `?`.
  struct Family {
    var isMultivariant: Bool
    var parts: [String]
  }

  /// The playlist in a file; nil when there is none that can be read.
  static func playlist(at path: String) -> Family? {
    guard let file = try? FileSource(path: path), let size = file.size, size <= maximumSize else {
      return nil
    }
    var bytes = [UInt8](repeating: 0, count: Int(size))
    let count = bytes.withUnsafeMutableBytes { buffer -> Int in
      let head = UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(mark.count + 3))
      guard let first = try? file.read(into: head), isPlaylist(head.prefix(first)) else { return 0 }
      var count = first
      while count < buffer.count {
        let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[count...])
        guard let added = try? file.read(into: rest), added > 0 else { break }
        count += added
      }
      return count
    }
    guard count > 0 else { return nil }
    let uri = FileURL.text(of: path)
    return (try? Playlist.parse(Array(bytes.prefix(count)), uri: uri).playlist).map(Family.init)
  }

  private static func isPlaylist(_ bytes: Slice<UnsafeMutableRawBufferPointer>) -> Bool {
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
    parts = references.map { String($0.prefix { $0 != "?" && $0 != "#" }) }
  }
}
