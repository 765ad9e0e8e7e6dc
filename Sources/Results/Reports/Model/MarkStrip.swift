import Conformance
import Records

/// A mark for each interval of a stream: `d` DATA, `i` INFO, `!` fault, `.` nothing.
struct MarkStrip: Sendable, Equatable {
  /// Seconds that a mark represents.
  private(set) var secondsPerMark: Double
  /// One byte a mark.
  private(set) var marks: [UInt8]
  /// Whether marks were joined.
  let isThinned: Bool

  /// As many marks are kept at most.
  static let capacity = 3000

  /// A strip of a record of `check`; nil for something else.
  init?(_ record: RecordView<TimelineFields>) {
    guard let text = record.marks, let seconds = record.secondsPerMark,
      (1..<1_000_000).contains(seconds)
    else { return nil }
    secondsPerMark = Double(seconds)
    marks = Array(text.utf8)
    isThinned = marks.count > Self.capacity
    while marks.count > Self.capacity { halve() }
  }

  private mutating func halve() {
    secondsPerMark *= 2
    marks = stride(from: 0, to: marks.count, by: 2).map { index in
      let second = index + 1 < marks.count ? marks[index + 1] : marks[index]
      return Self.rank(second) > Self.rank(marks[index]) ? second : marks[index]
    }
  }

  /// Runs of marks without a tag that last longer than the limit; the content has an `end` before the last mark has.
  func gaps(until end: Double) -> [Range<Int>] {
    var gaps: [Range<Int>] = []
    var first = 0
    for (index, mark) in (marks + [UInt8(ascii: "d")]).enumerated() where mark != UInt8(ascii: ".")
    {
      let length = min(Double(index) * secondsPerMark, end) - Double(first) * secondsPerMark
      if length > RuleDescription.cadenceGapLimit { gaps.append(first..<index) }
      first = index + 1
    }
    return gaps
  }

  /// The worst and rarest wins, as in `check`.
  private static func rank(_ mark: UInt8) -> Int {
    [UInt8(ascii: "."), UInt8(ascii: "d"), UInt8(ascii: "i"), UInt8(ascii: "!")]
      .firstIndex(of: mark) ?? 0
  }
}
