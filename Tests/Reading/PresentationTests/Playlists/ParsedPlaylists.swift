import HLS
import Testing

/// Parses a media playlist.
func mediaPlaylist(_ text: String, uri: String = SamplePresentation.url) throws -> MediaPlaylist {
  guard case .media(let playlist) = try Playlist.parse(Array(text.utf8), uri: uri).playlist else {
    throw WrongKind()
  }
  return playlist
}

/// Parses a multivariant playlist with these lines after `#EXTM3U`.
func multivariantPlaylist(_ lines: [String]) throws -> MultivariantPlaylist {
  let text = (["#EXTM3U"] + lines).joined(separator: "\n") + "\n"
  let parsed = try Playlist.parse(Array(text.utf8), uri: "https://test/master.m3u8")
  guard case .multivariant(let playlist) = parsed.playlist else { throw WrongKind() }
  return playlist
}

struct WrongKind: Error {}
