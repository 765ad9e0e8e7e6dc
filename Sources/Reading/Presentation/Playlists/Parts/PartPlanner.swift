import Formats
import HLS
import HTTP
import TimedMetadata

/// Plans the segment of a live playlist that is still being made: it is read part by part, as soon as each is listed.
struct PartPlanner {
  /// A segment that has been planned and is not listed yet.
  private struct Unfinished {
    var number: Int
    /// Seconds from the start of the rendition, by the playlist.
    var start: Double
    /// The number of its parts that were checked: more than are read if one could not be read.
    var checkedCount: Int
    var resource: PartedSegment
  }

  /// Plans whole segments.
  var planner: SegmentPlanner
  private let access: PlaylistAccess
  private let rendition: Int
  private var unfinished: Unfinished?
  /// The request for the part that the playlist announces (EXT-X-PRELOAD-HINT).
  private var hint: (key: PreloadHint, stream: PartStream)?
  /// Notes on the parts listed since the last call of `takeNotes`.
  private var notes: [StreamNote] = []
  /// The fraction by which parts may exceed their target: both are rounded.
  private static let targetTolerance = 0.01

  init(_ planner: SegmentPlanner, rendition: Int, access: PlaylistAccess) {
    (self.planner, self.rendition, self.access) = (planner, rendition, access)
  }

  /// Plans the segments that a version lists for the first time, and the segment whose parts it
  /// lists.
  mutating func plan(
    _ segments: [MediaSegment],
    of playlist: MediaPlaylist,
    missedBefore: Int = 0,
    isRestart: Bool = false
  ) -> [PlannedSegment] {
    var missed = missedBefore
    if isRestart { lose("the media sequence started again before it was complete") }
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

  /// The window of a live playlist that has been planned; nil if it is not live.
  func window(of playlist: MediaPlaylist) -> LiveWindow? {
    planner.window(of: playlist, endingAt: unfinished?.start ?? planner.now)
  }

  /// The notes on parts since the last call.
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
          detail: "part lasts \(part.duration) s, the part target duration is \(target) s"
        )
      )
    }
  }

  /// Ends planning: no more parts will be listed.
  mutating func stop(_ failure: ResourceError? = nil) {
    unfinished?.resource.end(failure)
    unfinished = nil
    hint?.stream.resource.cancel()
    hint = nil
  }

  /// The playlist is no longer followed: the segment will not be complete.
  mutating func abandon() {
    stop(Self.failure("the playlist ended before the segment was complete"))
  }

  // MARK: - Segments

  /// Ends the segment whose parts are being read if it is listed now. Returns the other segments.
  private mutating func finish(
    _ segments: [MediaSegment],
    of playlist: MediaPlaylist,
    _ missed: inout Int
  ) -> ArraySlice<MediaSegment> {
    guard let known = unfinished, let first = segments.first else { return segments[...] }
    guard first.mediaSequenceNumber == known.number else {
      // It is one of the segments that left the window.
      missed = max(0, missed - 1)
      lose("left the window of the playlist before it was complete")
      return segments[...]
    }
    let parts = first.parts.map { ListedMedia($0, in: playlist) }
    // The last part may be listed together with its segment.
    check(parts.dropFirst(known.checkedCount), of: playlist, at: known.start)
    known.resource.complete(ListedMedia(first, in: playlist), parts: parts) { adopt($0) }
    planner.settle(start: known.start, duration: first.duration)
    unfinished = nil
    return segments.dropFirst()
  }

  /// Abandons the segment whose parts are being read.
  private mutating func lose(_ reason: String) {
    guard let known = unfinished else { return }
    known.resource.end(Self.failure(reason))
    planner.settle(start: known.start, duration: known.resource.duration)
    unfinished = nil
  }

  /// Begins a segment; nil if its parts cannot be read separately.
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

  /// AES-128 encrypts the whole segment, with padding at its end: such a segment is read when it is complete.
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

  /// The request that was started for a part before it was listed.
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

  /// Requests the part that the playlist announces: the server answers as soon as the part is available.
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
    // The server answers when the part has been made. A file that grows brings all parts of a segment in one answer.
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

/// A segment or a partial segment that a playlist lists, resolved.
struct ListedMedia: Sendable, Equatable {
  /// The URI in the playlist, as names show it.
  var uri: String
  /// The absolute URL.
  var url: String
  /// The bytes of the resource; nil: all of it.
  var byteRange: Range<Int64>?
  /// Seconds, by the playlist.
  var duration: Double
  /// The duration has fractions of a second.
  var hasDecimalDuration = true
  /// The playlist says that it is missing (GAP=YES, EXT-X-GAP).
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

  /// Its first byte in the resource.
  var start: Int64 { byteRange?.lowerBound ?? 0 }

  /// Whether both are the same bytes: tokens in a query change between loads.
  func isSameMedia(as other: ListedMedia) -> Bool {
    url.prefix { $0 != "?" } == other.url.prefix { $0 != "?" } && byteRange == other.byteRange
  }
}

/// A request for a part, possibly started before its playlist listed the part.
struct PartStream: Sendable {
  /// The requested URL.
  var url: String
  /// The position in the resource of the next byte.
  var position: Int64
  /// It continues after the part for which it was started.
  var isOpenEnded = false
  /// It is for one listed part only: a second request would return the same.
  var isPlain = false
  var resource: any Resource
  /// Bytes that have come and are after that part.
  var ahead: [UInt8] = []
}
