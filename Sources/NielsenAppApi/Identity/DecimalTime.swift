/// Unix times with a fixed number of digits, as ids and pings show them.
enum DecimalTime {
  /// `seconds` with leading zeros; times of more than ten digits keep their last ten.
  static func tenDigits(_ seconds: Int64) -> String { String(padded(seconds, 10).suffix(10)) }

  /// `milliseconds` since 1970 as at least thirteen digits, with leading zeros.
  static func thirteenDigits(_ milliseconds: Int64) -> String { padded(milliseconds, 13) }

  private static func padded(_ number: Int64, _ count: Int) -> String {
    let digits = String(max(0, number))
    return String(repeating: "0", count: max(0, count - digits.count)) + digits
  }
}
