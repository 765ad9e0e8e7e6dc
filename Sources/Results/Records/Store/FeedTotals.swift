import Conformance
import NielsenTag
import TimedMetadata

/// The totals of a watched feed in the database: how many tags came and the worst that was found, in
/// all runs about it. Findings that have ended since still count. Its size does not grow with time.
struct FeedTotals: Sendable {
  /// A rendition or a program.
  struct Stream: Sendable, Equatable {
    let key: WatchStore.StreamKey
    var pid: Int?
    var carriage: String?
    var tags = TagCounts()
    /// The worst that was found in it; nil: nothing.
    var worst: Severity?
    /// Whether the feed has it now: a playlist may list others at any time.
    var isListed = true

    init(_ key: WatchStore.StreamKey) { self.key = key }
  }

  /// Streams that a feed has no longer and that are kept.
  static let mostGone = 64
  /// Streams in all.
  static let capacity = 512

  /// Tags of all streams, also of those that are not kept. A tag that several renditions carry counts once.
  private(set) var distinctTags = TagCounts()
  /// The other tags: what further renditions repeat.
  private(set) var repeatedTags = TagCounts()
  /// The latest tags, and the renditions that had each.
  private var recent: [(tag: [UInt8], renditions: Set<String>)] = []
  /// Renditions lie a few segments apart: ten minutes of tags.
  private static let mostRecent = 64
  /// Whether tags were missed: the alarm `missing-tags` was raised.
  var isMissed = false
  /// The worst that was found; nil: nothing.
  var worst: Severity?
  /// Those that the feed has, in its order; then those that it had, the latest that left first.
  var streams: [Stream] = []

  /// The tags that a viewer gets: without renditions those of the program with the most.
  var tags: TagCounts {
    let programs = streams.filter { $0.key.rendition == nil && $0.key.program != nil }
    guard programs.count > 1 else { return distinctTags }
    return TagCounts(ofViewer: programs.map { (nil, $0.key.program, $0.tags) })
  }

  /// The tags of other renditions and programs.
  var copies: TagCounts {
    var all = distinctTags
    all += repeatedTags
    return all - tags
  }

  /// The verdict on the feed: the worst of all times, not that of the last moment.
  var verdict: Verdict {
    if streams.isEmpty, distinctTags.data + distinctTags.info == 0 { return .unreadable }
    return verdict(distinctTags, worst: worst)
  }

  /// The verdict on a stream of the feed.
  func verdict(of stream: Stream) -> Verdict { verdict(stream.tags, worst: stream.worst) }

  private func verdict(_ tags: TagCounts, worst: Severity?) -> Verdict {
    // What another stream carries is missing in this one.
    guard tags.data > 0 else { return isMissed || distinctTags.data > 0 ? .absent : .notJudged }
    return switch worst {
    case .error: .fail
    case .warning: .warn
    case .info, nil: .pass
    }
  }

  /// Counts a tag of a stream.
  mutating func count(_ tag: TimedTag, in key: WatchStore.StreamKey) {
    if isRepeated(tag, in: key) { repeatedTags.count(tag) } else { distinctTags.count(tag) }
    guard let index = index(of: key) else { return }
    streams[index].tags.count(tag)
    streams[index].pid = tag.pid ?? streams[index].pid
    streams[index].carriage = tag.carriage.rawValue
    streams[index].isListed = true
  }

  /// Continues with the numbers of earlier runs.
  mutating func begin(tags: TagCounts, copies: TagCounts) {
    (distinctTags, repeatedTags) = (tags, copies)
  }

  /// Whether another rendition has had the tag, and this one has not.
  private mutating func isRepeated(_ tag: TimedTag, in key: WatchStore.StreamKey) -> Bool {
    guard let rendition = key.rendition else { return false }
    let index = recent.firstIndex { known in
      known.tag == tag.bytes && !known.renditions.contains(rendition)
    }
    if let index {
      recent[index].renditions.insert(rendition)
      return true
    }
    recent.append((tag.bytes, [rendition]))
    if recent.count > Self.mostRecent { recent.removeFirst() }
    return false
  }

  /// Adds a finding about a stream, about the feed as a whole, or about all that it has.
  mutating func take(_ finding: WatchStore.FoundRow) {
    let severity = finding.record.severity
    guard severity != .info else { return }
    if finding.record.rule == "missing-tags" { isMissed = true }
    worst = max(worst ?? severity, severity)
    for index in places(of: finding) {
      streams[index].worst = max(streams[index].worst ?? severity, severity)
    }
  }

  private mutating func places(of finding: WatchStore.FoundRow) -> [Int] {
    if finding.concernsAllStreams { return streams.indices.filter { streams[$0].isListed } }
    // The feed as a whole is a stream of its own only where it is known as one.
    let stream = finding.stream
    let place =
      stream == .feed ? streams.firstIndex(where: { $0.key == .feed }) : index(of: stream)
    return place.map { [$0] } ?? []
  }

  /// The feed has these streams now, in this order; of the others some are kept.
  mutating func list(_ rows: [WatchStore.StreamRow]) {
    // Nothing of the feed was seen yet.
    guard !rows.isEmpty else { return }
    var others = streams
    var listed: [Stream] = []
    for row in rows.prefix(Self.capacity - Self.mostGone) {
      var stream = Stream(row.key)
      if let index = others.firstIndex(where: { $0.key == row.key }) {
        stream = others.remove(at: index)
      }
      stream.pid = row.pid ?? stream.pid
      stream.carriage = row.carriage ?? stream.carriage
      stream.isListed = true
      listed.append(stream)
    }
    for index in others.indices { others[index].isListed = false }
    streams = listed + others.prefix(Self.mostGone)
  }

  private mutating func index(of key: WatchStore.StreamKey) -> Int? {
    if let index = streams.firstIndex(where: { $0.key == key }) { return index }
    guard streams.count < Self.capacity else { return nil }
    let place = streams.firstIndex { !$0.isListed } ?? streams.endIndex
    streams.insert(Stream(key), at: place)
    return place
  }
}

extension TagCounts {
  /// Counts a tag by its kind, for the records of `watch`, its pages and its metrics.
  package mutating func count(_ tag: TimedTag) {
    switch tag.nielsen?.kind {
    case .data?: data += 1
    case .info?: info += 1
    case nil: other += 1
    }
  }
}
