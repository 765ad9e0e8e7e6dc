import Formats

/// The result of `compare` for two captures of pings.
struct Comparison: Sendable, Equatable {
  var expected: String
  var actual: String
  var isSame: Bool
  var sessions: Int
  var expectedPings: Int
  var actualPings: Int
  var matchedPings: Int
  var differences: [Difference]
  /// All, also those that are not kept.
  var differenceCount: Int

  /// As many differences are kept at most.
  static let differenceCapacity = 200

  /// Something that differs.
  struct Difference: Sendable, Equatable {
    /// `missing`, `surplus`, `different` and others.
    var kind: String
    /// The difference, in a sentence, with its place.
    var message: String
    /// The likely cause.
    var cause: String

    init(_ json: JSONValue) {
      func text(_ key: String) -> String? { json[key]?.stringValue.map { LongText.cut($0) } }
      kind = json["kind"]?.stringValue.map { LongText.cut($0, to: 40) } ?? "different"
      let count = json["count"]?.integerValue ?? 1
      let noun = ["missing-tags", "extra-tags"].contains(kind) ? "payloads" : "pings"
      let times = count > 1 ? " (\(Quantity.count(Int(clamping: count))) \(noun))" : ""
      message = (text("message") ?? "") + times + (text("place").map { " [\($0)]" } ?? "")
      cause = text("cause") ?? ""
    }
  }

  /// A record of `compare`.
  init(_ json: JSONValue) {
    func number(_ path: String) -> Int { Int(clamping: json[path: path]?.integerValue ?? 0) }
    expected = LongText.cut(json["expected"]?.stringValue ?? "")
    actual = LongText.cut(json["actual"]?.stringValue ?? "")
    isSame = json["verdict"]?.stringValue == "same"
    sessions = number("sessions")
    expectedPings = number("pings.expected")
    actualPings = number("pings.actual")
    matchedPings = number("pings.matched")
    let all = json["differences"]?.elements ?? []
    differences = all.prefix(Self.differenceCapacity).map(Difference.init)
    differenceCount = all.count
  }

  /// `27 pings expected, 26 seen, 25 matched`.
  var counts: String {
    "\(Quantity.plural(expectedPings, "ping")) expected, \(Quantity.count(actualPings)) seen, "
      + "\(Quantity.count(matchedPings)) matched"
  }

  /// Its status: as an input that passed or failed.
  var status: InputStatus { isSame ? .pass : .fail }

  /// `same`, `different`.
  var words: String { isSame ? "same" : "different" }
}

/// The comparisons of a report; a later one of the same captures takes the place of an earlier one.
struct ComparisonList: Sendable, Equatable {
  /// As many are kept at most.
  static let capacity = 200

  private(set) var comparisons: [Comparison] = []
  /// Those that are only counted.
  private(set) var unlisted = 0
  private(set) var different = 0

  /// All of them.
  var count: Int { comparisons.count + unlisted }

  mutating func add(_ json: JSONValue) {
    let comparison = Comparison(json)
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
