/// Times in UTC as RFC 3339 writes them.
package enum UTCTime {
  private static let secondsPerDay: Int64 = 86_400
  /// 0000-01-01 to 9999-12-31, what RFC 3339 can write.
  private static let writable: ClosedRange<Double> = -62_167_219_200...253_402_300_799

  /// A Unix time such as `2017-04-06T13:03:03Z`, with up to three decimals where the time has a
  /// fraction: `2017-04-06T13:03:03.25Z`. Nil when not finite or outside the years 0 to 9999.
  package static func text(_ unixSeconds: Double) -> String? {
    guard writable.contains(unixSeconds) else { return nil }
    let milliseconds = Int64((unixSeconds * 1000).rounded())
    let (seconds, rest) = floorDivision(milliseconds, by: 1000)
    let (days, secondOfDay) = floorDivision(seconds, by: secondsPerDay)
    let (year, month, day) = civil(days)
    let (hour, minute, second) = (secondOfDay / 3600, secondOfDay / 60 % 60, secondOfDay % 60)
    var fraction = rest == 0 ? "" : "." + Decimals.padded(rest, to: 3)
    while fraction.hasSuffix("0") { fraction.removeLast() }
    return Decimals.padded(year, to: 4) + "-" + Decimals.padded(month, to: 2) + "-"
      + Decimals.padded(day, to: 2) + "T" + Decimals.padded(hour, to: 2) + ":"
      + Decimals.padded(minute, to: 2) + ":" + Decimals.padded(second, to: 2) + fraction + "Z"
  }

  /// A Unix time with three decimals, always: as texts such times sort as they follow one another.
  /// `2017-04-06T13:03:03.250Z`. Nil when not finite or outside the years 0 to 9999.
  package static func milliseconds(_ unixSeconds: Double) -> String? {
    text(unixSeconds).map { text in
      let parts = text.dropLast().split(separator: ".")
      let fraction = parts.count > 1 ? String(parts[1]) : ""
      return "\(parts[0]).\(fraction)\(String(repeating: "0", count: 3 - fraction.count))Z"
    }
  }

  /// A Unix time in whole seconds.
  package static func text(_ unixSeconds: Int64) -> String? { text(Double(unixSeconds)) }

  private static func floorDivision(_ number: Int64, by divisor: Int64) -> (Int64, Int64) {
    let (quotient, rest) = number.quotientAndRemainder(dividingBy: divisor)
    return rest < 0 ? (quotient - 1, rest + divisor) : (quotient, rest)
  }

  /// The Gregorian date of a day counted from 1970-01-01. Years are taken to begin in March, so that
  /// the leap day ends one, and are grouped into eras of 400.
  private static func civil(_ days: Int64) -> (year: Int64, month: Int64, day: Int64) {
    let (daysPerEra, daysToMarchOfYear0): (Int64, Int64) = (146_097, 719_468)
    let (era, dayOfEra) = floorDivision(days + daysToMarchOfYear0, by: daysPerEra)
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / (daysPerEra - 1)) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
  }
}
