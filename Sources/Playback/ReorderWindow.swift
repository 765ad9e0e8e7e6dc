/// Sorts tags of several PIDs, and late ones, by their times.
///
/// A tag is held until one comes that is 20 s later, until more than 1024 owners are held, or until
/// the stream ends.
struct ReorderWindow: Sendable {
  /// How much later, in seconds, a tag must be to release another.
  static let span = 20.0
  /// The number of owners held at most.
  static let capacity = 1024

  /// The tags held, in the order of their times.
  private(set) var tags: [HeldTag] = []
  private var ownerCount = 0

  /// Inserts `tag` after those of the same time.
  mutating func insert(_ tag: HeldTag) {
    // Mostly the last place: streams are nearly in order.
    var index = tags.count
    while index > 0, tags[index - 1].time > tag.time { index -= 1 }
    tags.insert(tag, at: index)
    ownerCount += tag.owners.count
  }

  /// Whether the first tag need not be held any longer.
  var isDue: Bool {
    guard let first = tags.first, let last = tags.last else { return false }
    return last.time - first.time >= Self.span || ownerCount > Self.capacity
  }

  /// The tags that need not be held any longer, in the order of their times.
  mutating func releaseDue() -> [HeldTag] {
    guard let last = tags.last?.time else { return [] }
    var count = 0
    while count < tags.count,
      last - tags[count].time >= Self.span || ownerCount > Self.capacity
    {
      ownerCount -= tags[count].owners.count
      count += 1
    }
    defer { tags.removeFirst(count) }
    return Array(tags.prefix(count))
  }

  /// All tags in the order of their times.
  mutating func releaseAll() -> [HeldTag] {
    defer {
      tags = []
      ownerCount = 0
    }
    return tags
  }
}
