import DASH
import Formats
import HTTP
import ISOMedia
import TimedMetadata

/// Lists the available segments of the chosen renditions, and fetches their indexes if they have any.
extension ManifestDocument {
  struct Outcome: Sendable {
    /// The manifest, the renditions that are read, and the offset of the server's clock.
    var state: LiveManifest.State
    var segments: [[PlannedSegment]] = []
    var notes: [StreamNote] = []
    /// The first failure to list the segments of a rendition in a Period; nil if there was none.
    var failure: TimedMetadataError?
  }

  /// The maximum number of segments that are listed for a live Representation if reading begins at the live edge.
  private static let latestSegments = 512
  /// The maximum number of segment indexes that are read for one Representation.
  private static let maximumIndexes = 256

  func list() async -> Outcome {
    var outcome = Outcome(state: state)
    var now = access.clock.unixTime
    if manifest.kind == .dynamic {
      let clock = await ManifestClock(loader: access.loader, now: now, answer: access.answerDate)
        .reading(by: manifest.utcTimings)
      (outcome.state.clockOffset, outcome.state.isClockByTiming) = (clock.offset, clock.isByTiming)
      outcome.notes = [clock.note].compactMap(\.self)
      now += clock.offset
    }
    if let note = Self.futureNote(manifest, now: now) { outcome.notes.append(note) }
    let server = ServerFacts()
    var room = access.limits.allSegments
    for rendition in chosenRenditions {
      var planner = ManifestSegments(address: manifest.address)
      var planned: [PlannedSegment] = []
      for part in rendition.dueParts(of: manifest, at: now) {
        do throws(TimedMetadataError) {
          let segments = try await self.segments(
            of: part,
            from: server,
            now: now,
            limit: min(access.limits.segmentsPerPlaylist - planned.count, room),
            note: { words in
              outcome.notes.append(
                StreamNote(
                  id: .manifest,
                  rendition: rendition.listed.name,
                  time: part.start,
                  detail: words
                )
              )
            }
          )
          let added = planner.plan(segments, of: part)
          planned += added
          room -= added.count
        } catch {
          if outcome.failure == nil { outcome.failure = error }
          outcome.notes.append(
            StreamNote(
              id: "hls-playlist-missing",
              rendition: rendition.listed.name,
              time: part.start,
              detail: "\(error.reason): \(error.remedy)"
            )
          )
        }
      }
      outcome.segments.append(planned)
      outcome.state.planners.append(planner)
    }
    return outcome
  }

  /// A note if a dynamic presentation is known to begin later; otherwise nil.
  private static func futureNote(_ presentation: MediaPresentation, now: Double) -> StreamNote? {
    guard presentation.kind == .dynamic, let anchor = presentation.availabilityStartTime,
      let first = presentation.periods.lazy.compactMap(\.start).min(), anchor + first > now
    else { return nil }
    let time = UTCTime.text(anchor + first) ?? "a later time"
    return StreamNote(
      id: .manifest,
      detail: "the presentation begins at \(time): segments may be missing before this time"
    )
  }

  /// The available segments of a Representation in one Period, at most `limit`.
  private func segments(
    of part: ManifestRendition.Part,
    from server: ServerFacts,
    now: Double,
    limit: Int,
    note: (String) -> Void
  ) async throws(TimedMetadataError) -> [Segment] {
    let description = part.representation.segments
    var found: [Segment]
    if let index = description.index {
      do throws(TimedMetadataError) {
        found = try await segments(of: part.representation, at: index, from: server, limit: limit)
      } catch {
        if error.code == .cancelled { throw error }
        note("\(error.reason): the file is read as a whole")
        found = Array(description.all(limit: 1))
      }
    } else {
      var listing = manifest
      if captureTime != nil { listing.kind = .dynamic }
      let range = part.available(in: listing, at: captureTime ?? now)
      guard range.upperBound < Int.max else {
        throw TimedMetadataError(
          .cannotRead,
          input: part.representation.id,
          reason: "the manifest has no duration",
          remedy: "configure the packager to write mediaPresentationDuration or Period@duration"
        )
      }
      if manifest.kind == .dynamic {
        // A channel may have run for years: only its latest segments are listed.
        let startsLive = access.start.map { $0 == .live } ?? !access.isLocal
        let count = min(limit, startsLive ? Self.latestSegments : limit)
        let first = max(range.lowerBound, range.upperBound - count)
        return Array(description[first..<range.upperBound])
      }
      if range.count > limit {
        note(
          "the manifest lists \(range.count) segments in this Period, but only the "
            + "first \(max(0, limit)) are read: at most "
            + "\(access.limits.segmentsPerPlaylist) per Representation and \(access.limits.allSegments) in total"
        )
      }
      found = Array(
        description[range.lowerBound..<range.lowerBound + min(range.count, max(0, limit))]
      )
    }
    if found.count > limit { found.removeLast(found.count - max(0, limit)) }
    // Segments that begin at or after the end of the Period are not presented.
    if let length = part.period.duration {
      found.removeAll { $0.secondsInPeriod >= length && $0.durationSeconds != nil }
    }
    return found
  }

  // MARK: - Indexes

  /// The segments that an index and its inner indexes list. After `limit` segments, no further index is read. All
  /// segments are byte ranges of one file.
  /// - Throws: The reason why an index cannot be read; `cancelled`.
  private func segments(
    of representation: Representation,
    at first: SegmentLocation,
    from server: ServerFacts,
    limit: Int
  ) async throws(TimedMetadataError) -> [Segment] {
    var segments: [Segment] = []
    var waiting = [first]
    var count = 0
    while let location = waiting.popLast(), segments.count < limit {
      count += 1
      guard count <= Self.maximumIndexes else {
        throw Self.failure(location, "leads to more than \(Self.maximumIndexes) indexes")
      }
      let bytes = try await bytes(
        at: count > 1 ? location.innerIndex : location,
        of: representation,
        from: server
      )
      let entries: [IndexEntry]
      do throws(BoxFault) {
        entries = try representation.segments.entries(ofIndex: bytes, at: location)
      } catch {
        throw Self.failure(location, error.reason)
      }
      // The search is depth first: the segments of the first entry come first.
      var inner: [SegmentLocation] = []
      for entry in entries {
        switch entry {
        case .segment(let segment): segments.append(segment)
        case .index(let location): inner.append(location)
        }
      }
      guard count + inner.count <= Self.maximumIndexes else {
        throw Self.failure(location, "leads to more than \(Self.maximumIndexes) indexes")
      }
      waiting += inner.reversed()
    }
    segments.sort { $0.secondsInPeriod < $1.secondsInPeriod }
    return segments
  }

  private func bytes(
    at location: SegmentLocation,
    of representation: Representation,
    from server: ServerFacts
  ) async throws(TimedMetadataError) -> [UInt8] {
    let addresses = zip(representation.baseURLs, location.addresses).prefix(
      BaseAddress.maximumCount
    )
    .map { BaseAddress(base: $0.address, uri: ShownURL.text($1), url: $1) }
    var body = ResourceSource(access.loader, addresses, server).open(
      ResourceRequest(
        url: location.address,
        byteRange: location.range.flatMap(ManifestSegments.range),
        purpose: .initialization,
        maximumSize: access.limits.initializationBytes
      )
    )
    do throws(ResourceError) {
      return try await body.readAll()
    } catch {
      throw TimedMetadataError(error)
    }
  }

  private static func failure(_ location: SegmentLocation, _ reason: String) -> TimedMetadataError {
    TimedMetadataError(
      .cannotRead,
      input: location.address,
      reason: "its segment index cannot be read (\(reason))",
      remedy: "check the packager, and indexRange in the manifest"
    )
  }
}
