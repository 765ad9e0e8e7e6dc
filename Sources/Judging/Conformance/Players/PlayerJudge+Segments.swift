import TimedMetadata

/// What is counted of the tags of a stream, segment by segment.
extension PlayerJudge {
  /// The state of one stream.
  struct StreamState: Sendable {
    /// The counts of the segments that have ended, by the event stream of its messages.
    private var ended: [Count] = []
    /// The counts of the latest segment: where playback stops, its tags are lost.
    private var latest: [Count] = []
    private var segment = Segment()
    /// More event streams are not distinguished.
    private static let maximumEvents = 256

    /// Why playback stopped; nil: it goes on.
    private var stop: Reason?
    /// Playback stops at the end of the segment, if no other tag of it comes.
    var failsAtEnd = false
    /// Tags are lost up to the end of the segment.
    var isLost = false
    /// Bytes that a cut tag lacks, less those of the PES after it that are not marked as aligned.
    var missingBytes = 0
    /// The latest tag shown ends with the next PES only.
    var endsWithNextPES = false
    /// `stream_type` of the audio and video that came in the program; nil: unknown.
    var arrivedMedia: Set<UInt8>?
    /// The start of the segment of packed audio, up to the end of the tags there.
    var leading: (segment: String?, end: Int64)?
  }

  /// A segment of a rendition.
  struct Segment: Sendable, Equatable {
    var uri: String?
    var sequence: Int?
  }
}

extension PlayerJudge.StreamState {
  /// The counts, by the event stream of its messages.
  var counts: [PlayerJudge.Count] {
    var state = self
    state.endSegment()
    return state.ended
  }

  /// Begins the segment of a tag.
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

  /// Stops playback in a segment that is not shown; `keepsSegment`: its earlier tags are.
  mutating func stop(for reason: PlayerJudge.Reason, keepsSegment: Bool = false) {
    guard stop == nil else { return }
    stop = reason
    guard !keepsSegment else { return }
    for index in latest.indices { latest[index].tally.lose(for: reasonAtStop(reason)) }
  }

  /// Stops playback in the segment with this URI, which is the latest or comes after it.
  mutating func stop(for reason: PlayerJudge.Reason, in uri: String?) {
    stop(for: reason, keepsSegment: uri != segment.uri)
  }

  /// Why tags are missed after playback has stopped; nil: it goes on.
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
  /// Adds the tags of another part of the stream.
  fileprivate mutating func add(_ other: Self) {
    tags += other.tags
    missed += other.missed
    moved += other.moved
    note(move: other.longestMove)
    for (reason, count) in other.reasons.all { reasons.add(reason, count: count) }
    for (reason, count) in other.moves.all { moves.add(reason, count: count) }
  }

  /// Counts the tags that were shown as missed.
  fileprivate mutating func lose(for reason: PlayerJudge.Reason) {
    guard missed < tags else { return }
    reasons.add(reason, count: tags - missed)
    missed = tags
    (moved, longestMove, moves) = (0, 0, PlayerJudge.ReasonCounts())
  }
}
