import HLS
import Testing

let address = "https://example.com/live/main.m3u8"

func reading(
  _ text: String,
  uri: String = address,
  variables: [String: String] = [:],
  updating base: MediaPlaylist? = nil,
  limits: PlaylistLimits = PlaylistLimits()
) throws -> ParsedPlaylist {
  try Playlist.parse(
    Array(text.utf8),
    uri: uri,
    variables: variables,
    updating: base,
    limits: limits
  )
}

/// Reads `#EXTM3U`, a target duration of 10 s and `text` as a media playlist.
func mediaReading(
  _ text: String,
  uri: String = address,
  variables: [String: String] = [:],
  updating base: MediaPlaylist? = nil,
  limits: PlaylistLimits = PlaylistLimits()
) throws -> (playlist: MediaPlaylist, faults: [PlaylistFault]) {
  let parsed = try reading(
    "#EXTM3U\n#EXT-X-TARGETDURATION:10\n" + text,
    uri: uri,
    variables: variables,
    updating: base,
    limits: limits
  )
  guard case .media(let playlist) = parsed.playlist else {
    throw WrongKind(text: text)
  }
  return (playlist, parsed.faults)
}

/// The media playlist read from `text`, which must have no faults.
func mediaPlaylist(
  _ text: String,
  uri: String = address,
  updating base: MediaPlaylist? = nil,
  limits: PlaylistLimits = PlaylistLimits(),
  sourceLocation: SourceLocation = #_sourceLocation
) throws -> MediaPlaylist {
  let (playlist, faults) = try mediaReading(text, uri: uri, updating: base, limits: limits)
  #expect(faults == [], sourceLocation: sourceLocation)
  return playlist
}

/// Reads `#EXTM3U` and `text` as a multivariant playlist.
func multivariantReading(
  _ text: String
) throws -> (playlist: MultivariantPlaylist, faults: [PlaylistFault]) {
  let parsed = try reading("#EXTM3U\n" + text)
  guard case .multivariant(let playlist) = parsed.playlist else {
    throw WrongKind(text: text)
  }
  return (playlist, parsed.faults)
}

/// The multivariant playlist read from `text`, which must have no faults.
func multivariantPlaylist(
  _ text: String,
  sourceLocation: SourceLocation = #_sourceLocation
) throws -> MultivariantPlaylist {
  let (playlist, faults) = try multivariantReading(text)
  #expect(faults == [], sourceLocation: sourceLocation)
  return playlist
}

/// The error if a playlist is not of the expected kind.
struct WrongKind: Error {
  let text: String
}
