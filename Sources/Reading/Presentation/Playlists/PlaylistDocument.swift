import Formats
import HLS
import HTTP
import System
import TimedMetadata

/// An HLS playlist to read, with the media playlists chosen from it.
struct PlaylistDocument {
  private let access: PlaylistAccess
  private let name: String
  private var notes: [StreamNote]
  private var contents: Contents

  private enum Contents {
    case media(MediaPlaylist)
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
              "a live playlist from a pipe cannot be followed: give its URL or its path instead"
          )
        )
      }
      contents = .media(playlist)
    case .multivariant(let playlist):
      let all = ListedPlaylist.all(in: playlist)
      guard !all.isEmpty else {
        throw TimedMetadataError(
          .cannotRead,
          input: name,
          reason: "lists no variant and no rendition",
          remedy: "check the file or the server response"
        )
      }
      let words = (one: "variant or rendition", all: "variants and renditions")
      let (chosen, note) = try access.choose(from: all, words, name: name)
      contents = .multivariant(playlist, chosen)
      lasting = notes
      notes += [note].compactMap(\.self)
    }
  }

  /// The notes that remain true while the presentation is read and are therefore repeated.
  private var lasting: [StreamNote] = []
  private static let maximumLasting = 64

  /// Fetches the chosen playlists and plans the reading.
  /// - Throws: The reason why no playlist can be read; `cannotOpen` if reading cannot begin at the requested time.
  func open(limitSeconds: Double?) async throws(TimedMetadataError) -> PresentationPlan {
    var outcome: Outcome
    switch contents {
    case .media(let playlist):
      outcome = Outcome(playlists: [Opened(url: access.url ?? "", playlist: playlist)])
    case .multivariant(let playlist, let chosen):
      outcome = await load(chosen, of: playlist)
    }
    var notes = notes
    if !access.followsFiles, outcome.endCaptures() { notes.append(LocalPlaylist.capturedNote) }
    try requireContent(outcome)
    var plan = PresentationPlan(outcome.playlists, access: access, limitSeconds: limitSeconds)
    plan.notes = notes + outcome.notes
    let missing = outcome.notes.filter { $0.id == "hls-playlist-missing" }
    plan.lasting = Array((lasting + missing).prefix(Self.maximumLasting))
    return plan
  }

  private func requireContent(_ outcome: Outcome) throws(TimedMetadataError) {
    if outcome.playlists.isEmpty, let failure = outcome.failure {
      throw TimedMetadataError(noneRead: "playlist", of: name, failure)
    }
    if case .wallClock = access.start, !outcome.playlists.isEmpty,
      !outcome.playlists.contains(where: { $0.playlist.segments.contains { $0.startDate != nil } })
    {
      throw TimedMetadataError(
        .cannotOpen,
        input: name,
        reason: "has no EXT-X-PROGRAM-DATE-TIME, so times of day are unknown",
        remedy: "give --from in seconds from the start"
      )
    }
  }

  /// Checks that the URIs of segments, variants and renditions are absolute, because a playlist from a pipe has no URL
  /// against which relative URIs could be resolved.
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
    throw TimedMetadataError(relative: ShownURL.text(relative), inThe: "playlist", name)
  }
}

// MARK: - Fetching

extension PlaylistDocument {
  struct Opened: Sendable {
    /// The playlist's entry in the multivariant playlist; nil if there is no multivariant playlist.
    var listed: ListedPlaylist?
    /// The URL from which the playlist is reloaded; empty if the playlist came through a pipe.
    var url: String
    var playlist: MediaPlaylist

    /// Whether the playlist can grow and can be reloaded.
    var canBeFollowed: Bool { playlist.isLive && !url.isEmpty }
  }

  struct Outcome: Sendable {
    var playlists: [Opened] = []
    var notes: [StreamNote] = []
    /// The reason why the first unreadable playlist could not be read; nil if all playlists could be read.
    var failure: TimedMetadataError?
  }

  private func tooMuch(_ name: String) -> TimedMetadataError {
    TimedMetadataError(
      .cannotRead,
      input: name,
      reason:
        "the playlists together have more than \(access.limits.allPlaylistBytes >> 20) MiB or "
        + "\(access.limits.allSegments) segments",
      remedy: "read fewer playlists at a time with variant or rendition in --config"
    )
  }

  func load(_ listed: [ListedPlaylist], of parent: MultivariantPlaylist) async -> Outcome {
    // All playlists are requested before the first one is awaited.
    let requests = listed.map { playlist in
      ResourceRequest(
        url: parent.resolve(playlist.uri),
        purpose: .playlist,
        maximumSize: access.limits.playlistBytes
      )
    }
    let resources = requests.map { access.loader.open($0) }
    return await withTaskCancellationHandler {
      var outcome = Outcome()
      var room = (bytes: access.limits.allPlaylistBytes, segments: access.limits.allSegments)
      for ((playlist, request), resource) in zip(zip(listed, requests), resources) {
        let name = ShownURL.text(playlist.uri)
        do throws(TimedMetadataError) {
          guard room.bytes > 0, room.segments > 0 else { throw tooMuch(name) }
          let (url, bytes) = try await resource.whole()
          let loaded = try LoadedPlaylist(
            bytes,
            name: name,
            url: url,
            variables: parent.variables,
            limits: access.limits
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
              reason: "is a multivariant playlist instead of a media playlist",
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
    } onCancel: {
      for resource in resources { resource.cancel() }
    }
  }
}

extension PlaylistDocument.Outcome {
  /// Marks each playlist on disk as ended if no program is writing it any longer. Returns whether any playlist was
  /// marked.
  mutating func endCaptures() -> Bool {
    let now = Double(SystemClock.milliseconds()) / 1000
    var hasCapture = false
    for index in playlists.indices
    where LocalPlaylist.isCapture(playlists[index].playlist, url: playlists[index].url, now: now) {
      playlists[index].playlist = playlists[index].playlist.ended()
      hasCapture = true
    }
    return hasCapture
  }
}

struct LoadedPlaylist {
  var playlist: Playlist
  var notes: [StreamNote]
  var byteCount: Int

  /// Parses a playlist whose URIs are resolved against `url`. `variables` are the variables of its multivariant
  /// playlist. `base` is the previous version, from which a delta update takes the segments it skips.
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
          // A missing EXT-X-TARGETDURATION has no line number.
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
      "check the packager, and split the playlist if this length is intended"
    default: "check the file or the server response"
    }
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
