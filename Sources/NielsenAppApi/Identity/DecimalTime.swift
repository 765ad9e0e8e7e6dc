/// Unix seconds as the ten digits that ids end with.
enum DecimalTime {
  /// `seconds` with leading zeros; times beyond ten digits keep their last ten.
  static func tenDigits(_ seconds: Int64) -> String {
    let digits = String(max(0, seconds))
    return String(repeating: "0", count: max(0, 10 - digits.count)) + digits.suffix(10)
  }
}
