import HLS
import HTTP
import TimedMetadata

/// A playlist that has been fetched and parsed.
struct LoadedPlaylist {
  var playlist: Playlist
  /// Violations of the specification.
  var notes: [StreamNote]
  var byteCount: Int

  /// Parses a playlist.
  /// - Parameters:
  ///   - bytes: The whole playlist.
  ///   - name: Its name in diagnostics.
  ///   - url: The URL against which its URIs are resolved.
  ///   - variables: The variables that the multivariant playlist defines.
  ///   - base: The previous version, from which a delta update takes the parts it skips.
  ///   - limits: The limits on what is read.
  /// - Throws: `cannotRead`.
  init(
    _ bytes: [UInt8],
    name: String,
    url: String,
    variables: [String: String] = [:],
    updating base: MediaPlaylist? = nil,
    limits: PlaylistReadingLimits
  ) throws(TimedMetadataError) {
    byteCount = bytes.count
    do throws(PlaylistError) {
      let parsed = try Playlist.parse(
        bytes,
        uri: url,
        variables: variables,
        updating: base,
        limits: limits.parsing
      )
      playlist = parsed.playlist
      notes = parsed.faults.map { fault in
        StreamNote(
          id: "hls-playlist-invalid",
          segment: name,
          // A missing tag has no line.
          detail: fault.kind == .targetDurationMissing
            ? fault.message : "line \(fault.line): \(fault.message)"
        )
      }
      if let end = parsed.faults.first(where: { $0.kind == .endMarkMissing }) {
        notes.append(LocalPlaylist.unmarkedEndNote(line: end.line))
      }
    } catch {
      let compression = bytes.withUnsafeBytes { Compression($0) }
      throw TimedMetadataError(
        .cannotRead,
        input: name,
        reason: compression?.reason ?? "\(error)",
        remedy: compression?.remedy ?? Self.remedy(for: error)
      )
    }
  }

  private static func remedy(for error: PlaylistError) -> String {
    switch error.code {
    case .tooLarge, .lineTooLong, .tooManyLines, .tooManySegments, .tooManyEntries,
      .expansionTooLarge:
      "check what wrote it, and cut it into several playlists if it is meant to be so long"
    default: "check what the server answers"
    }
  }

  /// Waits for a playlist and parses it.
  /// - Throws: The reason why there is none; `cancelled`.
  init(
    _ resource: any Resource,
    name: String,
    variables: [String: String] = [:],
    updating base: MediaPlaylist? = nil,
    limits: PlaylistReadingLimits
  ) async throws(TimedMetadataError) {
    let url: String
    let bytes: [UInt8]
    do throws(ResourceError) {
      url = try await resource.response().url
      bytes = try await resource.readAll()
    } catch {
      throw TimedMetadataError(error)
    }
    try self.init(
      bytes,
      name: name,
      url: url,
      variables: variables,
      updating: base,
      limits: limits
    )
  }
}

extension PlaylistReadingLimits {
  var parsing: PlaylistLimits {
    var limits = PlaylistLimits()
    limits.bytes = Int(playlistBytes)
    limits.segments = segmentsPerPlaylist
    return limits
  }
}
