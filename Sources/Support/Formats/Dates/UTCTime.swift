/// Times in UTC as RFC 3339 writes them.
package enum UTCTime {
  /// 0000-01-01 to 9999-12-31, what RFC 3339 can write.
  private static let writable: ClosedRange<Double> = -62_167_219_200...253_402_300_799

  /// A Unix time such as `2017-04-06T13:03:03Z`, with up to three decimals where the time has a
  /// fraction: `2017-04-06T13:03:03.25Z`. Nil when not finite or outside the years 0 to 9999.
  package static func text(_ unixSeconds: Double) -> String? {
    guard writable.contains(unixSeconds) else { return nil }
    let milliseconds = Int64((unixSeconds * 1000).rounded())
    let (seconds, rest) = GregorianCalendar.floorDivision(milliseconds, by: 1000)
    let (days, secondOfDay) =
      GregorianCalendar.floorDivision(seconds, by: GregorianCalendar.secondsPerDay)
    let (year, month, day) = GregorianCalendar.date(ofDay: days)
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
}
