/// When a rule found fault with what: one bit for every ten seconds, of each rendition and program. Findings
/// that are alike are one, and only the first of them has a place; here each has its own.
struct FaultMarks: Sendable {
  /// By rendition and program, sixty-four marks a word.
  private var words: [Subject: [UInt64]] = [:]
  private var wordCount = 0

  /// The most words of one rule, 64 KiB: two months of one stream.
  private static let maximumWords = 8192

  /// Marks a place; one without a time is left out.
  mutating func mark(_ place: Place) {
    guard let index = TimelineStrip.index(of: place.time) else { return }
    let subject = Subject(rendition: place.rendition, program: place.program)
    let (word, bit) = index.quotientAndRemainder(dividingBy: UInt64.bitWidth)
    let missing = max(0, word + 1 - (words[subject]?.count ?? 0))
    guard wordCount + missing <= Self.maximumWords else { return }
    wordCount += missing
    words[subject, default: []].append(contentsOf: repeatElement(0, count: missing))
    words[subject]?[word] |= 1 << UInt64(bit)
  }

  /// The numbers of the marks of each rendition and program, from time 0.
  var all: [Subject: [Int]] {
    words.mapValues { words in
      words.enumerated().flatMap { word, bits in
        (0..<UInt64.bitWidth).filter { bits & (1 << UInt64($0)) != 0 }
          .map { word * UInt64.bitWidth + $0 }
      }
    }
  }
}
