import Conformance
import NielsenTag
import TimedMetadata

/// The state of a feed at one moment.
package struct FeedSnapshot: Sendable {
  /// Whether it delivers.
  package enum Status: String, Sendable, CaseIterable {
    /// Nothing has arrived yet.
    case waiting
    /// It delivers.
    case up
    /// It does not deliver.
    case lost
  }

  /// Its number; numbers are not reused.
  package let number: Int
  /// Its name in events.
  package let name: String
  /// Its title in pages and tables.
  package let title: String
  /// Its labels in the list of feeds.
  package let labels: FeedLabels
  /// Whether it delivers.
  package let status: Status
  /// Seconds since the status began.
  package let statusAge: Double
  /// The reason why it does not deliver.
  package let reason: String?
  /// The number of times it was opened.
  package let connections: Int
  /// The number of times it was lost.
  package let lossCount: Int
  /// The number of bytes of media that were read.
  package let bytes: Int64
  /// Its tracks, in the order of the playlist.
  package let tracks: [TrackSnapshot]
  /// The counters of tracks that its playlist no longer lists, the latest that left first.
  let gone: [(key: TrackKey, counters: TrackCounters)]
  /// The counters of further tracks, added up.
  let departed: TrackCounters
  /// The raised alarms, in the order in which they were raised.
  package let alarms: [ActiveAlarm]
  /// The alarms, and the loss, that are muted.
  package let muted: Set<AlarmName>
  /// The alarms that were not raised because the feed was lost.
  package let lossConsequences: [AlarmName]
  /// The numbers of raised alarms, by name.
  package let raised: [AlarmName: Int]
  /// Findings that belong to no track, by rule.
  package let faults: [RuleID: Int]
  /// The past of the feed as a whole.
  let past: TrackPast
}

/// The state of a track at one moment.
package struct TrackSnapshot: Sendable {
  /// Its rendition or program.
  package let key: TrackKey
  /// Tags since the watch began.
  package let tags: TagCounts
  /// Seconds since the last Nielsen tag; nil before the first.
  package let tagAge: Double?
  /// The carriage of its tags.
  package let carriage: Carriage?
  /// The PID of the tags.
  package let pid: Int?
  /// The latest CID of the Program Content that is not null.
  package let pcCID: ContentID?
  /// The latest CID of the Final Distributor that is not null.
  package let fdCID: ContentID?
  /// The latest CIDs of both kinds, with the numbers of their tags.
  package let cids: [(kind: String, cid: ContentID, tags: Int)]
  /// Findings by rule.
  package let faults: [RuleID: Int]
  /// Segments that were read, or could not be read.
  package let segments: Int
  /// Segments that could not be read.
  package let segmentsMissing: Int
  /// Segments that are listed and have not been read; nil: it has none, or is not being read.
  let backlog: Int?
  /// Whether the playlist is frozen.
  package let isFrozen: Bool
  /// The past, up to the moment of the snapshot.
  let past: TrackPast
}

/// The past of a track, or of a feed, before the moment of a snapshot.
struct TrackPast: Sendable {
  let strips: StripHistory
  let now: Double

  /// The marks of a range, the oldest first.
  func marks(_ range: WatchRange) -> [StateStrip.Mark] { strips.marks(range, upTo: now) }
}

extension FeedSnapshot {
  /// All tracks in one strip: the highest mark wins.
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
    // Findings from before the track existed.
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
    muted = state.muted.names
    lossConsequences = state.lossConsequences
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
    backlog = track.backlog
    isFrozen = track.playlist.isFrozen(now: now, after: frozenAfter)
    past = TrackPast(strips: track.strip, now: now)
  }
}
