import Conformance

/// How many tags the content of an input has. Renditions carry the same tags, which count once.
struct ContentTags: Sendable, Equatable {
  private var data: ClosedRange<Int>
  private var info: ClosedRange<Int>
  private let other: Int
  /// The renditions with Nielsen tags.
  private let renditions: Int

  /// More tags of a stream are rejected.
  private static let mostTags = 1 << 40

  /// The tags of an input: `all` of them, and those of each stream or part of one by the name of its
  /// rendition.
  init(_ all: TagCounts, streams: [(rendition: String?, data: Int, info: Int)]) {
    func bounded(_ number: Int) -> Int { max(0, min(number, Self.mostTags)) }
    var sums: [String: (data: Int, info: Int)] = [:]
    var isOfRenditions = true
    for stream in streams where bounded(stream.data) + bounded(stream.info) > 0 {
      guard let name = stream.rendition else {
        isOfRenditions = false
        break
      }
      let sum = sums[name, default: (0, 0)]
      sums[name] = (sum.data + bounded(stream.data), sum.info + bounded(stream.info))
    }
    other = all.other
    guard isOfRenditions, sums.count > 1 else {
      (data, info, renditions) = (all.data...all.data, all.info...all.info, 1)
      return
    }
    func range(_ numbers: [Int]) -> ClosedRange<Int> {
      (numbers.min() ?? 0)...(numbers.max() ?? 0)
    }
    data = range(sums.values.map(\.data))
    info = range(sums.values.map(\.info))
    renditions = sums.count
  }

  /// The tags of the rendition that has most of a kind, and those of other owners.
  var counts: TagCounts {
    TagCounts(data: data.upperBound, info: info.upperBound, other: other)
  }

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
