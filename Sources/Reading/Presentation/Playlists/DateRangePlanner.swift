import HLS
import TimedMetadata

/// The marks of the date ranges of a playlist. All tags with one ID are one range, also those of earlier versions
/// (rfc8216bis, section 4.4.5.1): its marks are at its start and, where a tag ends it with SCTE35-IN, at its end.
struct DateRangePlanner {
  /// What is known of a date range.
  private struct Known {
    var range: DateRange
    /// The last version that listed it.
    var version: Int
    /// The marks that were placed, or passed before anything was read.
    var marks: [TimelineMarker?] = [nil, nil]
    /// Whether the mark at its start was placed: what becomes known later is placed then, too, however late.
    var isPlaced = false
    var hasConflict = false
  }

  /// Date ranges that are remembered after they have left the playlist: the tag that ends one may come later.
  private static let rememberedCount = 256

  private var known: [String: Known] = [:]
  private var version = 0
  /// What later versions say otherwise than earlier ones, until it is taken.
  private var conflicts: [String] = []

  /// The number of date ranges that are remembered.
  var rememberedDateRangeCount: Int { known.count }

  /// What later versions say otherwise than earlier ones, since the last call; each range once.
  mutating func takeConflicts() -> [String] {
    defer { conflicts = [] }
    return conflicts
  }

  /// The marks that are new in this version, by the number of the segment at which to place them. The position of a tag in
  /// the playlist has no meaning (RFC 8216, 4.3.2.7): marks before segments that are not planned now are placed at the first
  /// planned one, unless their ranges have ended by then.
  mutating func marks(
    of playlist: MediaPlaylist,
    for segments: [MediaSegment]
  ) -> [Int: [TimelineMarker]] {
    guard let first = segments.first, let last = segments.last else { return [:] }
    let planned =
      first.mediaSequenceNumber...max(first.mediaSequenceNumber, last.mediaSequenceNumber)
    version += 1
    // The segments after the first tag of each range, and after its first tag with SCTE35-IN.
    var places: [String: [Int?]] = [:]
    for (tag, number) in playlist.dateRangeTags {
      var place = places[tag.id] ?? [number, nil]
      if tag.scte35In != nil, place[1] == nil { place[1] = number }
      places[tag.id] = place
    }
    var placed: [Int: [TimelineMarker]] = [:]
    // Ranges without ID stay apart.
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
          // The mark at the end says what became of a planned duration.
          if entry.range.scte35In != nil { continue }
          // Without a date the mark cannot be placed where it was.
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

  /// Whether a mark whose tag stands elsewhere belongs to segments from `first` on.
  private static func isAhead(
    _ mark: TimelineMarker,
    of range: DateRange,
    after first: MediaSegment
  ) -> Bool {
    guard let time = mark.wallClock, let date = first.startDate else { return false }
    return (mark.isOut == false ? time : range.end ?? .infinity) > date
  }

  /// Adds what this version says of a range. An ID that has another start than in an earlier version, and was not in the
  /// latest one, is used again: it is another range.
  private mutating func remember(_ listed: DateRange, as id: String) {
    guard var entry = known[id],
      entry.version == version - 1 || listed.startDate == nil || entry.range.startDate == nil
        || listed.startDate == entry.range.startDate
    else { return known[id] = Known(range: listed, version: version) }
    let names = listed.differences(from: entry.range)
    if !names.isEmpty, !entry.hasConflict {
      entry.hasConflict = true
      conflicts.append(
        "EXT-X-DATERANGE with ID \(listed.id) has another \(names.joined(separator: ", ")) than in an earlier version: "
          + "players keep the first"
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

  /// The mark at the start and that at the end of a range; nil where it has none.
  private func marks(of range: DateRange, in playlist: MediaPlaylist) -> [TimelineMarker?] {
    let hasStart = range.scte35In == nil || range.scte35Out != nil
    var start = TimelineMarker(
      kind: .dateRange,
      id: range.id,
      className: range.dateRangeClass,
      wallClock: range.startDate,
      // What was announced, where another mark says when it ended.
      duration: range.scte35In == nil ? range.seconds : range.plannedDuration ?? range.seconds,
      isOut: range.scte35Out == nil ? nil : true,
      splice: range.scte35Out ?? range.scte35Command
    )
    start.interstitial = Interstitial(range, in: playlist)
    if range.scte35In == nil, range.isEndPlanned { start.guess = Self.planned }
    start.readSplice()
    return [hasStart ? start : nil, range.scte35In.map { end(of: range, $0) }]
  }

  /// The mark at the end of a range, for its SCTE35-IN.
  private func end(of range: DateRange, _ splice: [UInt8]) -> TimelineMarker {
    // A range that only ends a break may have no other date than its start.
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
      mark.guess = "no date says where it ends: it is marked at the segment after its SCTE35-IN"
    } else if range.end == nil {
      mark.guess = "nothing but START-DATE says where it ends"
    } else if range.isEndPlanned {
      mark.guess = Self.planned
    }
    mark.readSplice()
    return mark
  }

  private static let planned = "nothing but PLANNED-DURATION says where it ends"
}

extension Interstitial {
  private static let dateRangeClass = "com.apple.hls.interstitial"

  /// Nil for a date range of another class, or without an asset.
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
