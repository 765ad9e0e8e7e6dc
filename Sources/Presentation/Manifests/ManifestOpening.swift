import DASH
import Formats
import HTTP
import TimedMetadata

/// Prepares the reading of a manifest: fetches the indexes of the chosen renditions, and lists the segments.
struct ManifestOpening: Sendable {
  /// The result.
  struct Outcome: Sendable {
    var presentation: MediaPresentation
    /// All renditions, and the indexes of those that are read.
    var renditions: ManifestRenditions
    var chosen: [Int]
    /// The available segments of each rendition.
    var segments: [[PlannedSegment]] = []
    /// The planners that continue each rendition.
    var planners: [ManifestSegments] = []
    var notes: [StreamNote] = []
    /// The reason why a rendition could not be read, for the first such rendition.
    var failure: TimedMetadataError?
    /// Seconds by which the clock of the server is ahead of ours.
    var clockOffset = 0.0
    /// Whether it comes from UTCTiming.
    var isClockByTiming = false
  }

  /// The most segments of a live Representation that are listed if reading begins near its end.
  private static let latestSegments = 512

  private let loader: any ResourceLoader
  private let limits: PlaylistReadingLimits
  private let latestOnly: Bool
  private let captureTime: Double?
  /// The base URL that works for indexes.
  private let baseChoice = BaseURLChoice()

  /// With `latestOnly` the past of a live presentation is not listed. `captureTime`: when a dynamic manifest was captured that is
  /// read as a static one, in Unix seconds: it has the segments of that time.
  init(
    _ loader: any ResourceLoader,
    limits: PlaylistReadingLimits,
    latestOnly: Bool = false,
    captureTime: Double? = nil
  ) {
    self.loader = loader
    self.limits = limits
    self.latestOnly = latestOnly
    self.captureTime = captureTime
  }

  /// Lists the `chosen` ones of `renditions`. `now` is the time of day in Unix seconds, and `answer` the time of the
  /// manifest's answer.
  func list(
    _ renditions: ManifestRenditions,
    _ chosen: [Int],
    of presentation: MediaPresentation,
    now: Double,
    answer: AnswerDate? = nil
  ) async -> Outcome {
    var outcome = Outcome(presentation: presentation, renditions: renditions, chosen: chosen)
    if presentation.kind == .dynamic {
      let timing = ManifestClock(loader: loader)
      let reading = await timing.reading(by: presentation.utcTimings, now: now, answer: answer)
      outcome.clockOffset = reading.offset
      outcome.isClockByTiming = reading.isByTiming
      outcome.notes = reading.notes
    }
    let now = now + outcome.clockOffset
    if let note = Self.futureNote(presentation, now: now) { outcome.notes.append(note) }
    var room = limits.allSegments
    for index in outcome.chosen {
      let rendition = outcome.renditions.all[index]
      var planner = ManifestSegments(address: presentation.address)
      var planned: [PlannedSegment] = []
      for part in rendition.dueParts(of: presentation, at: now) {
        do throws(TimedMetadataError) {
          let limit = min(limits.segmentsPerPlaylist - planned.count, room)
          let segments = try await self.segments(
            of: part,
            in: presentation,
            now: now,
            limit: limit,
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
      outcome.planners.append(planner)
    }
    return outcome
  }

  /// A note that a presentation has not begun; nil if it has begun, or if that is unknown.
  private static func futureNote(_ presentation: MediaPresentation, now: Double) -> StreamNote? {
    guard presentation.kind == .dynamic, let anchor = presentation.availabilityStartTime,
      let first = presentation.periods.lazy.compactMap(\.start).min(), anchor + first > now
    else { return nil }
    let time = UTCTime.text(anchor + first) ?? "a later time"
    return StreamNote(
      id: .manifest,
      detail: "the presentation begins at \(time): nothing can be read before that"
    )
  }

  /// The available segments of a Representation in one Period, at most `limit`.
  private func segments(
    of part: ManifestRendition.Part,
    in presentation: MediaPresentation,
    now: Double,
    limit: Int,
    note: (String) -> Void
  ) async throws(TimedMetadataError) -> [Segment] {
    let description = part.representation.segments
    func failure(_ reason: String, _ remedy: String) -> TimedMetadataError {
      TimedMetadataError(
        .cannotRead,
        input: part.representation.id,
        reason: reason,
        remedy: remedy
      )
    }
    var found: [Segment]
    if let index = description.index {
      do throws(TimedMetadataError) {
        let reader = ManifestIndex(loader: loader, limits: limits, choice: baseChoice)
        let bases = part.representation.baseURLs
        found = try await reader.segments(of: description, at: index, below: bases, limit: limit)
      } catch {
        if error.code == .cancelled { throw error }
        note("\(error.reason): the file is read as a whole")
        found = Array(description.all(limit: 1))
      }
    } else {
      var listing = presentation
      if captureTime != nil { listing.kind = .dynamic }
      let range = listing.availableSegments(
        of: part.representation,
        in: part.period,
        at: captureTime ?? now
      )
      guard range.upperBound < Int.max else {
        throw failure(
          "the manifest does not say how long it lasts",
          "let the packager write mediaPresentationDuration"
        )
      }
      if presentation.kind == .dynamic {
        // A channel may have run for years: old segments are not read.
        let count = min(limit, latestOnly ? Self.latestSegments : limit)
        let first = max(range.lowerBound, range.upperBound - count)
        return Array(description[first..<range.upperBound])
      }
      if range.count > limit {
        note(
          "the manifest lists \(range.count) segments here: the first \(max(0, limit)) are read, of a Representation "
            + "\(limits.segmentsPerPlaylist) at most and \(limits.allSegments) in all"
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
}
