import TimedMetadata

/// The latest tags of a lane: when a playlist is opened again, its last segments are read once more.
struct RecentTags: Sendable {
  /// Tags that are remembered; so many stand in the segments that are read twice.
  static let capacity = 32

  private var hashes: [Int] = []
  /// Those of the connection before, which may come again.
  private var before: Set<Int> = []

  /// Whether a tag has not come before on the connection before this one.
  mutating func isNew(_ tag: TimedTag) -> Bool {
    var hasher = Hasher()
    hasher.combine(tag.bytes)
    hasher.combine(tag.pts)
    let hash = hasher.finalize()
    if before.contains(hash) { return false }
    hashes.append(hash)
    if hashes.count > Self.capacity {
      hashes.removeFirst()
      // So many new ones: what came before cannot come again.
      before = []
    }
    return true
  }

  /// The feed is opened again.
  mutating func reconnect() {
    // A feed that breaks off after a few tags, again and again, shows others each time.
    before = before.count >= Self.mostBefore ? Set(hashes) : before.union(hashes)
  }

  /// Tags of earlier connections that are remembered, and as many again in between.
  private static let mostBefore = 16 * capacity
}
