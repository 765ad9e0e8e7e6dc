import DASH
import Formats
import TimedMetadata

/// Reads a DASH presentation: the requested Representations and the events of the manifest, on one
/// timeline, which is that of the manifest.
///
/// Each rendition is read on a thread of its own, as for HLS; `PresentationReader` does both.
final class ManifestReader: EventReader {
  private let access: PlaylistAccess
  private let options: ReaderOptions
  private let name: String
  private let events: ManifestEvents
  private let opening: ManifestOpening
  private var notes: [StreamNote]
  private var presentation: PresentationReader?
  private var pending = Fifo<TimedMetadataEvent>()
  private var hasEnded = false
  /// The events that had been read when the end was requested have been delivered.
  private var isDrained = false

  /// How long the reader waits before it checks again whether it should end, in seconds.
  private static let pollSeconds = 0.1

  /// Reads the manifest in `chunks` and starts to fetch the resources it names.
  /// - Throws: `cannotRead`; `notListed` if it contains no requested rendition.
  init(
    _ chunks: ChunkReader,
    access: PlaylistAccess,
    options: ReaderOptions
  ) throws(TimedMetadataError) {
    self.access = access
    self.options = options
    name = chunks.source.name
    let bytes = try chunks.readAll(limit: Int(access.limits.playlistBytes))
    var manifest = try LoadedManifest(
      bytes,
      name: name,
      url: access.url ?? "",
      limits: access.limits
    ).presentation
    let isCapture =
      !access.followsFiles && LocalPlaylist.isCapture(manifest, now: access.unixTime())
    if isCapture { manifest.kind = .static }
    events = ManifestEvents(manifest)
    let chosen = try Self.choose(
      from: manifest,
      access,
      name: name,
      hasEvents: events.tagCount > 0
    )
    notes = chosen.notes + events.notes
    if isCapture { notes.append(LocalPlaylist.capturedManifestNote) }
    if access.url == nil {
      try Self.requireAbsoluteAddresses(in: chosen.indices.map { chosen.all.all[$0] }, name: name)
    }
    let startsLive = access.start.map { $0 == .live } ?? true
    opening = ManifestOpening(access.loader, limits: access.limits, latestOnly: startsLive)
    opening.start(
      chosen.all,
      chosen.indices,
      of: manifest,
      now: access.unixTime(),
      answer: access.answerDate
    )
  }

  deinit {
    opening.cancel()
    presentation?.cancel()
  }

  func next() throws(TimedMetadataError) -> TimedMetadataEvent? {
    while true {
      if let event = pending.popFirst() { return event }
      guard !hasEnded else { return nil }
      if options.isCancelled() {
        guard !isDrained else { throw cancel() }
        isDrained = true
        presentation?.drain { pending.append($0) }
        continue
      }
      guard let presentation else {
        try begin()
        continue
      }
      try presentation.advance(waitingAtMost: Self.pollSeconds) { pending.append($0) }
      options.progress(presentation.bytesRead, nil)
      hasEnded = presentation.hasEnded
    }
  }

  /// Starts to read when all indexes have been fetched.
  private func begin() throws(TimedMetadataError) {
    guard let outcome = opening.outcome(waitingAtMost: Self.pollSeconds) else { return }
    for note in notes + outcome.notes { pending.append(.note(note)) }
    notes = []
    if let failure = outcome.failure, outcome.segments.allSatisfy(\.isEmpty), events.tagCount == 0 {
      hasEnded = true
      throw TimedMetadataError(
        failure.code,
        input: name,
        reason: "no Representation could be read, \(failure.input) first: \(failure.reason)",
        remedy: failure.remedy
      )
    }
    do {
      presentation = try PresentationReader(
        outcome,
        events: events,
        name: name,
        access: access,
        options: options
      )
    } catch {
      hasEnded = true
      throw error
    }
  }

  private func cancel() -> TimedMetadataError {
    hasEnded = true
    opening.cancel()
    presentation?.cancel()
    return .interrupted(input: name)
  }

  var hasMedia: Bool { true }

  var isLive: Bool { presentation?.isGrowing ?? false }

  var summary: InputSummary {
    presentation?.summary ?? InputSummary(duration: nil, streams: [], byteCount: 0)
  }
}

extension ManifestReader {
  /// The renditions to read, and notes on the others.
  private static func choose(
    from manifest: MediaPresentation,
    _ access: PlaylistAccess,
    name: String,
    hasEvents: Bool
  ) throws(TimedMetadataError) -> (all: ManifestRenditions, indices: [Int], notes: [StreamNote]) {
    let selection = access.selection
    let isSmallestOnly = selection.isEverything && selection.isOneOfEachSetOnly
    let found = ManifestRenditions(manifest, isSmallestOnly: isSmallestOnly)
    var notes = manifest.readingNotes
    for (kind, count) in found.unread {
      notes.append(
        StreamNote(
          id: .manifestUnread,
          amount: count,
          detail:
            "\(count) AdaptationSet\(count == 1 ? "" : "s") of \(kind) not read: only ISO base "
            + "media carries event messages"
        )
      )
    }
    if found.unlistedCount > 0 {
      notes.append(
        StreamNote(
          id: .manifestUnread,
          amount: found.unlistedCount,
          detail: "\(found.unlistedCount) Representations not read: at most "
            + "\(ManifestRenditions.maximumCount) renditions are listed"
        )
      )
    }
    guard !found.all.isEmpty || hasEvents else {
      throw TimedMetadataError(
        .cannotRead,
        input: name,
        reason: "lists no Representation that can be read\(explanation(manifest, found))",
        remedy: "check what the packager writes"
      )
    }
    let names = Set(selection.choose(from: found.all.map(\.listed)).map(\.name))
    var chosen = found.all.indices.filter { names.contains(found.all[$0].listed.name) }
    guard !chosen.isEmpty || found.all.isEmpty else {
      let names = found.all.prefix(20).map(\.listed.name).joined(separator: ", ")
      throw TimedMetadataError(
        .notListed,
        input: name,
        reason: "lists no Representation of that name",
        remedy: "choose among \(names)"
      )
    }
    let limit = access.limits.renditions
    if chosen.count > limit {
      notes.append(
        StreamNote(
          id: "hls-playlist-missing",
          detail: "\(chosen.count) Representations are listed, the first \(limit) are read: "
            + "choose others with variant or rendition in --config"
        )
      )
      chosen.removeLast(chosen.count - limit)
    }
    notes += Self.notes(on: chosen.map { found.all[$0] })
    return (found, chosen, notes)
  }

  /// Notes on the renditions that are read.
  private static func notes(on renditions: [ManifestRendition]) -> [StreamNote] {
    var notes: [StreamNote] = []
    let baseCount =
      renditions.lazy.flatMap(\.parts).map(\.representation.baseURLs.count).max() ?? 0
    if baseCount > BaseAddress.maximumCount {
      let limit = BaseAddress.maximumCount
      let words = "more than \(limit) base URLs: the first \(limit) are tried"
      notes.append(StreamNote(id: .manifest, detail: words))
    }
    let isEncrypted = renditions.contains { rendition in
      rendition.parts.contains { $0.representation.isEncrypted }
    }
    if isEncrypted {
      notes.append(
        StreamNote(
          id: .manifestEncrypted,
          detail: "media encrypted (ContentProtection), events read"
        )
      )
    }
    return notes
  }

  /// The reason why the manifest has no readable Representation, if it is known.
  private static func explanation(
    _ manifest: MediaPresentation,
    _ found: ManifestRenditions
  ) -> String {
    guard found.unread.isEmpty else {
      let kinds = found.unread.map { PrintableText.escaping(String($0.kind.prefix(60))) }
      return ", only \(kinds.joined(separator: ", "))"
    }
    let isAnnounced = manifest.periods.allSatisfy { $0.start == nil } && !manifest.periods.isEmpty
    if isAnnounced { return ": no Period has a start yet" }
    return manifest.notes.first.map { " (\($0))" } ?? ""
  }

  /// A manifest from a pipe has no address against which relative addresses could be resolved.
  private static func requireAbsoluteAddresses(
    in renditions: [ManifestRendition],
    name: String
  ) throws(TimedMetadataError) {
    let parts = renditions.lazy.flatMap(\.parts)
    let addresses = parts.compactMap { $0.representation.baseURLs.first?.address }
    guard let relative = addresses.first(where: { ResourceAccess.scheme(of: $0) == nil }) else {
      return
    }
    throw TimedMetadataError(
      .cannotOpen,
      input: name,
      reason:
        "is a manifest that names other files (\(relative)), and it is not known where they are",
      remedy: "give the path or the URL of the manifest instead"
    )
  }
}

extension MediaPresentation {
  /// Notes on faults in the manifest and on features that are not supported.
  var readingNotes: [StreamNote] {
    notes.map { StreamNote(id: .manifest, detail: $0.description) }
      + (omittedNoteCount > 0
        ? [
          StreamNote(
            id: .manifest,
            amount: omittedNoteCount,
            detail: "\(omittedNoteCount) more of these"
          )
        ]
        : [])
  }
}
