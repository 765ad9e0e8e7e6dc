import PingAnalysis
import Records

/// The result of `compare` for two captures of pings.
struct Comparison: Sendable, Equatable {
  var expected: String
  var actual: String
  var isSame: Bool
  var expectedPings: Int
  var actualPings: Int
  var matchedPings: Int
  var differences: [Difference]
  /// The number of all differences, including those that are not kept.
  var differenceCount: Int

  static let differenceCapacity = 200

  struct Difference: Sendable, Equatable {
    /// The kind of difference: `missing`, `extra`, `different` and others.
    var kind: String
    /// The difference in a sentence, with its position.
    var message: String
    var cause: String

    init(_ record: RecordView<DifferenceFields>) {
      kind = record.kind.map { LongText.cut($0, to: 40) } ?? "different"
      let count = record.count ?? 1
      let noun = ["missing-tags", "extra-tags"].contains(kind) ? "payloads" : "pings"
      let times = count > 1 ? " (\(Quantity.count(count)) \(noun))" : ""
      let place = record.place.map { " [\(LongText.cut($0))]" } ?? ""
      message = LongText.cut(record.message ?? "") + times + place
      cause = LongText.cut(record.cause ?? "")
    }
  }

  init(_ record: RecordView<ComparisonFields>) {
    expected = LongText.cut(record.expected ?? "")
    actual = LongText.cut(record.actual ?? "")
    isSame = record.verdict == "same"
    expectedPings = record.pings?.expected ?? 0
    actualPings = record.pings?.actual ?? 0
    matchedPings = record.pings?.matched ?? 0
    let all = record.differences ?? []
    differences = all.prefix(Self.differenceCapacity).map(Difference.init)
    differenceCount = all.count
  }

  /// The numbers as text, such as `27 pings expected, 26 seen, 25 matched`.
  var counts: String {
    "\(Quantity.plural(expectedPings, "ping")) expected, \(Quantity.count(actualPings)) seen, "
      + "\(Quantity.count(matchedPings)) matched"
  }

  var status: InputStatus { isSame ? .pass : .fail }

  var words: String { isSame ? "same" : "different" }
}

/// The comparisons in a report. A later comparison of the same captures replaces an earlier one that is kept.
struct ComparisonList: Sendable, Equatable {
  static let capacity = 200

  private(set) var comparisons: [Comparison] = []
  /// The number of comparisons that are counted but not kept.
  private(set) var unlisted = 0
  private(set) var different = 0

  var count: Int { comparisons.count + unlisted }

  mutating func add(_ record: RecordView<ComparisonFields>) {
    let comparison = Comparison(record)
    let known = comparisons.firstIndex {
      $0.expected == comparison.expected && $0.actual == comparison.actual
    }
    if !comparison.isSame { different += 1 }
    if let known {
      if !comparisons[known].isSame { different -= 1 }
      comparisons[known] = comparison
    } else if comparisons.count < Self.capacity {
      comparisons.append(comparison)
    } else {
      unlisted += 1
    }
  }
}
