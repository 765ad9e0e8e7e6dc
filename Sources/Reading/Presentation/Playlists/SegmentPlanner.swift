import Formats
import HLS
import TimedMetadata

/// Plans the segments of a media playlist.
struct SegmentPlanner {
  /// The start of the next segment according to the playlist, in seconds from the start of the rendition.
  private(set) var now: Double
  private var epoch = 0
  /// Whether the next planned segment is the first one that is read, or the first after a restart. It may be within a
  /// break that began earlier.
  private var isJoin = true
  var dateRanges = DateRangePlanner()
  /// The longest accepted duration of a segment, in seconds. Longer durations are shortened to it.
  private static let longestDuration = 1e6

  init(startingAt start: Double = 0) { now = start }

  /// Adds the durations of segments that are not read.
  mutating func skip(_ segments: some Sequence<MediaSegment>) {
    now = segments.reduce(now) { $0 + Self.seconds($1.duration) }
  }

  /// Restarts the media sequence. Segments planned after this do not share the clock of earlier segments, regardless of
  /// their discontinuity sequence numbers.
  mutating func restart() {
    epoch += 1
    isJoin = true
  }

  /// Sets the final duration of the last planned segment, of which only some parts were listed
  /// before. `start` and `duration` are in seconds.
  mutating func settle(start: Double, duration: Double) { now = start + Self.seconds(duration) }

  /// Plans segments that follow the segments planned before.
  mutating func plan(
    _ segments: some Sequence<MediaSegment>,
    of playlist: MediaPlaylist,
    missedBefore: Int = 0
  ) -> [PlannedSegment] {
    var missed = missedBefore
    let marks = dateRanges.marks(of: playlist, for: Array(segments))
    return segments.map { segment in
      let duration = Self.seconds(segment.duration)
      let joined = isJoin || missed > 0 ? TimelineMarker(breakInProgress: segment.cues) : nil
      isJoin = false
      let markers =
        [joined].compactMap(\.self) + segment.cues.compactMap { TimelineMarker($0) }
        + marks[segment.mediaSequenceNumber, default: []]
      defer {
        now += duration
        missed = 0
      }
      return PlannedSegment(
        uri: playlist.shownName(of: segment),
        url: playlist.resolve(segment.uri),
        byteRange: segment.byteRange?.bytes,
        encryption: Self.encryption(segment.keys, of: segment, in: playlist),
        initialization: segment.map.map { map in
          PlannedSegment.Initialization(
            uri: ShownURL.text(map.uri),
            url: playlist.resolve(map.uri),
            byteRange: map.byteRange?.bytes,
            encryption: Self.encryption(map.keys, of: segment, in: playlist)
          )
        },
        duration: duration,
        hasDecimalDuration: segment.hasDecimalDuration,
        start: now,
        mediaSequenceNumber: segment.mediaSequenceNumber,
        discontinuitySequence: segment.discontinuitySequenceNumber,
        isDiscontinuity: segment.isDiscontinuity,
        isGap: segment.isGap,
        programDateTime: segment.programDateTime,
        startDate: segment.startDate,
        markers: markers,
        missedBefore: missed,
        epoch: epoch
      )
    }
  }

  /// The window of a live playlist whose complete segments end at `end`, in seconds; nil if the playlist is not live.
  func window(of playlist: MediaPlaylist, endingAt end: Double) -> LiveWindow? {
    guard playlist.isLive else { return nil }
    return LiveWindow(
      start: playlist.segments.reduce(end) { $0 - Self.seconds($1.duration) },
      end: end,
      limits: LiveLimits(targetDuration: playlist.usedTargetDuration)
    )
  }

  private static func seconds(_ duration: Double) -> Double {
    duration > 0 ? min(duration, longestDuration) : 0
  }

  private static func encryption(
    _ keys: [EncryptionKey],
    of segment: MediaSegment,
    in playlist: MediaPlaylist
  ) -> PlannedSegment.Encryption? {
    // SAMPLE-AES, SAMPLE-AES-CTR and the older SAMPLE-AES-CENC leave ID3 tags unencrypted.
    let whole = keys.filter { !$0.method.name.hasPrefix("SAMPLE-AES") }
    guard let first = whole.first else { return nil }
    guard first.method == .aes128 else {
      return .unreadable("is encrypted with the unknown method \(first.method.name)")
    }
    guard
      let key = whole.first(where: {
        $0.method == .aes128 && $0.keyFormat == EncryptionKey.identityFormat
      }),
      let uri = key.uri
    else { return .unreadable("its keys need a licence (\(first.keyFormat))") }
    return .aes128(
      keyURL: playlist.resolve(uri),
      initializationVector: key.initializationVector(
        forMediaSequenceNumber: segment.mediaSequenceNumber
      )
    )
  }
}

extension TimelineMarker {
  /// Makes the marker of a cue tag before a segment; nil if the tag only continues a break or marks no time.
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
      isOut: kind == .splice ? nil : kind == .cueOut,
      splice: cue.scte35.flatMap(Self.spliceBytes)
    )
    readSplice()
  }

  /// Makes the marker of a break that began earlier, for a segment before which nothing was read or segments are
  /// missing. The marker's duration is the time that remains of the break. Nil if no tag continues a break, if a break
  /// begins or ends at the segment, or if no time remains.
  init?(breakInProgress cues: [CueMarker]) {
    guard !cues.contains(where: { $0.kind == .out || $0.kind == .in }),
      let cue = cues.first(where: { $0.kind == .outContinued })
    else { return nil }
    let left = cue.duration.map { $0 - (cue.elapsed ?? 0) }
    if let left, left <= 0 { return nil }
    self.init(kind: .cueOut, id: cue.id, duration: left, isOut: true)
  }
}

extension ByteRange {
  var bytes: Range<Int64> { Int64(offset)..<Int64(end) }
}

extension MediaPlaylist {
  /// The assumed target duration of a playlist without EXT-X-TARGETDURATION, in seconds.
  static let usualTargetDuration = 6.0
  /// The target duration in seconds, or `usualTargetDuration` if the playlist has none.
  var usedTargetDuration: Double { targetDuration.map(Double.init) ?? Self.usualTargetDuration }

  /// The URI of a segment as results show it, with secrets hidden. If an adjacent segment with another URI has the same
  /// shown URI, the media sequence number is added, as in `segment?n=…#12`.
  func shownName(of segment: MediaSegment) -> String {
    let name = ShownURL.text(segment.uri)
    guard let first = segments.first, name != segment.uri else { return name }
    let index = segment.mediaSequenceNumber - first.mediaSequenceNumber
    let isAmbiguous = [index - 1, index + 1].contains { other in
      segments.indices.contains(other) && segments[other].uri != segment.uri
        && ShownURL.text(segments[other].uri) == name
    }
    return isAmbiguous ? "\(name)#\(segment.mediaSequenceNumber)" : name
  }
}
