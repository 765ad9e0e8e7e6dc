import DASH
import Formats
import TimedMetadata

/// A manifest of DASH that is to be read, and how: the requested Representations and the events of the manifest, on one
/// timeline, which is that of the manifest.
struct ManifestDocument {
  private let access: PlaylistAccess
  private let name: String
  private let manifest: MediaPresentation
  private let events: ManifestEvents
  private let renditions: ManifestRenditions
  private let chosen: [Int]
  private let notes: [StreamNote]
  /// When it was captured, in Unix seconds; nil for others than captures.
  private let captureTime: Double?

  /// Parses a manifest.
  /// - Throws: `cannotRead`; `notListed` if it contains no requested rendition; `cannotOpen` if its addresses cannot be
  ///   resolved.
  init(_ bytes: [UInt8], name: String, access: PlaylistAccess) throws(TimedMetadataError) {
    (self.name, self.access) = (name, access)
    var manifest = try LoadedManifest(
      bytes,
      name: name,
      url: access.url ?? "",
      limits: access.limits
    ).presentation
    let isCapture =
      !access.followsFiles && LocalPlaylist.isCapture(manifest, now: access.unixTime())
    captureTime = isCapture ? LocalPlaylist.captureTime(of: manifest) : nil
    if isCapture { manifest.kind = .static }
    self.manifest = manifest
    events = ManifestEvents(manifest, now: captureTime ?? access.unixTime())
    let found = try Self.choose(
      from: manifest,
      access,
      name: name,
      hasEvents: events.tagCount > 0
    )
    (renditions, chosen) = (found.all, found.indices)
    notes =
      found.notes + events.notes + (isCapture ? [LocalPlaylist.capturedManifestNote] : [])
    if access.url == nil {
      try Self.requireAbsoluteAddresses(in: chosen.map { renditions.all[$0] }, name: name)
    }
  }

  /// Fetches the indexes of the chosen renditions.
  /// - Throws: The reason why there is nothing to read; `cannotOpen` if reading cannot begin at the requested time.
  func open(limitSeconds: Double?) async throws(TimedMetadataError) -> PresentationEvents.Opened {
    let startsLive = access.start.map { $0 == .live } ?? !access.isLocal
    let opening = ManifestOpening(
      access.loader,
      limits: access.limits,
      latestOnly: startsLive,
      captureTime: captureTime
    )
    let outcome = await opening.list(
      renditions,
      chosen,
      of: manifest,
      now: access.unixTime(),
      answer: access.answerDate
    )
    if let failure = outcome.failure, outcome.segments.allSatisfy(\.isEmpty), events.tagCount == 0 {
      throw TimedMetadataError(
        failure.code,
        input: name,
        reason: "no Representation could be read, \(failure.input) first: \(failure.reason)",
        remedy: failure.remedy
      )
    }
    return PresentationEvents.Opened(
      notes: notes + outcome.notes,
      parts: try PresentationParts(
        outcome,
        events: events,
        name: name,
        access: access,
        limitSeconds: limitSeconds
      )
    )
  }
}

extension ManifestDocument {
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
    notes.map { note in
      StreamNote(id: note.isOfTime ? .manifestUnused : .manifest, detail: note.description)
    }
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

extension ManifestNote {
  /// Whether it is about a duration or a timescale that is not used: without it times are others.
  fileprivate var isOfTime: Bool {
    kind == .invalid && (subject.hasSuffix("@timescale") || subject.hasSuffix("@duration"))
      || subject == "S@d"
  }
}
