import Formats

/// A time as date and time of day in UTC.
struct CivilTime: Sendable, Equatable {
  var year: Int64
  var month: Int64
  var dayOfMonth: Int64
  private var secondOfDay: Int64

  /// The date and time that are `seconds` after the start of 1970.
  init(_ seconds: Int64) {
    // Times more than ten thousand years from 1970 are limited, so that nothing below can overflow.
    let bounded = min(max(seconds, -315_569_520_000), 315_569_520_000)
    let (days, rest) =
      GregorianCalendar.floorDivision(bounded, by: GregorianCalendar.secondsPerDay)
    (year, month, dayOfMonth) = GregorianCalendar.date(ofDay: days)
    secondOfDay = rest
  }

  /// The date as `YYYYMMDD`.
  var day: String { Self.padded(year, 4) + Self.padded(month, 2) + Self.padded(dayOfMonth, 2) }

  /// The date and time as in the events of the original SDK: `2015-07-23 14:51:06 +0000`.
  var timeStamp: String {
    let date = "\(Self.padded(year, 4))-\(Self.padded(month, 2))-\(Self.padded(dayOfMonth, 2))"
    let hour = Self.padded(secondOfDay / 3600, 2)
    let minute = Self.padded(secondOfDay / 60 % 60, 2)
    return "\(date) \(hour):\(minute):\(Self.padded(secondOfDay % 60, 2)) +0000"
  }

  private static func padded(_ number: Int64, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}

/// Unix times with a fixed number of digits, for ids and pings.
enum DecimalTime {
  /// `seconds` as ten digits with leading zeros; longer numbers keep their last ten digits.
  static func tenDigits(_ seconds: Int64) -> String { String(padded(seconds, 10).suffix(10)) }

  /// `milliseconds` since 1970 as at least thirteen digits, with leading zeros.
  static func thirteenDigits(_ milliseconds: Int64) -> String { padded(milliseconds, 13) }

  private static func padded(_ number: Int64, _ count: Int) -> String {
    let digits = String(max(0, number))
    return String(repeating: "0", count: max(0, count - digits.count)) + digits
  }
}
