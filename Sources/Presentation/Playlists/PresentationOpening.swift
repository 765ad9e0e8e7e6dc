import HLS
import System
import TimedMetadata

/// Fetches the media playlists of a presentation in parallel, on a thread of its own.
final class PresentationOpening: Sendable {
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

  private struct State {
    var resources: [any Resource] = []
    var outcome: Outcome?
  }

  private let loader: any ResourceLoader
  private let limits: PlaylistReadingLimits
  private let monitor = Monitor(State())

  init(_ loader: any ResourceLoader, limits: PlaylistReadingLimits) {
    self.loader = loader
    self.limits = limits
  }

  /// Opens a media playlist that has no multivariant playlist.
  func open(_ playlist: MediaPlaylist, url: String) {
    monitor.withLock { state in
      state.outcome = Outcome(playlists: [Opened(listed: nil, url: url, playlist: playlist)])
    }
  }

  /// Starts to fetch the playlists that `parent` lists.
  func start(_ listed: [ListedPlaylist], of parent: MultivariantPlaylist) {
    let requests = listed.map { playlist in
      ResourceRequest(
        url: parent.resolve(playlist.uri),
        purpose: .playlist,
        maximumSize: limits.playlistBytes
      )
    }
    monitor.withLock { $0.resources = requests.map { loader.open($0) } }
    let hasStarted = ReadingThread.start {
      self.load(listed, requests, variables: parent.variables)
    }
    if !hasStarted { load(listed, requests, variables: parent.variables) }
  }

  /// Returns the result; nil if there is none after `seconds`.
  func outcome(waitingAtMost seconds: Double) -> Outcome? {
    monitor.wait(atMost: seconds) { $0.outcome.take() }
  }

  /// Cancels the requests.
  func cancel() {
    monitor.withLock { state in
      for resource in state.resources { resource.cancel() }
    }
  }

  private func tooMuch(_ uri: String) -> TimedMetadataError {
    TimedMetadataError(
      .cannotRead,
      input: uri,
      reason: "the playlists together have more than \(limits.allPlaylistBytes >> 20) MiB or "
        + "\(limits.allSegments) segments",
      remedy: "read fewer at a time with variant or rendition in --config"
    )
  }

  private func load(
    _ listed: [ListedPlaylist],
    _ requests: [ResourceRequest],
    variables: [String: String]
  ) {
    var outcome = Outcome()
    let resources = monitor.withLock { $0.resources }
    var room = (bytes: limits.allPlaylistBytes, segments: limits.allSegments)
    for ((playlist, request), resource) in zip(zip(listed, requests), resources) {
      do throws(TimedMetadataError) {
        guard room.bytes > 0, room.segments > 0 else { throw tooMuch(playlist.uri) }
        let loaded = try LoadedPlaylist(
          resource,
          name: playlist.uri,
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
            input: playlist.uri,
            reason: "is a multivariant playlist, where a media playlist belongs",
            remedy: "check the packager"
          )
        }
        room.bytes -= Int64(loaded.byteCount)
        room.segments -= media.segments.count
        guard room.bytes >= 0, room.segments >= 0 else { throw tooMuch(playlist.uri) }
        outcome.playlists.append(Opened(listed: playlist, url: request.url, playlist: media))
      } catch {
        resource.cancel()
        if outcome.failure == nil { outcome.failure = error }
        outcome.notes.append(
          StreamNote(
            id: "hls-playlist-missing",
            rendition: playlist.name,
            segment: playlist.uri,
            detail: "\(error.reason): \(error.remedy)"
          )
        )
      }
    }
    monitor.withLock { state in
      state.outcome = outcome
      state.resources = []
    }
  }
}
