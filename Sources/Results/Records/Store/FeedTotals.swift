import Conformance
import NielsenTag
import TimedMetadata

/// The totals of a watched feed in the database: the number of tags and the worst severity over all runs that watched
/// it. Findings that have ended still count. Memory use is bounded.
struct FeedTotals: Sendable {
  /// The totals of a rendition or a program, or of the feed as a whole.
  struct Stream: Sendable, Equatable {
    let key: WatchStore.StreamKey
    var pid: Int?
    var carriage: String?
    var tags = TagCounts()
    /// The worst severity of the stream's findings. Nil if there are no errors or warnings.
    var worst: Severity?
    /// Whether the feed currently has the stream. The renditions of a playlist can change at any time.
    var isListed = true

    init(_ key: WatchStore.StreamKey) { self.key = key }
  }

  /// The maximum number of streams kept after the feed dropped them.
  static let mostGone = 64
  /// The maximum total number of streams kept.
  static let capacity = 512

  /// The number of tags in all streams, also those that are not kept. A tag that several renditions carry counts once.
  var distinctTags = TagCounts()
  /// The number of tags that further renditions repeated.
  var repeatedTags = TagCounts()
  /// The latest tags, each with the renditions that carried it.
  private var recent: [(tag: [UInt8], renditions: Set<String>)] = []
  /// The maximum number of tags in `recent`: about ten minutes, because renditions can be several segments apart.
  private static let mostRecent = 64
  /// Whether the alarm `missing-tags` is known to have been raised.
  var isMissed = false
  /// The worst severity of all findings. Nil if there are no errors or warnings.
  var worst: Severity?
  /// The current streams of the feed in order, then its former streams, most recently dropped first.
  var streams: [Stream] = []

  /// The number of tags that a viewer gets. If there are several programs, the largest count of a program for each kind
  /// of tag.
  var tags: TagCounts {
    let programs = streams.filter { $0.key.rendition == nil && $0.key.program != nil }
    guard programs.count > 1 else { return distinctTags }
    return TagCounts(ofViewer: programs.map { (nil, $0.key.program, $0.tags) })
  }

  /// The number of tags that a viewer does not get: copies in other renditions, and tags of other programs.
  var copies: TagCounts {
    var all = distinctTags
    all += repeatedTags
    return all - tags
  }

  /// The verdict on the feed over its whole time.
  var verdict: Verdict {
    if streams.isEmpty, distinctTags.data + distinctTags.info == 0 { return .unreadable }
    return verdict(distinctTags, worst: worst)
  }

  func verdict(of stream: Stream) -> Verdict { verdict(stream.tags, worst: stream.worst) }

  private func verdict(_ tags: TagCounts, worst: Severity?) -> Verdict {
    // A stream that lacks tags which other streams carry is 'absent'.
    guard tags.data > 0 else { return isMissed || distinctTags.data > 0 ? .absent : .notJudged }
    return switch worst {
    case .error: .fail
    case .warning: .warn
    case .info, nil: .pass
    }
  }

  mutating func count(_ tag: TimedTag, in key: WatchStore.StreamKey) {
    if isRepeated(tag, in: key) { repeatedTags.count(tag) } else { distinctTags.count(tag) }
    guard let index = index(of: key) else { return }
    streams[index].tags.count(tag)
    streams[index].pid = tag.pid ?? streams[index].pid
    streams[index].carriage = tag.carriage.rawValue
    streams[index].isListed = true
  }

  /// Whether another rendition had the tag recently, and this rendition has it for the first time. Remembers the tag.
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

  /// Adds an error or a warning about a stream, the feed as a whole, or all its current streams.
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
    // A finding about the feed as a whole adds no stream. It counts for the stream `feed` if that exists.
    let stream = finding.stream
    let place =
      stream == .feed ? streams.firstIndex(where: { $0.key == .feed }) : index(of: stream)
    return place.map { [$0] } ?? []
  }

  /// Sets the current streams of the feed, in order. Up to `mostGone` former streams are kept.
  mutating func list(_ rows: [WatchStore.StreamRow]) {
    // The list is empty if the feed has not been read yet.
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
  package mutating func count(_ tag: TimedTag) {
    switch tag.nielsen?.kind {
    case .data?: data += 1
    case .info?: info += 1
    case nil: other += 1
    }
  }
}
