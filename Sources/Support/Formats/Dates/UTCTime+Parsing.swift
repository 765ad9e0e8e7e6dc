extension UTCTime {
  /// The Unix seconds of a time such as `2017-04-06T13:03:03Z` or `2017-04-06 15:03:03+02:00`
  /// (RFC 3339, section 5.6). A fraction of a second is dropped. Nil for anything else.
  package static func seconds(_ text: String) -> Int64? {
    var scanner = LineScanner(Array(text.utf8)[...])
    guard let year = scanner.number(digits: 4), scanner.skip("-"),
      let month = scanner.number(digits: 2), scanner.skip("-"),
      let day = scanner.number(digits: 2), scanner.skip(anyOf: "T", "t", " "),
      let hour = scanner.number(digits: 2), scanner.skip(":"),
      let minute = scanner.number(digits: 2), scanner.skip(":"),
      let second = scanner.number(digits: 2), skipFraction(&scanner),
      let offset = zone(&scanner), scanner.next == nil
    else { return nil }
    return GregorianCalendar.seconds(
      year: year,
      month: month,
      day: day,
      hour: hour,
      minute: minute,
      second: second
    ).map { $0 - offset }
  }

  /// False: there is a point and no digit after it.
  private static func skipFraction(_ scanner: inout LineScanner) -> Bool {
    guard scanner.skip(".") else { return true }
    guard !scanner.digits().isEmpty else { return false }
    while !scanner.digits().isEmpty {}
    return true
  }

  /// Seconds east of Greenwich. Logs may leave the zone out, or write it loosely; times in options
  /// must not.
  private static func zone(_ scanner: inout LineScanner) -> Int64? {
    if scanner.skip(anyOf: "Z", "z") { return 0 }
    let isEast = scanner.skip("+")
    guard isEast || scanner.skip("-"), let hours = scanner.number(digits: 2), scanner.skip(":"),
      let minutes = scanner.number(digits: 2), hours < 24, minutes < 60
    else { return nil }
    return (hours * 3600 + minutes * 60) * (isEast ? 1 : -1)
  }
}
