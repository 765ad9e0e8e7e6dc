import Conformance
import NielsenTag
import Records
import TimedMetadata

/// The state of one track of a feed. The state has a bounded size.
struct TrackState: Sendable {
  let key: TrackKey
  /// The summary of the track from the playlist; nil if the playlist does not list it.
  var summary: RenditionSummary?
  private(set) var counters = TrackCounters()
  /// The number of Nielsen tags on this connection.
  private(set) var connectionTags = 0
  /// When the last Nielsen tag arrived, on the steady clock; nil before the first tag.
  private(set) var lastTag: Double?
  /// The time of the last Nielsen tag in presentation seconds.
  private(set) var lastTagTime: Double?
  /// The beginning of the time without tags. Time in which no media was available does not count.
  private(set) var waitingSince: Double
  /// The duration, in seconds, of the complete segments that this connection has read since the last Nielsen tag.
  private(set) var mediaSinceTag = 0.0
  /// When media of the track was last read, or the feed was opened or returned, on the steady clock.
  private(set) var lastRead: Double
  /// The number of Nielsen tags since an alarm about the track was last raised.
  var tagsSinceAlarm = 0
  private(set) var pid: Int?
  private(set) var carriage: Carriage?
  /// The latest PC CID that is not null.
  private(set) var pcCID: ContentID?
  private(set) var fdCID: ContentID?
  var strip = StripHistory()
  /// The position in presentation seconds up to which the track was read.
  private(set) var reached: Double?
  var playlist = PlaylistHealth()
  /// The number of listed segments that have not been read; nil if it is unknown.
  var backlog: Int?
  private var recent = RecentTags()

  init(_ key: TrackKey, now: Double) {
    self.key = key
    waitingSince = now
    lastRead = now
  }

  var isListed: Bool { summary != nil }

  /// Whether a Nielsen tag has ever arrived.
  var hasCarried: Bool { counters.tags.data + counters.tags.info > 0 }

  enum Taken: Equatable {
    /// The tag arrived on an earlier connection, or there are too many tracks.
    case ignored
    /// The tag is new in this track, and may change a CID.
    case new(TrackKey, CIDChange?)
  }

  /// Receives a tag. When a playlist is opened again, its last segments are read again, and a tag may be a repetition.
  /// A stream without playlists sends each tag only once, so an equal tag is a new tag.
  mutating func receive(_ tag: TimedTag, now: Double, mayBeRepeated: Bool) -> Taken {
    lastRead = now
    guard !mayBeRepeated || recent.isNew(tag) else { return .ignored }
    pid = tag.pid ?? pid
    carriage = tag.carriage
    if let time = tag.time { reach(time) }
    counters.tags.count(tag)
    guard let payload = tag.nielsen else { return .new(key, nil) }
    lastTag = now
    lastTagTime = tag.time ?? lastTagTime
    waitingSince = now
    mediaSinceTag = 0
    connectionTags += 1
    tagsSinceAlarm += 1
    strip.mark(payload.kind == .info ? .info : .data, at: now)
    return .new(key, payload.kind == .data ? changeCIDs(payload) : nil)
  }

  /// Counts a segment that was read or could not be read.
  mutating func receive(_ segment: SegmentReport, now: Double) {
    counters.segments += 1
    if !segment.isComplete, !segment.isGap { counters.segmentsMissing += 1 }
    if segment.isComplete {
      mediaSinceTag +=
        segment.frames.map { min($0.upperBound - $0.lowerBound, segment.duration) }
        ?? segment.duration
      lastRead = now
      strip.mark(.media, at: now)
    }
    if let start = segment.start { reach(start + segment.duration) }
  }

  mutating func count(_ findings: Int, of rule: RuleID, _ severity: Severity, now: Double) {
    counters.faults[rule, default: 0] += findings
    if let mark = StateStrip.Mark(severity) { strip.mark(mark, at: now) }
  }

  /// Begins another connection, because the feed is opened again and its timeline restarts.
  mutating func reconnect(now: Double) {
    recent.reconnect()
    connectionTags = 0
    reached = nil
    playlist = PlaylistHealth()
    backlog = nil
    mediaSinceTag = 0
    suspendedSince = nil
    waitingSince = now
    lastRead = now
  }

  /// When media became unavailable; nil if it is available.
  private var suspendedSince: Double?

  var isSuspended: Bool { suspendedSince != nil }

  /// Records whether media is unavailable. Time without media does not count as time without tags.
  mutating func suspend(_ isSuspended: Bool, now: Double) {
    if isSuspended {
      suspendedSince = suspendedSince ?? now
    } else if let since = suspendedSince {
      waitingSince = min(now, waitingSince + now - since)
      suspendedSince = nil
    }
  }

  mutating func wait(from now: Double) {
    waitingSince = max(waitingSince, now)
    lastRead = max(lastRead, now)
  }

  private mutating func reach(_ time: Double) { reached = max(reached ?? time, time) }

  private mutating func changeCIDs(_ payload: NielsenPayload) -> CIDChange? {
    var change: CIDChange?
    if let cid = payload.fdCID, !cid.isNull {
      if let before = fdCID, before != cid { change = CIDChange(name: "FD", from: before, to: cid) }
      fdCID = cid
    }
    if let cid = payload.pcCID, !cid.isNull {
      if let before = pcCID, before != cid { change = CIDChange(name: "PC", from: before, to: cid) }
      pcCID = cid
    }
    return change
  }
}

/// A change of a CID: another source, or another broadcast day. Null CIDs identify no source and are ignored.
struct CIDChange: Sendable, Equatable {
  /// The side of the tag: `PC` or `FD`.
  var name: String
  var from: ContentID
  var to: ContentID

  var words: String { "\(name) CID changed from \(from) to \(to)" }
}

/// The counters of one or several tracks since the watch began. They never decrease.
struct TrackCounters: Sendable, Equatable {
  var tags = TagCounts()
  /// The number of segments that were read or could not be read.
  var segments = 0
  /// The number of segments that could not be read, not counting segments that the playlist marks as gaps.
  var segmentsMissing = 0
  var faults: [RuleID: Int] = [:]

  /// Whether nothing but findings was counted.
  var isOnlyFaults: Bool { self == TrackCounters(faults: faults) }

  mutating func add(_ other: TrackCounters) {
    tags += other.tags
    segments += other.segments
    segmentsMissing += other.segmentsMissing
    faults.merge(other.faults, uniquingKeysWith: +)
  }
}

/// Remembers the latest tags of a rendition. A playlist that is opened again lists segments whose tags have already
/// arrived.
struct RecentTags: Sendable {
  /// The number of latest tags whose hashes are kept. Segments that are read twice are expected to contain fewer tags.
  static let capacity = 32

  /// The hashes of the latest tags of all connections.
  private var hashes: [Int] = []
  /// The hashes of tags from earlier connections. Each tag can be repeated once.
  private var before: Set<Int> = []
  private var newCount = 0

  /// Whether a tag counts as new: it does not repeat a tag of an earlier connection.
  mutating func isNew(_ tag: TimedTag) -> Bool {
    var hasher = Hasher()
    hasher.combine(tag.bytes)
    hasher.combine(tag.pts)
    let hash = hasher.finalize()
    // A channel may play the same content repeatedly, so each tag is skipped only once.
    let isRepeated = before.remove(hash) != nil
    if isRepeated {
      hashes.removeAll { $0 == hash }
    } else {
      newCount += 1
      // After enough new tags, no earlier tag can be repeated.
      if newCount >= Self.capacity { before = [] }
    }
    hashes.append(hash)
    if hashes.count > Self.capacity { hashes.removeFirst() }
    return !isRepeated
  }

  mutating func reconnect() {
    newCount = 0
    // A feed that repeatedly ends after a few tags adds different tags each time, so their number is limited.
    before = before.count >= Self.mostBefore ? Set(hashes) : before.union(hashes)
  }

  /// The number of hashes in `before` at which a new connection keeps only the latest hashes.
  private static let mostBefore = 16 * capacity
}
