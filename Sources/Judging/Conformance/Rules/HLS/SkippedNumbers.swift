/// The numbers that are left out between the names of two segments that differ in a number alone.
struct SkippedNumbers {
  private let names: (String, String)
  private let range: Range<Int>

  /// Nil where the names differ in more than a number, or the number does not grow.
  init?(between first: String, and second: String) {
    let (left, right) = (Array(first.utf8), Array(second.utf8))
    var start = zip(left, right).prefix { $0 == $1 }.count
    while start > 0, Self.isDigit(left[start - 1]) { start -= 1 }
    let one = left[start...].prefix(while: Self.isDigit)
    let other = right[start...].prefix(while: Self.isDigit)
    guard left[one.endIndex...].elementsEqual(right[other.endIndex...]),
      let lower = Int(String(decoding: one, as: UTF8.self)), lower < .max,
      let upper = Int(String(decoding: other, as: UTF8.self)), upper > lower
    else { return nil }
    names = (first, second)
    range = lower + 1..<upper
  }

  /// Whether the names count up by one.
  var isEmpty: Bool { range.isEmpty }

  /// The missing numbers as text; nil when none is missing.
  var words: String? {
    guard let first = range.first, let last = range.last else { return nil }
    let numbers = first == last ? "number \(first) is" : "numbers \(first) to \(last) are"
    return "\(numbers) missing in the playlist between \(names.0) and \(names.1)"
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }
}
