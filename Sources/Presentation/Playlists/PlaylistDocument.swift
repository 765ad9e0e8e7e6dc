import Formats
import HLS
import TimedMetadata

/// A playlist of HLS that is to be read, and how.
struct PlaylistDocument {
  private let access: PlaylistAccess
  private let name: String
  private var notes: [StreamNote]
  private var contents: Contents

  private enum Contents {
    case media(MediaPlaylist)
    /// The chosen playlists of a multivariant playlist.
    case multivariant(MultivariantPlaylist, [ListedPlaylist])
  }

  /// Parses a playlist.
  /// - Throws: `cannotRead`; `notListed` if it contains no requested rendition; `cannotOpen` if its
  ///   URIs cannot be resolved.
  init(_ bytes: [UInt8], name: String, access: PlaylistAccess) throws(TimedMetadataError) {
    (self.name, self.access) = (name, access)
    let top = try LoadedPlaylist(bytes, name: name, url: access.url ?? "", limits: access.limits)
    notes = top.notes
    if access.url == nil { try Self.requireAbsoluteURIs(in: top.playlist, name: name) }
    switch top.playlist {
    case .media(let playlist):
      if access.url == nil, playlist.isLive {
        notes.append(
          StreamNote(
            id: "hls-playlist-stale",
            detail:
              "a live playlist that comes through a pipe cannot be followed: give its URL instead"
          )
        )
      }
      contents = .media(playlist)
    case .multivariant(let playlist):
      let chosen = try Self.choose(from: playlist, access, name: name)
      let limit = access.limits.renditions
      contents = .multivariant(playlist, Array(chosen.prefix(limit)))
      lasting = notes
      if chosen.count > limit {
        notes.append(
          StreamNote(
            id: "hls-playlist-missing",
            detail:
              "\(chosen.count) variants and renditions are listed, the first \(limit) are read: "
              + "choose others with variant or rendition in --config"
          )
        )
      }
    }
  }

  /// Notes that stay true.
  private var lasting: [StreamNote] = []
  /// The most of them that are repeated.
  private static let maximumLasting = 64
  /// The note on a playlist that could not be read.
  private static let missing: NoteID = "hls-playlist-missing"

  /// Fetches the playlists that are to be read.
  /// - Throws: The reason why there is none; `cannotOpen` if reading cannot begin at the requested time.
  func open(limitSeconds: Double?) async throws(TimedMetadataError) -> PresentationEvents.Opened {
    var outcome: PresentationOpening.Outcome
    switch contents {
    case .media(let playlist):
      let only = PresentationOpening.Opened(listed: nil, url: access.url ?? "", playlist: playlist)
      outcome = PresentationOpening.Outcome(playlists: [only])
    case .multivariant(let playlist, let chosen):
      let opening = PresentationOpening(access.loader, limits: access.limits)
      outcome = await opening.load(chosen, of: playlist)
    }
    var notes = notes
    if !access.followsFiles, outcome.endCaptures() { notes.append(LocalPlaylist.capturedNote) }
    let lasting = lasting + outcome.notes.filter { $0.id == Self.missing }
    try requireContent(outcome)
    return PresentationEvents.Opened(
      notes: notes + outcome.notes,
      lasting: Array(lasting.prefix(Self.maximumLasting)),
      parts: outcome.playlists.isEmpty
        ? nil : PresentationParts(outcome, access: access, limitSeconds: limitSeconds)
    )
  }

  private func requireContent(
    _ outcome: PresentationOpening.Outcome
  ) throws(TimedMetadataError) {
    if outcome.playlists.isEmpty, let failure = outcome.failure {
      throw TimedMetadataError(
        failure.code,
        input: name,
        reason: "no playlist could be read, \(failure.input) first: \(failure.reason)",
        remedy: failure.remedy
      )
    }
    if case .wallClock = access.start, !outcome.playlists.isEmpty,
      !outcome.playlists.contains(where: { $0.playlist.segments.contains { $0.startDate != nil } })
    {
      throw TimedMetadataError(
        .cannotOpen,
        input: name,
        reason: "has no EXT-X-PROGRAM-DATE-TIME, so no time of the day is known",
        remedy: "give --from in seconds from the start"
      )
    }
  }

  private static func choose(
    from playlist: MultivariantPlaylist,
    _ access: PlaylistAccess,
    name: String
  ) throws(TimedMetadataError) -> [ListedPlaylist] {
    let all = ListedPlaylist.all(in: playlist)
    guard !all.isEmpty else {
      throw TimedMetadataError(
        .cannotRead,
        input: name,
        reason: "lists no variant and no rendition",
        remedy: "check what the server answers"
      )
    }
    let chosen = access.selection.choose(from: all)
    guard !chosen.isEmpty else {
      let names = all.prefix(20).map(\.name).joined(separator: ", ")
      throw TimedMetadataError(
        .notListed,
        input: name,
        reason: "lists no variant or rendition of that name",
        remedy: "choose among \(names)"
      )
    }
    return chosen
  }

  /// A playlist from a pipe has no URL against which relative URIs could be resolved.
  private static func requireAbsoluteURIs(
    in playlist: Playlist,
    name: String
  ) throws(TimedMetadataError) {
    let uris: [String] =
      switch playlist {
      case .media(let playlist): playlist.segments.map(\.uri)
      case .multivariant(let playlist):
        playlist.variants.map(\.uri) + playlist.renditions.compactMap(\.uri)
      }
    guard let relative = uris.first(where: { ResourceAccess.scheme(of: $0) == nil }) else { return }
    throw TimedMetadataError(
      .cannotOpen,
      input: name,
      reason:
        "is a playlist that names other files (\(ShownURL.text(relative))), and it is not known where they are",
      remedy: "give the path or the URL of the playlist instead"
    )
  }
}
