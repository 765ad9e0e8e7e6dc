import Formats
import HLS
import HTTP
import TimedMetadata

/// Fetches the media playlists of a presentation in parallel.
struct PresentationOpening: Sendable {
  /// A media playlist that was fetched.
  struct Opened: Sendable {
    /// Its entry in the multivariant playlist; nil if there is none.
    var listed: ListedPlaylist?
    /// The requested URL, before redirects; empty if the playlist came through a pipe.
    var url: String
    var playlist: MediaPlaylist

    /// Whether it can grow and can be reloaded.
    var canBeFollowed: Bool { playlist.isLive && !url.isEmpty }
  }

  /// The result.
  struct Outcome: Sendable {
    var playlists: [Opened] = []
    var notes: [StreamNote] = []
    /// The reason why a playlist could not be read, for the first such playlist.
    var failure: TimedMetadataError?
  }

  private let loader: any ResourceLoader
  private let limits: PlaylistReadingLimits

  init(_ loader: any ResourceLoader, limits: PlaylistReadingLimits) {
    self.loader = loader
    self.limits = limits
  }

  private func tooMuch(_ name: String) -> TimedMetadataError {
    TimedMetadataError(
      .cannotRead,
      input: name,
      reason: "the playlists together have more than \(limits.allPlaylistBytes >> 20) MiB or "
        + "\(limits.allSegments) segments",
      remedy: "read fewer at a time with variant or rendition in --config"
    )
  }

  /// Fetches the playlists that `parent` lists.
  func load(_ listed: [ListedPlaylist], of parent: MultivariantPlaylist) async -> Outcome {
    let requests = listed.map { playlist in
      ResourceRequest(
        url: parent.resolve(playlist.uri),
        purpose: .playlist,
        maximumSize: limits.playlistBytes
      )
    }
    let resources = requests.map { loader.open($0) }
    return await withTaskCancellationHandler {
      await load(zip(zip(listed, requests), resources), variables: parent.variables)
    } onCancel: {
      for resource in resources { resource.cancel() }
    }
  }

  private func load(
    _ playlists: some Sequence<((ListedPlaylist, ResourceRequest), any Resource)>,
    variables: [String: String]
  ) async -> Outcome {
    var outcome = Outcome()
    var room = (bytes: limits.allPlaylistBytes, segments: limits.allSegments)
    for ((playlist, request), resource) in playlists {
      let name = ShownURL.text(playlist.uri)
      do throws(TimedMetadataError) {
        guard room.bytes > 0, room.segments > 0 else { throw tooMuch(name) }
        let loaded = try await LoadedPlaylist(
          resource,
          name: name,
          variables: variables,
          limits: limits
        )
        outcome.notes += loaded.notes.map { note in
          var note = note
          note.rendition = playlist.name
          return note
        }
        guard case .media(let media) = loaded.playlist else {
          throw TimedMetadataError(
            .cannotRead,
            input: name,
            reason: "is a multivariant playlist, where a media playlist belongs",
            remedy: "check the packager"
          )
        }
        room.bytes -= Int64(loaded.byteCount)
        room.segments -= media.segments.count
        guard room.bytes >= 0, room.segments >= 0 else { throw tooMuch(name) }
        outcome.playlists.append(Opened(listed: playlist, url: request.url, playlist: media))
      } catch {
        resource.cancel()
        if outcome.failure == nil { outcome.failure = error }
        outcome.notes.append(
          StreamNote(
            id: "hls-playlist-missing",
            rendition: playlist.name,
            segment: name,
            detail: "\(error.reason): \(error.remedy)"
          )
        )
      }
    }
    return outcome
  }
}
