import HLS
import TimedMetadata

/// Reads an HLS presentation: all requested variants and renditions, on one timeline.
///
/// Each media playlist is read on a thread of its own (one context of libavformat, one thread); segments are fetched
/// ahead in the order of the presentation; events are delivered in that order.
final class PlaylistReader: EventReader {
  private let access: PlaylistAccess
  private let options: ReaderOptions
  private let name: String
  private var notes: [StreamNote]
  /// Notes on playlists that are not loaded again, and the time of their last report.
  private var lasting: [StreamNote] = []
  private var remindedAt: Double?
  private let opening: PresentationOpening
  private var presentation: PresentationReader?
  private var pending = Fifo<TimedMetadataEvent>()
  private var interstitials = InterstitialWatch()
  private var hasEnded = false
  /// The events that had been read when the end was requested have been delivered.
  private var isDrained = false

  /// How long the reader waits before it checks again whether it should end, in seconds.
  private static let pollSeconds = 0.1
  /// The most notes on playlists that are not loaded again which are repeated.
  private static let maximumLasting = 64

  /// Reads the playlist in `chunks` and starts to fetch the playlists it names.
  /// - Throws: `cannotRead`; `notListed` if it contains no requested rendition; `cannotOpen` if its
  ///   URIs cannot be resolved.
  init(
    _ chunks: ChunkReader,
    access: PlaylistAccess,
    options: ReaderOptions
  ) throws(TimedMetadataError) {
    self.access = access
    self.options = options
    name = chunks.source.name
    let bytes = try chunks.readAll(limit: Int(access.limits.playlistBytes))
    let top = try LoadedPlaylist(bytes, name: name, url: access.url ?? "", limits: access.limits)
    notes = top.notes
    if access.url == nil { try Self.requireAbsoluteURIs(in: top.playlist, name: name) }
    opening = PresentationOpening(access.loader, limits: access.limits)
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
      opening.open(playlist, url: access.url ?? "")
    case .multivariant(let playlist):
      lasting = notes
      let chosen = try Self.choose(from: playlist, access, name: name)
      let limit = access.limits.renditions
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
      opening.start(Array(chosen.prefix(limit)), of: playlist)
    }
  }

  deinit {
    opening.cancel()
    presentation?.cancel()
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
        "is a playlist that names other files (\(relative)), and it is not known where they are",
      remedy: "give the path or the URL of the playlist instead"
    )
  }

  func next() throws(TimedMetadataError) -> TimedMetadataEvent? {
    while true {
      if let event = pending.popFirst() { return event }
      guard !hasEnded else { return nil }
      try advance()
    }
  }

  /// Waits for what comes next, and takes it. Its stack holds no event: thousands wait here.
  @inline(never)
  private func advance() throws(TimedMetadataError) {
    if options.isCancelled() {
      guard !isDrained else { throw cancel() }
      isDrained = true
      return drain()
    }
    guard let presentation else { return try begin() }
    try presentation.advance(waitingAtMost: Self.pollSeconds) { take($0) }
    options.progress(presentation.bytesRead, nil)
    remind()
    hasEnded = presentation.hasEnded
  }

  @inline(never)
  private func drain() { presentation?.drain { pending.append($0) } }

  /// Receives an event of the presentation; notes on interstitials are delivered before its end.
  private func take(_ event: TimedMetadataEvent) {
    if access.readsInterstitials {
      interstitials.receive(event)
      if case .end = event {
        let reader = AssetReader(access, isCancelled: options.isCancelled)
        for note in interstitials.notes(reader) { pending.append(.note(note)) }
      }
    }
    pending.append(event)
  }

  /// Starts to read when all playlists have been fetched.
  @inline(never)
  private func begin() throws(TimedMetadataError) {
    guard var outcome = opening.outcome(waitingAtMost: Self.pollSeconds) else { return }
    if !access.followsFiles, outcome.endCaptures() { notes.append(LocalPlaylist.capturedNote) }
    for note in notes + outcome.notes { pending.append(.note(note)) }
    notes = []
    lasting += outcome.notes.filter { $0.id == Self.missing }
    lasting = Array(lasting.prefix(Self.maximumLasting))
    remindedAt = access.clock.now
    guard !outcome.playlists.isEmpty else {
      hasEnded = true
      guard let failure = outcome.failure else { return }
      throw TimedMetadataError(
        failure.code,
        input: name,
        reason: "no playlist could be read, \(failure.input) first: \(failure.reason)",
        remedy: failure.remedy
      )
    }
    if case .wallClock = access.start,
      !outcome.playlists.contains(where: { $0.playlist.segments.contains { $0.startDate != nil } })
    {
      hasEnded = true
      throw TimedMetadataError(
        .cannotOpen,
        input: name,
        reason: "has no EXT-X-PROGRAM-DATE-TIME, so no time of the day is known",
        remedy: "give --from in seconds from the start"
      )
    }
    presentation = PresentationReader(outcome, name: name, access: access, options: options)
  }

  /// The note on a playlist that could not be read.
  private static let missing: NoteID = "hls-playlist-missing"

  /// Repeats the notes on playlists that are not loaded again.
  @inline(never)
  private func remind() {
    guard let reminder = access.reminder, let last = remindedAt, !lasting.isEmpty else { return }
    let now = access.clock.now
    guard now - last >= reminder else { return }
    remindedAt = now
    for note in lasting { pending.append(.note(note)) }
  }

  private func cancel() -> TimedMetadataError {
    hasEnded = true
    opening.cancel()
    presentation?.cancel()
    return TimedMetadataError.interrupted(input: name)
  }

  var hasMedia: Bool { true }

  var isLive: Bool { presentation?.isGrowing ?? false }

  var summary: InputSummary {
    presentation?.summary ?? InputSummary(duration: nil, streams: [], byteCount: 0)
  }
}

extension ChunkReader {
  /// Reads everything to the end.
  /// - Throws: `cannotRead` if there are more than `limit` bytes.
  func readAll(limit: Int) throws(TimedMetadataError) -> [UInt8] {
    var all: [UInt8] = []
    while case let bytes = try next(), !bytes.isEmpty {
      all += bytes
      guard all.count <= limit else {
        throw TimedMetadataError(
          .cannotRead,
          input: source.name,
          reason: "is a playlist of more than \(limit) bytes",
          remedy: "check what wrote it"
        )
      }
    }
    return all
  }
}
