import Playback
import TimedMetadata

/// The part of a stream that has been read, for a playhead that moves over it: forward, and back by seeking.
///
/// A tag belongs to the second of its time. A tag that is more than 20 s older than the latest data counts as
/// 20 s old: so the second of a tag depends only on the stream if the playhead is at least
/// ``StreamBuffer/steadyLead`` before the end of the read part. A tag whose second has just been played is
/// sent with the next.
struct StreamBuffer: Sendable {
  /// How the reading ended.
  struct End: Sendable {
    /// The last second there is; -1 when nothing could be read.
    var lastSecond: Int64
    /// Why no more could be read; nil at the end of the stream.
    var failure: TimedMetadataError?
  }

  /// How much later than in the order of their times tags may come, in seconds, as in `pings`.
  private static let reorderSpan = 20.0
  /// How many seconds must be read after a second, for all its tags to be known.
  static let steadyLead = reorderSpan + 1
  /// Tags that are kept at most: eleven days of them, one every ten seconds.
  static let capacity = 100_000

  private var selection = PlayedTagSelection()
  private var tags: [Int64: [HeldTag]] = [:]
  private(set) var tagCount = 0
  private var lateTags: [HeldTag] = []
  /// The last second whose tags were taken; -1 before the first.
  private(set) var cursor: Int64 = -1
  /// Seconds of the presentation that have been read.
  private(set) var reached = 0.0
  private var latestTag: Int64 = 0
  /// The ads that playlists mark.
  private(set) var adBreaks = AdBreaks()
  private(set) var end: End?

  // MARK: - Reading

  /// Adds what was read. Nothing counts after the end.
  mutating func receive(_ event: TimedMetadataEvent) {
    guard end == nil else { return }
    switch event {
    case .tag(let tag):
      if let held = selection.take(tag) { keep(held) }
    case .segment(let segment):
      guard !selection.hasBegun || segment.rendition == selection.playedRendition else { return }
      reach(segment.frames?.upperBound ?? segment.start.map { $0 + segment.duration })
    case .end(let summary):
      finish(duration: summary.duration(ofProgram: selection.playedProgram))
    case .marker(let marker): adBreaks.receive(marker)
    case .note: break
    }
  }

  /// This many seconds have been read, tags or not.
  mutating func reach(_ seconds: Double?) {
    guard let seconds, seconds.isFinite, seconds <= Double(SynthesizedPlayer.latestSecond) else {
      return
    }
    reached = max(reached, seconds)
  }

  /// The reading failed: what was read is played.
  mutating func fail(_ failure: TimedMetadataError) {
    guard end == nil else { return }
    let hasRead = reached > 0 || tagCount > 0
    end = End(lastSecond: hasRead ? max(latestTag, Int64(reached)) : -1, failure: failure)
  }

  /// Whether more should be read: not too far ahead of the playhead, and no more tags than can be kept.
  func wantsMore(readAhead: Double?) -> Bool {
    if let readAhead, reached - Double(max(cursor, 0)) > readAhead { return false }
    return tagCount < Self.capacity
  }

  private mutating func keep(_ tag: HeldTag) {
    let second = Int64(max(tag.time, reached - Self.reorderSpan))
    reach(tag.time)
    latestTag = max(latestTag, second)
    var others = tags[second, default: []]
    // Mostly the last place.
    var index = others.count
    while index > 0, others[index - 1].time > tag.time { index -= 1 }
    others.insert(tag, at: index)
    tags[second] = others
    tagCount += 1
    if second <= cursor { lateTags.append(tag) }
    if tagCount >= Self.capacity { forgetOldest() }
  }

  /// Removes tags that have been played long ago: a seek back does not find them any more.
  private mutating func forgetOldest() {
    guard let oldest = tags.keys.min(), oldest < cursor else { return }
    tagCount -= tags.removeValue(forKey: oldest)?.count ?? 0
  }

  private mutating func finish(duration: Double?) {
    let known = SynthesizedPlayer.lastSecond(of: duration)
    end = End(lastSecond: max(known ?? 0, latestTag), failure: nil)
  }

  // MARK: - Playing

  /// Whether `second` can be played: this many seconds after its start are read, or nothing more
  /// comes before something was played.
  func isReady(for second: Int64, lead: Double) -> Bool {
    end != nil || reached >= Double(second) + lead || tagCount >= Self.capacity
  }

  /// The tags to send with `second`.
  mutating func takeTags(of second: Int64) -> [HeldTag] {
    defer { lateTags = [] }
    cursor = second
    if tagCount >= Self.capacity { forgetOldest() }
    return lateTags + (tags[second] ?? [])
  }

  /// The next second to be played is `second`.
  mutating func seek(to second: Int64) {
    cursor = second - 1
    lateTags = []
  }
}
