import TimedMetadata

/// The counts of shown and missed tags of a stream, segment by segment.
extension PlayerJudge {
  struct StreamState: Sendable {
    /// The counts of all ended segments, one for each event stream.
    private var ended: [Count] = []
    /// The counts of the latest segment, whose tags may be lost if playback stops.
    private var latest: [Count] = []
    private var segment = Segment()
    private static let maximumEvents = 256

    /// The reason why playback stopped; nil while playback continues.
    private var stop: Reason?
    /// Whether playback stops at the end of the segment unless another tag follows in the segment.
    var failsAtEnd = false
    /// Whether tags are lost until the end of the segment.
    var isLost = false
    /// The number of bytes that a cut tag still lacks after the unaligned PES packets that followed.
    var missingBytes = 0
    /// Whether only the next PES packet shows where the latest shown tag ends.
    var endsWithNextPES = false
    /// The `stream_type` values of audio and video received in the program; nil if unknown.
    var arrivedMedia: Set<UInt8>?
    /// The latest segment of packed audio, and the byte position at which its leading tags end.
    var leading: (segment: String?, end: Int64)?
  }

  struct Segment: Sendable, Equatable {
    var uri: String?
    var sequence: Int?
  }
}

extension PlayerJudge.StreamState {
  /// The counts of all segments, one for each event stream.
  var counts: [PlayerJudge.Count] {
    var state = self
    state.endSegment()
    return state.ended
  }

  /// Starts the segment of a tag, if the tag is the first in it.
  mutating func begin(_ tag: CheckedTag) {
    if let media = tag.tag.transport?.multiplex.arrivedMedia {
      arrivedMedia = (arrivedMedia ?? []).union(media)
    }
    let next = PlayerJudge.Segment(uri: tag.tag.segment, sequence: tag.tag.mediaSequence)
    guard next != segment else { return }
    endSegment()
    segment = next
  }

  private mutating func endSegment() {
    if failsAtEnd { stop(for: MissedFor.invalidText) }
    (failsAtEnd, isLost) = (false, false)
    for count in latest {
      if let index = ended.firstIndex(where: { $0.event == count.event }) {
        ended[index].tally.add(count.tally)
      } else if ended.count < Self.maximumEvents {
        ended.append(count)
      } else {
        ended[ended.count - 1].tally.add(count.tally)
      }
    }
    latest.removeAll(keepingCapacity: true)
  }

  /// Stops playback. The tags of the latest segment are lost unless `keepsSegment` is true.
  mutating func stop(for reason: PlayerJudge.Reason, keepsSegment: Bool = false) {
    guard stop == nil else { return }
    stop = reason
    guard !keepsSegment else { return }
    for index in latest.indices { latest[index].tally.lose(for: reasonAtStop(reason)) }
  }

  /// Stops playback in the segment with this URI: the latest segment, or one after it.
  mutating func stop(for reason: PlayerJudge.Reason, in uri: String?) {
    stop(for: reason, keepsSegment: uri != segment.uri)
  }

  /// The reason why tags are missed after playback has stopped; nil while playback continues.
  var stopReason: PlayerJudge.Reason? { stop.map(reasonAtStop) }

  private func reasonAtStop(_ reason: PlayerJudge.Reason) -> PlayerJudge.Reason {
    "\(reason): playback stops"
  }

  mutating func count(
    _ tag: CheckedTag,
    _ reasons: [PlayerJudge.Reason],
    move: (seconds: Double, reason: PlayerJudge.Reason)?
  ) {
    let event = tag.tag.eventMessage.map(DeclaredEvent.init)
    let known = latest.firstIndex { $0.event == event }
    if known == nil, latest.count < Self.maximumEvents {
      latest.append(PlayerJudge.Count(event: event))
    }
    let index = known ?? latest.count - 1
    latest[index].tally.tags += 1
    if !reasons.isEmpty { latest[index].tally.missed += 1 }
    for reason in reasons { latest[index].tally.reasons.add(reason) }
    guard reasons.isEmpty, let move else { return }
    latest[index].tally.moved += 1
    latest[index].tally.note(move: move.seconds)
    latest[index].tally.moves.add(move.reason)
  }
}

extension PlayerJudge.Tally {
  fileprivate mutating func add(_ other: Self) {
    tags += other.tags
    missed += other.missed
    moved += other.moved
    note(move: other.longestMove)
    for (reason, count) in other.reasons.all { reasons.add(reason, count: count) }
    for (reason, count) in other.moves.all { moves.add(reason, count: count) }
  }

  /// Counts all shown tags as missed.
  fileprivate mutating func lose(for reason: PlayerJudge.Reason) {
    guard missed < tags else { return }
    reasons.add(reason, count: tags - missed)
    missed = tags
    (moved, longestMove, moves) = (0, 0, PlayerJudge.ReasonCounts())
  }
}
