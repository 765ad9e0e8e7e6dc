import TimedMetadata

/// Recognizes the tags that several renditions of a playlist carry.
struct RepeatedTags {
  /// The maximum number of remembered tags. Renditions are read in parallel, so repeated tags are close together.
  static let capacity = 2048

  private struct First {
    var index: Int
    var rendition: String?
  }

  private var known: [[UInt8]: First] = [:]
  private var order: [[UInt8]] = []

  /// The index of the first tag with the same bytes, if another rendition carried it.
  mutating func first(of tag: TimedTag, index: Int) -> Int? {
    guard let rendition = tag.rendition else { return nil }
    if let first = known[tag.bytes] { return first.rendition == rendition ? nil : first.index }
    known[tag.bytes] = First(index: index, rendition: rendition)
    order.append(tag.bytes)
    if order.count > Self.capacity {
      for old in order.prefix(Self.capacity / 2) { known[old] = nil }
      order.removeFirst(Self.capacity / 2)
    }
    return nil
  }
}
