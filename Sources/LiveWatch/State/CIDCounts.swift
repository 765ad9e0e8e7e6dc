import NielsenTag

/// The number of DATA tags for each of the latest CIDs; a source has a new CID every day.
struct CIDCounts: Sendable {
  /// The most CIDs that are remembered.
  static let capacity = 16

  /// The CIDs with the numbers of their tags; the one seen last is the last element.
  private(set) var latest: [(cid: ContentID, tags: Int)] = []

  /// Counts a tag.
  mutating func count(_ cid: ContentID) {
    var tags = 0
    if let index = latest.firstIndex(where: { $0.cid == cid }) {
      tags = latest.remove(at: index).tags
    } else if latest.count >= Self.capacity {
      latest.removeFirst()
    }
    latest.append((cid, tags + 1))
  }
}
