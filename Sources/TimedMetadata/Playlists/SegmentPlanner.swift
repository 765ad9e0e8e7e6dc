import HLS

/// Turns the segments of a media playlist into segments to be read.
struct SegmentPlanner {
  /// Where the next segment starts, in seconds from the start of the rendition, by the playlist.
  private(set) var now: Double
  /// The date ranges that have been marked already, by identifier and beginning: every version of a
  /// live playlist names them again.
  private var knownDateRanges: Set<DateRangeKey> = []
  /// Date ranges that are remembered.
  private static let dateRangeCapacity = 10_000

  private struct DateRangeKey: Hashable {
    var id: String
    var start: Double?
    var end: Double?
    var duration: Double?
  }

  init(startingAt start: Double = 0) { now = start }

  /// Passes over segments that are not read.
  mutating func skip(_ segments: some Sequence<MediaSegment>) {
    now = segments.reduce(now) { $0 + Self.seconds($1.duration) }
  }

  /// Plans segments, which follow those planned before.
  mutating func plan(
    _ segments: some Sequence<MediaSegment>,
    of playlist: MediaPlaylist,
    missedBefore: Int = 0
  ) -> [PlannedSegment] {
    var missed = missedBefore
    return segments.map { segment in
      let duration = Self.seconds(segment.duration)
      let markers =
        segment.cues.compactMap { TimelineMarker($0) }
        + segment.dateRanges.compactMap { marker(for: $0) }
      defer {
        now += duration
        missed = 0
      }
      return PlannedSegment(
        uri: segment.uri,
        url: playlist.resolve(segment.uri),
        byteRange: segment.byteRange.map(Self.range),
        encryption: Self.encryption(segment.keys, of: segment, in: playlist),
        initialization: segment.map.map { map in
          PlannedSegment.Initialization(
            url: playlist.resolve(map.uri),
            byteRange: map.byteRange.map(Self.range),
            encryption: Self.encryption(map.keys, of: segment, in: playlist)
          )
        },
        duration: duration,
        start: now,
        mediaSequenceNumber: segment.mediaSequenceNumber,
        discontinuitySequence: segment.discontinuitySequenceNumber,
        isDiscontinuity: segment.isDiscontinuity,
        isGap: segment.isGap,
        programDateTime: segment.programDateTime,
        markers: markers,
        missedBefore: missed
      )
    }
  }

  private mutating func marker(for range: DateRange) -> TimelineMarker? {
    let key = DateRangeKey(
      id: range.id,
      start: range.startDate,
      end: range.endDate,
      duration: range.duration
    )
    guard knownDateRanges.insert(key).inserted else { return nil }
    if knownDateRanges.count > Self.dateRangeCapacity { knownDateRanges = [key] }
    return TimelineMarker(range)
  }

  private static func seconds(_ duration: Double) -> Double {
    duration.isFinite && duration > 0 ? duration : 0
  }

  private static func range(_ range: ByteRange) -> Range<Int64> {
    Int64(range.offset)..<Int64(range.end)
  }

  private static func encryption(
    _ keys: [EncryptionKey],
    of segment: MediaSegment,
    in playlist: MediaPlaylist
  ) -> PlannedSegment.Encryption? {
    // SAMPLE-AES leaves ID3 in clear, and so does common encryption of fragmented MP4.
    let whole = keys.filter { $0.method == .aes128 }
    guard !whole.isEmpty else { return nil }
    guard let key = whole.first(where: { $0.keyFormat == EncryptionKey.identityFormat }),
      let uri = key.uri
    else { return .unreadable("its keys need a licence (\(whole[0].keyFormat))") }
    return .aes128(
      keyURL: playlist.resolve(uri),
      initializationVector: key.initializationVector(
        forMediaSequenceNumber: segment.mediaSequenceNumber
      )
    )
  }
}

extension TimelineMarker {
  /// The mark of a tag in front of a segment; nil for tags that repeat one or mark nothing.
  init?(_ cue: CueMarker) {
    let kind: Kind
    switch cue.kind {
    case .out: kind = .cueOut
    case .in: kind = .cueIn
    case .splice: kind = .splice
    case .outContinued, .asset: return nil
    }
    self.init(
      kind: kind,
      id: cue.id,
      duration: cue.duration,
      isOut: kind == .splice ? nil : kind == .cueOut
    )
  }

  /// The mark of a date range.
  init?(_ range: DateRange) {
    self.init(
      kind: .dateRange,
      id: range.id,
      className: range.dateRangeClass,
      wallClock: range.startDate,
      duration: range.duration ?? range.end.flatMap { end in range.startDate.map { end - $0 } }
        ?? range.plannedDuration,
      isOut: range.scte35Out != nil ? true : range.scte35In != nil ? false : nil,
      splice: range.scte35Out ?? range.scte35In ?? range.scte35Command
    )
  }
}
