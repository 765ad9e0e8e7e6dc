import TimedMetadata

/// Reads times as people write them.
package enum UTCTimeText {
  /// The Unix seconds of a time such as `2017-04-06T13:03:03Z` or `2017-04-06 15:03:03+02:00`
  /// (RFC 3339, section 5.6). A fraction of a second is dropped. Nil for anything else.
  package static func seconds(_ text: String) -> Int64? {
    var scanner = DigitScanner(text)
    guard let year = scanner.number(digits: 4), scanner.skip("-"),
      let month = scanner.number(digits: 2), scanner.skip("-"),
      let day = scanner.number(digits: 2),
      scanner.skip("T") || scanner.skip("t") || scanner.skip(" "),
      let hour = scanner.number(digits: 2), scanner.skip(":"),
      let minute = scanner.number(digits: 2), scanner.skip(":"),
      let second = scanner.number(digits: 2), scanner.skipFraction(),
      let offset = scanner.zone(), scanner.isAtEnd
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
}

/// Reads digits and signs from the start of a text.
private struct DigitScanner {
  private var rest: Substring.UTF8View

  init(_ text: String) { rest = Substring(text).utf8 }

  var isAtEnd: Bool { rest.isEmpty }

  mutating func number(digits: Int) -> Int64? {
    guard rest.count >= digits else { return nil }
    var number: Int64 = 0
    for byte in rest.prefix(digits) {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
      number = number * 10 + Int64(byte - UInt8(ascii: "0"))
    }
    rest = rest.dropFirst(digits)
    return number
  }

  mutating func skip(_ sign: Unicode.Scalar) -> Bool {
    guard rest.first == UInt8(ascii: sign) else { return false }
    rest = rest.dropFirst()
    return true
  }

  mutating func skipFraction() -> Bool {
    guard skip(".") else { return true }
    guard number(digits: 1) != nil else { return false }
    while number(digits: 1) != nil {}
    return true
  }

  /// Seconds east of Greenwich.
  mutating func zone() -> Int64? {
    if skip("Z") || skip("z") { return 0 }
    let isEast = skip("+")
    guard isEast || skip("-"), let hours = number(digits: 2), skip(":"),
      let minutes = number(digits: 2), hours < 24, minutes < 60
    else { return nil }
    return (hours * 3600 + minutes * 60) * (isEast ? 1 : -1)
  }
}
