import Formats

/// Formats Unix times with a fixed number of digits, and calendar times, for ids, pings and events.
enum DecimalTime {
  /// `seconds` with leading zeros; times of more than ten digits keep their last ten.
  static func tenDigits(_ seconds: Int64) -> String {
    String(Decimals.padded(max(0, seconds), to: 10).suffix(10))
  }

  /// `milliseconds` since 1970 as at least thirteen digits, with leading zeros.
  static func thirteenDigits(_ milliseconds: Int64) -> String {
    Decimals.padded(max(0, milliseconds), to: 13)
  }

  /// The UTC day of `seconds` since 1970: `20150723`.
  static func day(_ seconds: Int64) -> String {
    String(calendar(seconds).prefix(10).filter { $0 != "-" })
  }

  /// `seconds` since 1970 in the format of the original SDK's events: `2015-07-23 14:51:06 +0000`.
  static func timeStamp(_ seconds: Int64) -> String {
    let text = calendar(seconds)
    return "\(text.prefix(10)) \(text.dropFirst(11).prefix(8)) +0000"
  }

  /// `seconds` since 1970 in the form `2015-07-23T14:51:06Z`. Times outside the years 0 to 9999 become the nearest
  /// valid time.
  private static func calendar(_ seconds: Int64) -> String {
    UTCTime.text(min(max(seconds, -62_167_219_200), 253_402_300_799)) ?? ""
  }
}
