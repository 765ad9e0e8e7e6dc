/// Dates and times of ISO 8601 in the forms that are seen in the field, more lenient than `UTCTime`.
package struct DateTimeText {
  /// More digits than a `Double` of today's seconds can hold.
  private static let longestFraction = 9

  /// Seconds since 1970-01-01 UTC.
  package let unixSeconds: Double
  /// The text says which time zone it means.
  package let hasZone: Bool

  /// Reads `2010-02-19T14:54:23.031+08:00` and its relatives: `Z` or `z`, `+0800`, `+08`, no zone
  /// (then UTC), a space or `t` before the time, a space before the zone, `,` before the fraction,
  /// any number of digits in it, no seconds. Nil for anything else.
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

  /// Seconds and their fraction, which may be missing; a leap second is read as the first second of the
  /// next minute.
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

  /// A time zone.
  private struct Zone {
    /// Seconds east of Greenwich; nil where the text names no zone.
    var offset: Int64?
  }

  /// The time zone at the end; nil for something else.
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
