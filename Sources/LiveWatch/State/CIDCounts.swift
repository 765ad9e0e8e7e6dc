import NielsenTag

/// How many DATA tags named which CID: of the latest few CIDs, since a source has a new one every day.
struct CIDCounts: Sendable {
  /// CIDs that are remembered.
  static let capacity = 16

  /// The CIDs with their tags; the one seen last stands last.
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
