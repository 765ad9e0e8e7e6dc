import Conformance

/// The tags that a viewer of an input gets, and in how many renditions they are.
struct ContentTags: Sendable, Equatable {
  /// A stream, or a part of one, with its Nielsen tags.
  typealias Part = (rendition: String?, program: Int?, tags: TagCounts)

  /// The tags that a viewer gets.
  let counts: TagCounts
  private let data: ClosedRange<Int>
  private let info: ClosedRange<Int>
  /// The renditions with Nielsen tags; 1 without renditions.
  private let renditions: Int

  /// More tags of a stream are rejected.
  private static let mostTags = 1 << 40

  /// The tags of an input.
  /// - Parameters:
  ///   - streams: Its streams.
  ///   - viewer: What a viewer gets; nil: to be found from the streams.
  ///   - other: The number of tags of other owners.
  init(streams: [Part] = [], viewer: TagCounts? = nil, other: Int = 0) {
    let parts = streams.map { part in
      let tags = TagCounts(data: Self.bounded(part.tags.data), info: Self.bounded(part.tags.info))
      return (rendition: part.rendition, program: part.program, tags: tags)
    }
    .filter { $0.tags != TagCounts() }
    var counts = viewer ?? TagCounts(ofViewer: parts)
    counts.other = other
    self.counts = counts
    var sums: [String: TagCounts] = [:]
    for part in parts {
      if let name = part.rendition { sums[name, default: TagCounts()] += part.tags }
    }
    guard sums.count > 1, parts.allSatisfy({ $0.rendition != nil }) else {
      (data, info, renditions) = (counts.data...counts.data, counts.info...counts.info, 1)
      return
    }
    func range(_ numbers: [Int]) -> ClosedRange<Int> {
      (numbers.min() ?? 0)...(numbers.max() ?? 0)
    }
    data = range(sums.values.map(\.data))
    info = range(sums.values.map(\.info))
    renditions = sums.count
  }

  private static func bounded(_ number: Int) -> Int { max(0, min(number, mostTags)) }

  /// `6`; `6 in each of 3 renditions`; `5 to 6 in each of 3 renditions`.
  var dataWords: String { words(data) }
  /// The same of INFO tags.
  var infoWords: String { words(info) }

  private func words(_ range: ClosedRange<Int>) -> String {
    let most = Quantity.count(range.upperBound)
    let number =
      range.lowerBound < range.upperBound ? "\(Quantity.count(range.lowerBound)) to \(most)" : most
    return renditions > 1 ? "\(number) in each of \(renditions) renditions" : number
  }
}
