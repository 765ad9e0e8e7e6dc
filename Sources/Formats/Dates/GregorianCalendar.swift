/// Dates and times of day in UTC as Unix seconds.
package enum GregorianCalendar {
  /// The Unix seconds of a date and a time of day; a second of 60 is a leap second. Nil when there is
  /// no such date or time.
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
    return days(year: year, month: month, day: day) * 86_400 + hour * 3600 + minute * 60 + second
  }

  private static func daysIn(_ month: Int64, of year: Int64) -> Int64 {
    switch month {
    case 2: (year % 4 == 0 && year % 100 != 0) || year % 400 == 0 ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// Days from 1970-01-01; years are taken to begin in March, so that the leap day ends one.
  private static func days(year: Int64, month: Int64, day: Int64) -> Int64 {
    let marchYear = month <= 2 ? year - 1 : year
    let era = (marchYear >= 0 ? marchYear : marchYear - 399) / 400
    let yearOfEra = marchYear - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }
}
