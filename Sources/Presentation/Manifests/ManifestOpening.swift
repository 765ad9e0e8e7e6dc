import DASH
import Formats
import System
import TimedMetadata

/// Finds out what a manifest offers: chooses the renditions, fetches the indexes of their segments on a
/// thread of its own, and lists the segments.
final class ManifestOpening: Sendable {
  /// What was found.
  struct Outcome: Sendable {
    var presentation: MediaPresentation
    /// All renditions, and which of them are read.
    var renditions: ManifestRenditions
    var chosen: [Int]
    /// The segments of each rendition that are there.
    var segments: [[PlannedSegment]] = []
    /// What goes on planning each rendition.
    var planners: [ManifestSegments] = []
    var notes: [StreamNote] = []
    /// Why the first rendition that could not be read could not.
    var failure: TimedMetadataError?
    /// By how many seconds the clock of the server is ahead of ours.
    var clockOffset = 0.0
    /// Whether UTCTiming says so.
    var isClockByTiming = false
  }

  private struct State {
    var resource: (any Resource)?
    var outcome: Outcome?
    var isCancelled = false
  }

  /// Segments of a live Representation that are listed where reading begins near its end.
  private static let latestSegments = 512

  private let loader: any ResourceLoader
  private let limits: PlaylistReadingLimits
  private let latestOnly: Bool
  /// Which base URL works for indexes.
  private let baseChoice = BaseURLChoice()
  private let monitor = Monitor(State())

  /// With `latestOnly` the past of a live presentation is not wanted.
  init(_ loader: any ResourceLoader, limits: PlaylistReadingLimits, latestOnly: Bool = false) {
    self.loader = loader
    self.limits = limits
    self.latestOnly = latestOnly
  }

  /// Begins to list those of `renditions` that are `chosen`. `now` is the time of the day in Unix seconds, and
  /// `answer` when the manifest was answered.
  func start(
    _ renditions: ManifestRenditions,
    _ chosen: [Int],
    of presentation: MediaPresentation,
    now: Double,
    answer: AnswerDate? = nil
  ) {
    let outcome = Outcome(presentation: presentation, renditions: renditions, chosen: chosen)
    let needsIndex = chosen.contains { index in
      renditions.all[index].parts.contains { $0.representation.segments.index != nil }
    }
    let needsClock = presentation.kind == .dynamic && !presentation.utcTimings.isEmpty
    let hasStarted =
      (needsIndex || needsClock) && ReadingThread.start { self.list(outcome, now: now, answer) }
    if !hasStarted { list(outcome, now: now, answer) }
  }

  /// Hands over what was found; nil while it is not there after so many seconds.
  func outcome(waitingAtMost seconds: Double) -> Outcome? {
    monitor.wait(atMost: seconds) { $0.outcome.take() }
  }

  /// Gives up.
  func cancel() {
    monitor.withLock { state in
      state.isCancelled = true
      state.resource?.cancel()
    }
  }

  private func list(_ known: Outcome, now: Double, _ answer: AnswerDate?) {
    var outcome = known
    let presentation = outcome.presentation
    if presentation.kind == .dynamic {
      let timing = ManifestClock(loader: loader, keep: keep)
      let reading = timing.reading(by: presentation.utcTimings, now: now, answer: answer)
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
          let segments = try self.segments(
            of: part,
            in: presentation,
            now: now,
            limit: limit,
            note: { (error: TimedMetadataError) in
              outcome.notes.append(
                StreamNote(
                  id: .manifest,
                  rendition: rendition.listed.name,
                  time: part.start,
                  detail: "\(error.reason): the file is read as a whole"
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
    monitor.withLock { [outcome] in $0.outcome = outcome }
  }

  /// Says that a presentation has not begun; nil where it has, or where nothing tells.
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

  /// The segments of a Representation in one Period that are there, at most `limit`.
  private func segments(
    of part: ManifestRendition.Part,
    in presentation: MediaPresentation,
    now: Double,
    limit: Int,
    note: (TimedMetadataError) -> Void
  ) throws(TimedMetadataError) -> [Segment] {
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
        let reader = ManifestIndex(loader: loader, limits: limits, keep: keep, choice: baseChoice)
        let bases = part.representation.baseURLs
        found = try reader.segments(of: description, at: index, below: bases, limit: limit)
      } catch {
        if error.code == .cancelled { throw error }
        note(error)
        found = Array(description.all(limit: 1))
      }
    } else {
      let range = presentation.availableSegments(of: part.representation, in: part.period, at: now)
      guard range.upperBound < Int.max else {
        throw failure(
          "the manifest does not say how long it lasts",
          "let the packager write mediaPresentationDuration"
        )
      }
      if presentation.kind == .dynamic {
        // A channel may have been on for years: what is long past is not read.
        let count = min(limit, latestOnly ? Self.latestSegments : limit)
        let first = max(range.lowerBound, range.upperBound - count)
        return Array(description[first..<range.upperBound])
      }
      guard range.count <= limit else {
        guard range.count <= limits.segmentsPerPlaylist else {
          throw failure(
            "the manifest lists \(range.count) segments of a Representation, and at most "
              + "\(limits.segmentsPerPlaylist) are read",
            "take a manifest of a part of the presentation"
          )
        }
        throw failure(
          "the manifest lists more than \(limits.segmentsPerPlaylist) segments of a Representation or "
            + "\(limits.allSegments) in all",
          "read fewer at a time with --variant or --rendition"
        )
      }
      found = Array(description[range])
    }
    if found.count > limit { found.removeLast(found.count - limit) }
    // What begins at the end of the Period or later is not presented.
    if let length = part.period.duration {
      found.removeAll { $0.secondsInPeriod >= length && $0.durationSeconds != nil }
    }
    return found
  }

  /// Remembers what is fetched, so that it can be given up. False: nobody wants it any more.
  private func keep(_ resource: any Resource) -> Bool {
    monitor.withLock { state in
      state.resource = resource
      return !state.isCancelled
    }
  }
}
