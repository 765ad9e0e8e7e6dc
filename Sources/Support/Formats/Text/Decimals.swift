/// Decimal notation without Foundation, the same on every machine.
package enum Decimals {
  /// Beyond this number of seconds a `Double` no longer distinguishes milliseconds reliably.
  private static let largest = 1e12

  /// Seconds with one to three decimals, rounded to the nearest millisecond: `0.0`, `8.567`.
  /// Nil when not finite or out of range.
  package static func seconds(_ seconds: Double) -> String? {
    fixed(seconds).map { text in
      var text = Substring(text)
      while text.hasSuffix("0"), !text.hasSuffix(".0") { text.removeLast() }
      return String(text)
    }
  }

  /// The number that ``seconds(_:)`` writes; nil when it writes none.
  package static func rounded(_ seconds: Double) -> Double? {
    guard seconds.isFinite, abs(seconds) < largest else { return nil }
    return (seconds * 1000).rounded() / 1000
  }

  /// Seconds with three decimals: `300.000`. Nil when not finite or out of range.
  package static func fixed(_ seconds: Double) -> String? {
    guard seconds.isFinite, abs(seconds) < largest else { return nil }
    let milliseconds = Int64((seconds * 1000).rounded())
    let (whole, rest) = milliseconds.magnitude.quotientAndRemainder(dividingBy: 1000)
    return "\(milliseconds < 0 ? "-" : "")\(whole).\(padded(rest, to: 3))"
  }

  /// A number with leading zeros up to `count` digits.
  package static func padded(_ number: some BinaryInteger, to count: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, count - digits.count)) + digits
  }
}
