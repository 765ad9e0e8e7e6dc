import TimedMetadata

/// The latest tags of a rendition: when a playlist is opened again, its last segments are read once more.
struct RecentTags: Sendable {
  /// Tags that are remembered; so many stand in the segments that are read twice.
  static let capacity = 32

  /// The latest tags of all connections.
  private var hashes: [Int] = []
  /// Those of the connections before, each of which may come again once.
  private var before: Set<Int> = []
  /// New tags on this connection.
  private var newCount = 0

  /// Whether a tag has not come before on a connection before this one.
  mutating func isNew(_ tag: TimedTag) -> Bool {
    var hasher = Hasher()
    hasher.combine(tag.bytes)
    hasher.combine(tag.pts)
    let hash = hasher.finalize()
    // Of a channel that plays the same again and again, each tag is passed over once, not for ever.
    let isRepeated = before.remove(hash) != nil
    if isRepeated {
      hashes.removeAll { $0 == hash }
    } else {
      newCount += 1
      // So many new ones: what came before cannot come again.
      if newCount >= Self.capacity { before = [] }
    }
    hashes.append(hash)
    if hashes.count > Self.capacity { hashes.removeFirst() }
    return !isRepeated
  }

  /// The feed is opened again.
  mutating func reconnect() {
    newCount = 0
    // A feed that breaks off after a few tags, again and again, shows others each time.
    before = before.count >= Self.mostBefore ? Set(hashes) : before.union(hashes)
  }

  /// Tags of earlier connections that are remembered, and as many again in between.
  private static let mostBefore = 16 * capacity
}
