/// Converts between UTC dates and Unix seconds. The algorithms are Howard Hinnant's `days_from_civil` and
/// `civil_from_days`: years begin in March, so that the leap day is the last day of a year. An era is 400 years.
package enum GregorianCalendar {
  package static let secondsPerDay: Int64 = 86_400

  private static let daysPerEra: Int64 = 146_097
  /// Days from 0000-03-01 to 1970-01-01.
  private static let daysBefore1970: Int64 = 719_468

  /// The Unix seconds of a date and a time of day; nil if the years 0 to 9999 have no such date or time. A second of 60
  /// is a leap second.
  package static func seconds(
    year: Int64,
    month: Int64,
    day: Int64,
    hour: Int64,
    minute: Int64,
    second: Int64
  ) -> Int64? {
    guard (0...9999).contains(year), (1...12).contains(month),
      (1...daysIn(month, of: year)).contains(day), (0..<24).contains(hour),
      (0..<60).contains(minute), (0...60).contains(second)
    else { return nil }
    let secondOfDay = hour * 3600 + minute * 60 + second
    return days(year: year, month: month, day: day) * secondsPerDay + secondOfDay
  }

  /// The date of a day, counted from 1970-01-01.
  package static func date(ofDay day: Int64) -> (year: Int64, month: Int64, day: Int64) {
    let (era, dayOfEra) = floorDivision(day + daysBefore1970, by: daysPerEra)
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / (daysPerEra - 1)) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    return (
      yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month,
      dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    )
  }

  /// Division by a positive number that rounds down, so that the remainder is never negative.
  package static func floorDivision(_ number: Int64, by divisor: Int64) -> (Int64, Int64) {
    let (quotient, rest) = number.quotientAndRemainder(dividingBy: divisor)
    return rest < 0 ? (quotient - 1, rest + divisor) : (quotient, rest)
  }

  private static func daysIn(_ month: Int64, of year: Int64) -> Int64 {
    switch month {
    case 2: (year % 4 == 0 && year % 100 != 0) || year % 400 == 0 ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  private static func days(year: Int64, month: Int64, day: Int64) -> Int64 {
    let (era, yearOfEra) = floorDivision(month <= 2 ? year - 1 : year, by: 400)
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * daysPerEra + dayOfEra - daysBefore1970
  }
}
