import Conformance
import NielsenTag
import TimedMetadata

/// What is known about a feed at one moment.
package struct FeedSnapshot: Sendable {
  /// Whether it delivers.
  package enum Status: String, Sendable, CaseIterable {
    /// Nothing has come yet.
    case waiting
    /// It delivers.
    case up
    /// It does not deliver.
    case lost
  }

  /// Its number; none is used twice.
  package let number: Int
  /// The feed.
  package let name: String
  /// What pages and tables call it.
  package let title: String
  /// What its list says about it.
  package let labels: FeedLabels
  /// Whether it delivers.
  package let status: Status
  /// Since when, in seconds before now.
  package let statusAge: Double
  /// Why it does not deliver.
  package let reason: String?
  /// How often it was opened.
  package let connections: Int
  /// How often it was lost.
  package let lossCount: Int
  /// Bytes of media that were read.
  package let bytes: Int64
  /// Its tracks, in the order of the playlist.
  package let tracks: [TrackSnapshot]
  /// What was counted in tracks that its playlist lists no more, the latest that left first.
  let gone: [(key: TrackKey, counters: TrackCounters)]
  /// What was counted in further ones, together.
  let departed: TrackCounters
  /// The alarms that are raised, in the order in which they were.
  package let alarms: [ActiveAlarm]
  /// How often alarms were raised, by name.
  package let raised: [AlarmName: Int]
  /// Findings that belong to no track, by rule.
  package let faults: [RuleID: Int]
  /// The past of the feed as a whole.
  let past: TrackPast
}

/// What is known about a track at one moment.
package struct TrackSnapshot: Sendable {
  /// What it is.
  package let key: TrackKey
  /// Tags since the watch began.
  package let tags: TagCounts
  /// Seconds since a Nielsen tag came; nil before the first.
  package let tagAge: Double?
  /// How tags are carried.
  package let carriage: Carriage?
  /// The PID of the tags.
  package let pid: Int?
  /// The latest CID of the Program Content that is not null.
  package let pcCID: ContentID?
  /// The latest CID of the Final Distributor that is not null.
  package let fdCID: ContentID?
  /// The latest CIDs of both kinds, with the tags that named them.
  package let cids: [(kind: String, cid: ContentID, tags: Int)]
  /// Findings by rule.
  package let faults: [RuleID: Int]
  /// Segments that were read, or could not be.
  package let segments: Int
  /// Segments that could not be read.
  package let segmentsMissing: Int
  /// Whether the playlist stands still.
  package let isFrozen: Bool
  /// The past, up to the moment of the snapshot.
  let past: TrackPast
}

/// What a track, or a feed, looked like before the moment of a snapshot.
struct TrackPast: Sendable {
  let strips: StripHistory
  let now: Double

  /// The marks of a range, the oldest first.
  func marks(_ range: WatchRange) -> [StateStrip.Mark] { strips.marks(range, upTo: now) }
}

extension FeedSnapshot {
  /// All tracks in one strip: what matters most wins.
  func marks(_ range: WatchRange) -> [StateStrip.Mark] {
    tracks.map { $0.past.marks(range) }.reduce(past.marks(range)) {
      zip($0, $1).map { max($0, $1) }
    }
  }

  /// Seconds since the last Nielsen tag in any track; nil before the first.
  var tagAge: Double? { tracks.compactMap(\.tagAge).min() }
}

extension FeedSnapshot {
  init(_ state: FeedState, now: Double) {
    let (delivery, known) = (state.delivery, state.tracks)
    number = state.identity.index
    name = state.identity.name
    title = state.identity.title
    labels = state.identity.labels
    status =
      switch delivery.phase {
      case .waiting: .waiting
      case .up: .up
      // Not reported yet.
      case .broken: .waiting
      case .lost: .lost
      }
    statusAge = max(0, now - delivery.phase.since)
    reason = delivery.phase.reason
    connections = delivery.connections
    lossCount = delivery.losses.total
    bytes = delivery.bytes.total
    let shown = known.listed
    // What was found before there was a track for it.
    let feedTrack = shown.firstIndex { $0.key == .feed }
    tracks = shown.indices.map { index in
      TrackSnapshot(
        shown[index],
        moreFaults: index == feedTrack ? known.faults : [:],
        frozenAfter: state.settings.frozenAfter,
        now: now
      )
    }
    gone = known.gone.map { ($0.key, $0.counters) }
    departed = known.departed
    faults = feedTrack == nil ? known.faults : [:]
    alarms = state.board.active
    raised = state.board.raised
    past = TrackPast(strips: known.strip, now: now)
  }
}

extension TrackSnapshot {
  init(
    _ track: TrackState,
    moreFaults: [RuleID: Int] = [:],
    frozenAfter: Double,
    now: Double
  ) {
    key = track.key
    tags = track.tags
    tagAge = track.lastTag.map { max(0, now - $0) }
    carriage = track.carriage
    pid = track.pid
    pcCID = track.pcCID
    fdCID = track.fdCID
    cids =
      track.pcCIDs.latest.map { ("PC", $0.cid, $0.tags) }
      + track.fdCIDs.latest.map { ("FD", $0.cid, $0.tags) }
    faults = track.faults.merging(moreFaults, uniquingKeysWith: +)
    segments = track.segments
    segmentsMissing = track.segmentsMissing
    isFrozen = track.playlist.isFrozen(now: now, after: frozenAfter)
    past = TrackPast(strips: track.strip, now: now)
  }
}
