import HLS
import TimedMetadata

/// Plans the markers of a playlist's date ranges. All EXT-X-DATERANGE tags with the same ID describe one range, also in
/// later versions of the playlist (rfc8216bis, section 4.4.5.1). A range has a marker at its start, and another one at
/// its end if it has SCTE35-IN. A range that has SCTE35-IN without SCTE35-OUT has only the marker at its end.
struct DateRangePlanner {
  private struct Known {
    var range: DateRange
    /// The number of the last playlist version that listed the range.
    var version: Int
    /// The markers at the start and at the end that have been processed, whether or not they were placed.
    var marks: [TimelineMarker?] = [nil, nil]
    /// Whether the start marker was placed. If so, later markers of the range are placed even if their time has passed.
    var isPlaced = false
    var hasConflict = false
  }

  /// The maximum number of date ranges that are remembered after they have left the playlist, because the tag that ends
  /// a range may be listed later.
  private static let rememberedCount = 256

  private var known: [String: Known] = [:]
  private var version = 0
  private var conflicts: [String] = []

  var rememberedDateRangeCount: Int { known.count }

  /// Returns and clears the messages on ranges whose later tags contradict earlier ones. Each range is reported once.
  mutating func takeConflicts() -> [String] {
    defer { conflicts = [] }
    return conflicts
  }

  /// The markers that are new in this version, by the media sequence number of the segment at which to place them. The
  /// position of a tag in the playlist has no meaning (RFC 8216, 4.3.2.7): a marker before a segment that is not
  /// planned now may be placed at the first planned segment.
  mutating func marks(
    of playlist: MediaPlaylist,
    for segments: [MediaSegment]
  ) -> [Int: [TimelineMarker]] {
    guard let first = segments.first, let last = segments.last else { return [:] }
    let planned =
      first.mediaSequenceNumber...max(first.mediaSequenceNumber, last.mediaSequenceNumber)
    version += 1
    // For each range: the number of the segment after its first tag, and of the segment after its first tag with
    // SCTE35-IN.
    var places: [String: [Int?]] = [:]
    for (tag, number) in playlist.dateRangeTags {
      var place = places[tag.id] ?? [number, nil]
      if tag.scte35In != nil, place[1] == nil { place[1] = number }
      places[tag.id] = place
    }
    var placed: [Int: [TimelineMarker]] = [:]
    // Each tag without an ID is a separate range.
    let ids = playlist.dateRanges.enumerated().map { index, listed in
      let id = listed.id.isEmpty ? "\n\(index)" : listed.id
      remember(listed, as: id)
      return id
    }
    let starts = DateRangeStarts(known.values.map(\.range))
    for id in ids {
      guard var entry = known[id] else { continue }
      entry.range.nextStart = starts.next(after: entry.range)
      for (kind, mark) in marks(of: entry.range, in: playlist).enumerated() {
        guard let mark, mark != entry.marks[kind] else { continue }
        if kind == 0, let earlier = entry.marks[0], earlier.isOut == mark.isOut {
          // The end marker has the actual end, so later changes to a planned duration are ignored.
          if entry.range.scte35In != nil { continue }
          // Without a date an update cannot be placed where the first marker was.
          if entry.isPlaced, earlier.wallClock == nil || first.startDate == nil { continue }
        }
        known[id]?.marks[kind] = mark
        let number = places[entry.range.id]?[kind].flatMap { planned.contains($0) ? $0 : nil }
        guard number != nil || entry.isPlaced || Self.isAhead(mark, of: entry.range, after: first)
        else { continue }
        placed[number ?? first.mediaSequenceNumber, default: []].append(mark)
        if kind == 0 { known[id]?.isPlaced = true }
      }
    }
    forget()
    return placed
  }

  /// Whether a marker whose segment is not planned applies after the start of `first`, according to dates. For an end
  /// marker its own time counts, for any other marker the end of its range; an unknown end counts as later.
  private static func isAhead(
    _ mark: TimelineMarker,
    of range: DateRange,
    after first: MediaSegment
  ) -> Bool {
    guard let time = mark.wallClock, let date = first.startDate else { return false }
    return (mark.isOut == false ? time : range.end ?? .infinity) > date
  }

  /// Adds this version's attributes to a range. An ID that was not in the previous version and now has a different
  /// start has been reused for a new range.
  private mutating func remember(_ listed: DateRange, as id: String) {
    guard var entry = known[id],
      entry.version == version - 1 || listed.startDate == nil || entry.range.startDate == nil
        || listed.startDate == entry.range.startDate
    else { return known[id] = Known(range: listed, version: version) }
    let names = listed.differences(from: entry.range)
    if !names.isEmpty, !entry.hasConflict {
      entry.hasConflict = true
      conflicts.append(
        "EXT-X-DATERANGE with ID \(listed.id) differs from an earlier version of the playlist in "
          + "\(names.joined(separator: ", ")): players keep the first value"
      )
    }
    entry.range.complete(from: listed)
    entry.version = version
    known[id] = entry
  }

  private mutating func forget() {
    let left = known.filter { $0.value.version < version }.sorted {
      ($0.value.version, $0.value.range.startDate ?? 0) < (
        $1.value.version, $1.value.range.startDate ?? 0
      )
    }
    for (id, _) in left.dropLast(Self.rememberedCount) { known[id] = nil }
  }

  /// The markers at the start and at the end of a range; nil if the range has no such marker.
  private func marks(of range: DateRange, in playlist: MediaPlaylist) -> [TimelineMarker?] {
    let hasStart = range.scte35In == nil || range.scte35Out != nil
    var start = TimelineMarker(
      kind: .dateRange,
      id: range.id,
      className: range.dateRangeClass,
      wallClock: range.startDate,
      // If another marker gives the end, the start marker has the announced duration.
      duration: range.scte35In == nil ? range.seconds : range.plannedDuration ?? range.seconds,
      isOut: range.scte35Out == nil ? nil : true,
      splice: range.scte35Out ?? range.scte35Command
    )
    start.interstitial = Interstitial(range, in: playlist)
    if range.scte35In == nil, range.isEndPlanned { start.guess = Self.planned }
    start.readSplice()
    return [hasStart ? start : nil, range.scte35In.map { end(of: range, $0) }]
  }

  /// The marker at the end of a range, from its SCTE35-IN.
  private func end(of range: DateRange, _ splice: [UInt8]) -> TimelineMarker {
    // A tag that only ends a break may have START-DATE as its only date.
    let date = range.end ?? (range.scte35Out == nil ? range.startDate : nil)
    var mark = TimelineMarker(
      kind: .dateRange,
      id: range.id,
      className: range.dateRangeClass,
      wallClock: date,
      duration: range.seconds,
      isOut: false,
      splice: splice
    )
    if date == nil {
      mark.guess = "no end date: the end is marked at the segment after its SCTE35-IN"
    } else if range.end == nil {
      mark.guess = "no end date: START-DATE is taken as its end"
    } else if range.isEndPlanned {
      mark.guess = Self.planned
    }
    mark.readSplice()
    return mark
  }

  private static let planned = "no end date: PLANNED-DURATION gives its end"
}

extension Interstitial {
  private static let dateRangeClass = "com.apple.hls.interstitial"

  /// Makes the interstitial of a date range; nil if the range has a different class, or no asset.
  init?(_ range: DateRange, in playlist: MediaPlaylist) {
    guard range.dateRangeClass == Self.dateRangeClass else { return nil }
    self.init(isOutside: range.cues.contains(.pre) || range.cues.contains(.post))
    assetURL = range.attribute("X-ASSET-URI").map { playlist.resolve($0) }
    assetListURL = range.attribute("X-ASSET-LIST").map { playlist.resolve($0) }
    resumeOffset = range.attribute("X-RESUME-OFFSET").flatMap(Self.seconds)
    playoutLimit = range.attribute("X-PLAYOUT-LIMIT").flatMap(Self.seconds).flatMap {
      $0 >= 0 ? $0 : nil
    }
    guard assetURL != nil || assetListURL != nil else { return nil }
  }

  private static func seconds(_ text: String) -> Double? {
    Double(text).flatMap { $0.isFinite ? $0 : nil }
  }
}
