/// UTC times in the form of RFC 3339.
package enum UTCTime {
  /// The times that RFC 3339 can represent, in Unix seconds: 0000-01-01 to 9999-12-31.
  private static let writable: ClosedRange<Double> = -62_167_219_200...253_402_300_799

  /// A Unix time as text, such as `2017-04-06T13:03:03Z`, with up to three decimals if it has a fraction:
  /// `2017-04-06T13:03:03.25Z`. Nil if the time is not finite or outside the years 0 to 9999.
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

  /// A Unix time as text with exactly three decimals, such as `2017-04-06T13:03:03.250Z`, so that texts sort by time.
  /// Nil if the time is not finite or outside the years 0 to 9999.
  package static func milliseconds(_ unixSeconds: Double) -> String? {
    text(unixSeconds).map { text in
      let parts = text.dropLast().split(separator: ".")
      let fraction = parts.count > 1 ? String(parts[1]) : ""
      return "\(parts[0]).\(fraction)\(String(repeating: "0", count: 3 - fraction.count))Z"
    }
  }

  package static func text(_ unixSeconds: Int64) -> String? { text(Double(unixSeconds)) }
}

extension UTCTime {
  /// The Unix seconds of a time with a zone, such as `2017-04-06T13:03:03Z` or `2017-04-06 15:03:03+02:00`. A fraction
  /// of a second is dropped. Nil for text that ``DateTimeText`` does not read, or that has no zone.
  package static func seconds(_ text: String) -> Int64? {
    guard let time = DateTimeText.read(text), time.hasZone else { return nil }
    return Int64(time.unixSeconds.rounded(.down))
  }
}

/// Positions in a stream as text: `1:02:03`.
package enum ClockText {
  /// Hours, minutes and seconds; a negative time is shown as zero.
  package static func text(of seconds: Int64) -> String {
    let whole = max(0, seconds)
    let rest = [whole / 60 % 60, whole % 60].map { ($0 < 10 ? "0" : "") + String($0) }
    return "\(whole / 3600):" + rest.joined(separator: ":")
  }

  /// A time rounded to the nearest second. A time above 10⁹ seconds is shown as 10⁹ seconds.
  package static func text(of seconds: Double) -> String {
    text(of: Int64(min(max(0, seconds), 1e9).rounded()))
  }

  /// The first and the last time of a range, or a single time if both have the same text.
  package static func text(of times: ClosedRange<Double>) -> String {
    let (first, last) = (text(of: times.lowerBound), text(of: times.upperBound))
    return first == last ? first : "\(first) – \(last)"
  }
}

/// An ISO 8601 date and time in one of the forms used in practice; more lenient than RFC 3339.
package struct DateTimeText {
  /// The maximum number of digits of a fraction that are used. More would exceed the precision of a `Double`.
  private static let longestFraction = 9

  /// Seconds since 1970-01-01 UTC.
  package let unixSeconds: Double
  package let hasZone: Bool

  /// Reads `2010-02-19T14:54:23.031+08:00` and its variants: `Z` or `z`, `+0800`, `+08`, no zone (then UTC), a space or
  /// `t` before the time, a space before the zone, `,` before a fraction, or no seconds. Nil for other text.
  package static func read(_ text: String) -> DateTimeText? {
    var scanner = LineScanner(Array(text.utf8)[...])
    guard let year = scanner.number(digits: 4), scanner.skip("-"),
      let month = scanner.number(digits: 2), scanner.skip("-"),
      let day = scanner.number(digits: 2), scanner.skip(anyOf: "T", "t", " "),
      let hour = scanner.number(digits: 2), scanner.skip(":"),
      let minute = scanner.number(digits: 2),
      let (second, fraction) = seconds(&scanner), let zone = zone(&scanner), scanner.next == nil,
      let whole = GregorianCalendar.seconds(
        year: year,
        month: month,
        day: day,
        hour: hour,
        minute: minute,
        second: second
      )
    else { return nil }
    return DateTimeText(
      unixSeconds: Double(whole - (zone.offset ?? 0)) + fraction,
      hasZone: zone.offset != nil
    )
  }

  /// Reads seconds and their fraction, both optional. A leap second is read as the first second of the next minute.
  private static func seconds(_ scanner: inout LineScanner) -> (Int64, Double)? {
    guard scanner.skip(":") else { return (0, 0) }
    guard let second = scanner.number(digits: 2) else { return nil }
    guard scanner.skip(anyOf: ".", ",") else { return (second, 0) }
    let digits = scanner.digits()
    guard !digits.isEmpty else { return nil }
    while !scanner.digits().isEmpty {}
    let kept = String(decoding: digits.prefix(longestFraction), as: UTF8.self)
    return Double("0." + kept).map { (second, $0) }
  }

  private struct Zone {
    /// Seconds east of Greenwich; nil if the text contains no zone.
    var offset: Int64?
  }

  /// Reads the time zone at the end of the text; nil for anything else.
  private static func zone(_ scanner: inout LineScanner) -> Zone? {
    if scanner.next == nil { return Zone(offset: nil) }
    _ = scanner.skip(" ")
    if scanner.skip(anyOf: "Z", "z") { return Zone(offset: 0) }
    let isEast = scanner.skip("+")
    guard isEast || scanner.skip("-"), let hours = scanner.number(digits: 2), hours < 24 else {
      return nil
    }
    var minutes: Int64 = 0
    if scanner.skip(":") || scanner.next != nil {
      guard let number = scanner.number(digits: 2), number < 60 else { return nil }
      minutes = number
    }
    return Zone(offset: (hours * 3600 + minutes * 60) * (isEast ? 1 : -1))
  }
}
