import TimedMetadata

/// The latest tags of a rendition: when a playlist is opened again, its last segments are read again.
struct RecentTags: Sendable {
  /// The most tags that are remembered: the segments that are read twice contain at most this many.
  static let capacity = 32

  /// The latest tags of all connections.
  private var hashes: [Int] = []
  /// The tags of earlier connections, each of which can be repeated once.
  private var before: Set<Int> = []
  /// New tags on this connection.
  private var newCount = 0

  /// Whether a tag has not arrived on an earlier connection.
  mutating func isNew(_ tag: TimedTag) -> Bool {
    var hasher = Hasher()
    hasher.combine(tag.bytes)
    hasher.combine(tag.pts)
    let hash = hasher.finalize()
    // A channel can play the same content repeatedly: each tag is skipped once, not always.
    let isRepeated = before.remove(hash) != nil
    if isRepeated {
      hashes.removeAll { $0 == hash }
    } else {
      newCount += 1
      // After this many new tags, earlier tags cannot be repeated.
      if newCount >= Self.capacity { before = [] }
    }
    hashes.append(hash)
    if hashes.count > Self.capacity { hashes.removeFirst() }
    return !isRepeated
  }

  /// Begins another connection: the feed is opened again.
  mutating func reconnect() {
    newCount = 0
    // A feed that ends repeatedly after a few tags has other tags each time.
    before = before.count >= Self.mostBefore ? Set(hashes) : before.union(hashes)
  }

  /// The number of tags of earlier connections at which the oldest are forgotten.
  private static let mostBefore = 16 * capacity
}
