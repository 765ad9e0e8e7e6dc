import Formats
import HLS
import HTTP
import TimedMetadata

/// Plans the segments of a live playlist, including the incomplete segment at its end, whose parts are read as they are
/// listed.
struct PartPlanner {
  /// A planned segment whose parts are listed, but which is not yet listed as a whole.
  private struct Unfinished {
    var number: Int
    /// The start according to the playlist, in seconds from the start of the rendition.
    var start: Double
    /// The number of parts whose durations were checked, including parts that could not be read.
    var checkedCount: Int
    var resource: PartedSegment
  }

  var planner: SegmentPlanner
  private let access: PlaylistAccess
  private let rendition: Int
  private var unfinished: Unfinished?
  /// The request for the part that EXT-X-PRELOAD-HINT announces.
  private var hint: (key: PreloadHint, stream: PartStream)?
  /// Notes on the parts listed since the last call of `takeNotes`.
  private var notes: [StreamNote] = []
  /// The fraction by which a part may exceed the part target duration, because both durations are rounded.
  private static let targetTolerance = 0.01

  init(_ planner: SegmentPlanner, rendition: Int, access: PlaylistAccess) {
    (self.planner, self.rendition, self.access) = (planner, rendition, access)
  }

  /// Plans the segments that a version lists for the first time, and the incomplete segment whose parts it lists.
  mutating func plan(
    _ segments: [MediaSegment],
    of playlist: MediaPlaylist,
    missedBefore: Int = 0,
    isRestart: Bool = false
  ) -> [PlannedSegment] {
    var missed = missedBefore
    if isRestart { lose("the media sequence started again before the segment was complete") }
    let rest = finish(segments, of: playlist, &missed)
    var planned = planner.plan(rest, of: playlist, missedBefore: missed)
    if let segment = playlist.unfinishedSegment {
      let parts = segment.parts.map { ListedMedia($0, in: playlist) }
      if let unfinished, unfinished.number == segment.mediaSequenceNumber {
        check(parts.dropFirst(unfinished.checkedCount), of: playlist, at: unfinished.start)
        self.unfinished?.checkedCount = max(unfinished.checkedCount, parts.count)
        unfinished.resource.list(parts) { adopt($0) }
      } else if let next = begin(segment, parts, of: playlist) {
        planned.append(next)
      }
    }
    if playlist.isLive {
      takeHint(of: playlist)
    } else {
      stop()
    }
    return planned
  }

  /// The window of a live playlist whose segments have been planned; nil if the playlist is not live.
  func window(of playlist: MediaPlaylist) -> LiveWindow? {
    planner.window(of: playlist, endingAt: unfinished?.start ?? planner.now)
  }

  mutating func takeNotes() -> [StreamNote] {
    defer { notes = [] }
    return notes
  }

  /// Adds notes on parts that are longer than the part target duration.
  private mutating func check(
    _ parts: ArraySlice<ListedMedia>,
    of playlist: MediaPlaylist,
    at start: Double
  ) {
    guard let target = playlist.partTarget else { return }
    for part in parts where part.duration > target * (1 + Self.targetTolerance) {
      notes.append(
        StreamNote(
          id: .partTooLong,
          segment: part.uri,
          time: start,
          measured: part.duration,
          detail: "the part lasts \(part.duration) s, but the part target duration is \(target) s"
        )
      )
    }
  }

  /// Ends the incomplete segment and cancels the hinted request, because no more parts will be listed.
  mutating func stop(_ failure: ResourceError? = nil) {
    unfinished?.resource.end(failure)
    unfinished = nil
    hint?.stream.resource.cancel()
    hint = nil
  }

  /// Ends the incomplete segment with an error, because the playlist is no longer followed.
  mutating func abandon() {
    stop(Self.failure("the playlist ended before the segment was complete"))
  }

  // MARK: - Segments

  /// If the first of `segments` is the incomplete segment, completes it and returns the other segments. If another
  /// segment is first, ends the incomplete segment with an error and returns all of `segments`.
  private mutating func finish(
    _ segments: [MediaSegment],
    of playlist: MediaPlaylist,
    _ missed: inout Int
  ) -> ArraySlice<MediaSegment> {
    guard let known = unfinished, let first = segments.first else { return segments[...] }
    guard first.mediaSequenceNumber == known.number else {
      // The incomplete segment is one of the segments counted as missed.
      missed = max(0, missed - 1)
      lose("the segment left the window of the playlist before it was complete")
      return segments[...]
    }
    let parts = first.parts.map { ListedMedia($0, in: playlist) }
    // The version that lists the whole segment may be the first to list its last part.
    check(parts.dropFirst(known.checkedCount), of: playlist, at: known.start)
    known.resource.complete(ListedMedia(first, in: playlist), parts: parts) { adopt($0) }
    planner.settle(start: known.start, duration: first.duration)
    unfinished = nil
    return segments.dropFirst()
  }

  private mutating func lose(_ reason: String) {
    guard let known = unfinished else { return }
    known.resource.end(Self.failure(reason))
    planner.settle(start: known.start, duration: known.resource.duration)
    unfinished = nil
  }

  /// Begins to read a segment by its parts. Returns nil if the parts cannot be read separately.
  private mutating func begin(
    _ segment: MediaSegment,
    _ parts: [ListedMedia],
    of playlist: MediaPlaylist
  ) -> PlannedSegment? {
    guard playlist.isLive, Self.isReadable(segment), let first = parts.first, !first.isGap else {
      return nil
    }
    guard var planned = planner.plan([segment], of: playlist).first else { return nil }
    let resource = PartedSegment(
      access.loader,
      rendition: rendition,
      maximumSize: access.limits.segmentBytes,
      limits: Self.limits(of: playlist)
    )
    unfinished = Unfinished(
      number: segment.mediaSequenceNumber,
      start: planned.start,
      checkedCount: parts.count,
      resource: resource
    )
    check(parts[...], of: playlist, at: planned.start)
    resource.list(parts) { adopt($0) }
    planned.byteRange = first.byteRange
    planned.parts = resource
    return planned
  }

  /// Whether a segment can be read by its parts. AES-128 encrypts the whole segment, with padding at its end, so a
  /// segment with AES-128 is read when it is complete.
  private static func isReadable(_ segment: MediaSegment) -> Bool {
    !segment.isGap && segment.keys.allSatisfy { $0.method.name.hasPrefix("SAMPLE-AES") }
  }

  private static func limits(of playlist: MediaPlaylist) -> LiveLimits {
    LiveLimits(targetDuration: playlist.usedTargetDuration)
  }

  private static func failure(_ reason: String) -> ResourceError {
    ResourceError(.incomplete, url: "", reason: reason, remedy: "check the packager")
  }

  // MARK: - Hints

  /// Returns the request that a preload hint started for the part; nil if there is no such request.
  private mutating func adopt(_ part: ListedMedia) -> PartStream? {
    guard let (key, stream) = hint, stream.url == part.url, stream.position == part.start else {
      return nil
    }
    if let length = key.length {
      guard part.byteRange.map({ $0.count == length }) ?? false else { return nil }
    } else if part.byteRange == nil, key.start > 0 {
      return nil
    }
    hint = nil
    var adopted = stream
    adopted.isOpenEnded = key.length == nil && part.byteRange != nil
    return adopted
  }

  private mutating func takeHint(of playlist: MediaPlaylist) {
    let latest = playlist.unfinishedSegment ?? playlist.segments.last
    guard let next = playlist.preloadHints.first(where: { $0.kind == .part }),
      let latest, Self.isReadable(latest)
    else {
      hint?.stream.resource.cancel()
      hint = nil
      return
    }
    let url = playlist.resolve(next.uri)
    let start = Int64(next.start)
    if let known = hint {
      let isSame = known.stream.url == url && known.key.start == next.start
      if isSame, known.key.length == next.length { return }
      known.stream.resource.cancel()
      hint = nil
    }
    guard unfinished?.resource.brings(url: url, start: start) != true else { return }
    var request = ResourceRequest(
      url: url,
      byteRange: Self.range(start, next.length),
      purpose: .segment,
      rendition: rendition,
      maximumSize: access.limits.segmentBytes
    )
    // The server responds when the part has been made. The response for a growing file contains all parts of a segment.
    request.timeLimit = .seconds(Self.limits(of: playlist).part)
    request.answerTime = .seconds(Self.limits(of: playlist).part)
    hint = (next, PartStream(url: url, position: start, resource: access.loader.open(request)))
  }

  private static func range(_ start: Int64, _ length: Int?) -> Range<Int64>? {
    guard let length else { return start == 0 ? nil : start..<Int64.max }
    let (end, overflow) = start.addingReportingOverflow(Int64(length))
    return start..<(overflow ? Int64.max : end)
  }
}

/// A segment or a part as a playlist lists it, with its URL resolved.
struct ListedMedia: Sendable, Equatable {
  /// The URI in the playlist, as results show it.
  var uri: String
  var url: String
  /// The byte range in the resource; nil for the whole resource.
  var byteRange: Range<Int64>?
  /// The duration in seconds according to the playlist.
  var duration: Double
  var hasDecimalDuration = true
  /// Whether the playlist marks the media as missing (GAP=YES or EXT-X-GAP).
  var isGap: Bool

  init(_ part: PartialSegment, in playlist: MediaPlaylist) {
    uri = ShownURL.text(part.uri)
    url = playlist.resolve(part.uri)
    byteRange = part.byteRange?.bytes
    duration = part.duration
    isGap = part.isGap
  }

  init(_ segment: MediaSegment, in playlist: MediaPlaylist) {
    uri = playlist.shownName(of: segment)
    url = playlist.resolve(segment.uri)
    byteRange = segment.byteRange?.bytes
    duration = segment.duration
    hasDecimalDuration = segment.hasDecimalDuration
    isGap = segment.isGap
  }

  var start: Int64 { byteRange?.lowerBound ?? 0 }

  /// Whether `other` has the same bytes. URL queries are ignored because their tokens change between reloads.
  func isSameMedia(as other: ListedMedia) -> Bool {
    url.prefix { $0 != "?" } == other.url.prefix { $0 != "?" } && byteRange == other.byteRange
  }
}

/// A request for a part or a segment. A part may be requested before the playlist lists it.
struct PartStream: Sendable {
  var url: String
  /// The position of the next byte in the resource.
  var position: Int64
  /// Whether the response may continue after the part for which it was requested.
  var isOpenEnded = false
  /// Whether the request is for one listed part or segment. If so, a second request would return the same bytes.
  var isPlain = false
  var resource: any Resource
  /// Received bytes that follow the current part.
  var ahead: [UInt8] = []
}
