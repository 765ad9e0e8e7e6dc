import DASH
import Formats
import HTTP
import System
import TimedMetadata

/// A DASH manifest to read: the requested Representations and the manifest's own events, on the
/// timeline of the manifest.
struct ManifestDocument {
  let access: PlaylistAccess
  private let name: String
  let state: LiveManifest.State
  private let events: ManifestEvents
  private let notes: [StreamNote]
  /// When the manifest was captured, in Unix seconds; nil if it is not a capture, or if the time is unknown. A capture
  /// is read as a static manifest with the segments that were available at that time.
  let captureTime: Double?

  var manifest: MediaPresentation { state.presentation }
  var chosenRenditions: [ManifestRendition] { state.chosen.map { state.renditions.all[$0] } }

  /// Parses a manifest.
  /// - Throws: `cannotRead`; `notListed` if it contains no requested rendition; `cannotOpen` if its
  ///   addresses cannot be resolved.
  init(_ bytes: [UInt8], name: String, access: PlaylistAccess) throws(TimedMetadataError) {
    (self.name, self.access) = (name, access)
    var manifest = try LoadedManifest(
      bytes,
      name: name,
      url: access.url ?? "",
      limits: access.limits
    ).presentation
    let isCapture =
      !access.followsFiles && LocalPlaylist.isCapture(manifest, now: access.clock.unixTime)
    captureTime = isCapture ? LocalPlaylist.captureTime(of: manifest) : nil
    if isCapture { manifest.kind = .static }
    events = ManifestEvents(manifest, now: captureTime ?? access.clock.unixTime)
    let found = try Self.choose(from: manifest, access, name: name, hasEvents: events.tagCount > 0)
    state = LiveManifest.State(presentation: manifest, renditions: found.all, chosen: found.indices)
    notes =
      found.notes + events.notes + (isCapture ? [LocalPlaylist.capturedManifestNote] : [])
    if access.url == nil {
      try Self.requireAbsoluteAddresses(in: chosenRenditions, name: name)
    }
  }

  /// Fetches the indexes of the chosen renditions, and plans the reading.
  /// - Throws: The reason why there is nothing to read; `cannotOpen` if reading cannot begin at the requested time.
  func open(limitSeconds: Double?) async throws(TimedMetadataError) -> PresentationPlan {
    let outcome = await list()
    if let failure = outcome.failure, outcome.segments.allSatisfy(\.isEmpty), events.tagCount == 0 {
      throw TimedMetadataError(noneRead: "Representation", of: name, failure)
    }
    var plan = try PresentationPlan(
      outcome,
      events: events,
      name: name,
      access: access,
      limitSeconds: limitSeconds
    )
    plan.notes = notes + outcome.notes
    return plan
  }
}

extension ManifestDocument {
  /// Chooses the renditions to read, and makes notes on the manifest.
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
            "\(Decimals.counted(count, "AdaptationSet")) of \(kind) not read: only ISO base "
            + "media files are supported"
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
        remedy: "check the output of the packager"
      )
    }
    let words = (one: "Representation", all: "Representations")
    let (listed, note) = try access.choose(from: found.all.map(\.listed), words, name: name)
    let names = Set(listed.map(\.name))
    let chosen = found.all.indices.filter { names.contains(found.all[$0].listed.name) }
    notes += [note].compactMap(\.self)
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
      let words = "more than \(limit) base URLs: only the first \(limit) are tried"
      notes.append(StreamNote(id: .manifest, detail: words))
    }
    let isEncrypted = renditions.contains { rendition in
      rendition.parts.contains { $0.representation.isEncrypted }
    }
    if isEncrypted {
      notes.append(
        StreamNote(
          id: .manifestEncrypted,
          detail: "the media is encrypted (ContentProtection): only its events are read"
        )
      )
    }
    return notes
  }

  /// The reason why the manifest has no readable Representation, as the end of a message; empty if unknown.
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

  /// Checks that the first base URL of each Representation is absolute, because a manifest from a pipe has no URL
  /// against which relative ones could be resolved.
  private static func requireAbsoluteAddresses(
    in renditions: [ManifestRendition],
    name: String
  ) throws(TimedMetadataError) {
    let parts = renditions.lazy.flatMap(\.parts)
    let addresses = parts.compactMap { $0.representation.baseURLs.first?.address }
    guard let relative = addresses.first(where: { ResourceAccess.scheme(of: $0) == nil }) else {
      return
    }
    throw TimedMetadataError(relative: relative, inThe: "manifest", name)
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
            detail: "\(omittedNoteCount) more notes of these kinds"
          )
        ]
        : [])
  }
}

extension ManifestNote {
  /// Whether the note is about a duration or a timescale that is missing or ignored, which changes the times of
  /// segments or events.
  fileprivate var isOfTime: Bool {
    kind == .invalid && (subject.hasSuffix("@timescale") || subject.hasSuffix("@duration"))
      || subject == "S@d"
  }
}

struct LoadedManifest: Sendable {
  let presentation: MediaPresentation
  /// The `Date` of the response and when it was received; nil if there is no `Date`.
  var answer: AnswerDate?

  /// Parses the manifest that was loaded from `url`.
  /// - Throws: `cannotRead`.
  init(
    _ bytes: [UInt8],
    name: String,
    url: String,
    limits: PlaylistReadingLimits
  ) throws(TimedMetadataError) {
    if let encoding = ManifestMark.foreignEncoding(of: bytes) {
      throw TimedMetadataError(
        .cannotRead,
        input: name,
        reason: "is a manifest in \(encoding), but only UTF-8 is supported",
        remedy: "configure the packager to write UTF-8"
      )
    }
    var manifestLimits = ManifestLimits()
    manifestLimits.bytes = Int(limits.playlistBytes)
    do throws(ManifestError) {
      presentation = try MediaPresentation.parse(bytes, at: url, limits: manifestLimits)
    } catch {
      throw TimedMetadataError(
        .cannotRead,
        input: name,
        reason: "is a manifest that cannot be read, \(error)",
        remedy: error.reason == .limit
          ? "check the packager, or split the manifest into several Periods"
          : "check the file or the server response"
      )
    }
  }

  /// Waits for a manifest and parses it. `clock` gives the time at which the response was received.
  /// - Throws: The reason why there is no manifest; `cancelled`.
  init(
    _ resource: any Resource,
    name: String,
    limits: PlaylistReadingLimits,
    clock: any TaskClock
  ) async throws(TimedMetadataError) {
    let response: ResourceResponse
    let received: Double
    let bytes: [UInt8]
    do throws(ResourceError) {
      response = try await resource.response()
      received = clock.unixTime
      bytes = try await resource.readAll()
    } catch {
      throw TimedMetadataError(error)
    }
    try self.init(bytes, name: name, url: response.url, limits: limits)
    answer = response.date.map { AnswerDate(date: $0, received: received) }
  }
}

/// The addresses that a DASH manifest on disk refers to. Files at these addresses in a folder are
/// parts of the presentation, not separate inputs.
package enum ManifestParts {
  private static let maximumCount = 400_000

  /// Whether a file that begins with `bytes` is a manifest.
  package static func isManifest(_ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBytes { ManifestMark.begins($0) }
  }

  /// The addresses of initialization sections, indexes and listed segments in a manifest at `url`, within a limit; nil
  /// if `bytes` are not a readable manifest.
  package static func addresses(in bytes: [UInt8], url: String) -> [String]? {
    guard let presentation = try? MediaPresentation.parse(bytes, at: url) else { return nil }
    var addresses: Set<String> = []
    let sets = presentation.periods.flatMap(\.adaptationSets)
    for segments in sets.flatMap(\.representations).map(\.segments) {
      let fixed = [segments.initialization, segments.index].compactMap(\.self)
      for location in fixed { addresses.formUnion(location.addresses) }
      // Without a segment count the available segments are unknown.
      guard segments.count != nil else { continue }
      for segment in segments.all(limit: max(0, maximumCount - addresses.count)) {
        addresses.formUnion(segment.location.addresses)
      }
    }
    return addresses.sorted()
  }
}
