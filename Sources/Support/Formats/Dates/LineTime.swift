/// The time stamp at the start of a log line, in one of these forms:
///
///     2017-04-06T13:03:03.250+02:00     RFC 3339; also with a space, slashes, a comma, no zone
///     1491483783.250                    Unix seconds; 13 and 16 digits are milli- and microseconds
///     [Thu Apr 06 13:03:03.250 2017]    Apache's error log
///     [06/Apr/2017:15:03:03 +0200]      access logs, where it follows host and user
///
/// Brackets, quotes, a syslog priority (`<34>1`) or a JSON key (`{"time":`) may precede the time stamp. Without a zone,
/// UTC is assumed.
package enum LineTime {
  /// The number of bytes at the start of a line that are searched for a time stamp.
  package static let headSize = 256

  /// The Unix seconds that are accepted as a time stamp: September 2001, the first with ten digits, to the year 2100.
  private static let unixTimes: ClosedRange<Int64> = 1_000_000_000...4_102_444_800

  /// The Unix seconds of the time stamp at the start of a line; nil if there is no time stamp.
  package static func wallClock(ofLine head: [UInt8]) -> Double? {
    let head = head.prefix(headSize)
    let start = afterDecoration(head)
    return date(start) ?? unix(start) ?? errorLog(start) ?? accessLog(head)
  }

  private static func afterDecoration(_ head: ArraySlice<UInt8>) -> LineScanner {
    var head = head.drop { " \t\u{FEFF}".utf8.contains($0) }
    if head.first == UInt8(ascii: "<") {
      let priority = head.dropFirst().prefix { $0.isDigit }
      let rest = head.dropFirst(1 + priority.count)
      if rest.first == UInt8(ascii: ">") {
        head = rest.dropFirst()
        if head.starts(with: "1 ".utf8) { head = head.dropFirst(2) }
      }
    } else if head.first == UInt8(ascii: "{"), let colon = head.firstIndex(of: UInt8(ascii: ":")) {
      head = head[(colon + 1)...]
    }
    return LineScanner(head.drop { " \t\"'[(".utf8.contains($0) })
  }

  private static func date(_ start: LineScanner) -> Double? {
    var scanner = start
    guard let year = scanner.number(digits: 4), scanner.skip(anyOf: "-", "/"),
      let month = scanner.number(digits: 2), scanner.skip(anyOf: "-", "/"),
      let day = scanner.number(digits: 2), scanner.skip(anyOf: "T", "t", " ", "_")
    else { return nil }
    return time(&scanner, year: year, month: month, day: day)
  }

  private static func unix(_ start: LineScanner) -> Double? {
    var scanner = start
    let digits = scanner.digits()
    let scales = [10: 1.0, 13: 1e3, 16: 1e6]
    guard let scale = scales[digits.count] else { return nil }
    let fraction = digits.count == 10 ? scanner.fraction() : 0
    let isWord = scanner.next.map { ($0 | 0x20) >= UInt8(ascii: "a") && $0 < 0x7F } == true
    let number = digits.reduce(0.0) { $0 * 10 + Double($1 - UInt8(ascii: "0")) } / scale + fraction
    let range = Double(unixTimes.lowerBound)...Double(unixTimes.upperBound)
    return !isWord && range.contains(number) ? number : nil
  }

  private static func errorLog(_ start: LineScanner) -> Double? {
    var scanner = start
    let weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
    guard weekdays.contains(where: { scanner.skip($0) }), scanner.skip(" "),
      let month = scanner.month(), scanner.skip(" "),
      let day = scanner.number(digits: 2), scanner.skip(" ")
    else { return nil }
    // The year follows the time.
    var ahead = scanner
    guard time(&ahead, year: 2000, month: month, day: day) != nil, ahead.skip(" "),
      let year = ahead.number(digits: 4)
    else { return nil }
    return time(&scanner, year: year, month: month, day: day)
  }

  private static func accessLog(_ head: ArraySlice<UInt8>) -> Double? {
    guard let bracket = head.firstIndex(of: UInt8(ascii: "[")) else { return nil }
    var scanner = LineScanner(head[(bracket + 1)...])
    guard let day = scanner.number(digits: 2), scanner.skip("/"),
      let month = scanner.month(), scanner.skip("/"),
      let year = scanner.number(digits: 4), scanner.skip(":")
    else { return nil }
    return time(&scanner, year: year, month: month, day: day)
  }

  /// Reads the time of day, its fraction and its zone.
  private static func time(
    _ scanner: inout LineScanner,
    year: Int64,
    month: Int64,
    day: Int64
  ) -> Double? {
    guard let hour = scanner.number(digits: 2), scanner.skip(":"),
      let minute = scanner.number(digits: 2), scanner.skip(":"),
      let second = scanner.number(digits: 2)
    else { return nil }
    let fraction = scanner.fraction()
    guard let zone = scanner.zone(),
      let seconds = GregorianCalendar.seconds(
        year: year,
        month: month,
        day: day,
        hour: hour,
        minute: minute,
        second: second
      )
    else { return nil }
    return Double(seconds - zone) + fraction
  }
}

/// Reads the start of a line from left to right.
package struct LineScanner {
  private var rest: ArraySlice<UInt8>

  package init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

  package var next: UInt8? { rest.first }

  package mutating func skip(_ sign: Unicode.Scalar) -> Bool {
    guard rest.first == UInt8(ascii: sign) else { return false }
    rest = rest.dropFirst()
    return true
  }

  package mutating func skip(anyOf signs: Unicode.Scalar...) -> Bool { signs.contains { skip($0) } }

  mutating func skip(_ word: String) -> Bool {
    guard rest.starts(with: word.utf8) else { return false }
    rest = rest.dropFirst(word.utf8.count)
    return true
  }

  /// A number of exactly `count` digits.
  package mutating func number(digits count: Int) -> Int64? {
    let digits = rest.prefix(count)
    guard digits.count == count, digits.allSatisfy(\.isDigit) else { return nil }
    rest = rest.dropFirst(count)
    return digits.reduce(0) { $0 * 10 + Int64($1 - UInt8(ascii: "0")) }
  }

  /// The digits that follow, at most 18, because any number of 18 digits fits into 64 bits.
  package mutating func digits() -> ArraySlice<UInt8> {
    let digits = rest.prefix(18).prefix(while: \.isDigit)
    rest = rest.dropFirst(digits.count)
    return digits
  }

  /// A fraction of a second after a point or comma; 0 if there is no fraction.
  mutating func fraction() -> Double {
    let isFraction =
      rest.first.map { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: ",") } == true
      && rest.dropFirst().first.map(\.isDigit) == true
    guard isFraction else { return 0 }
    rest = rest.dropFirst()
    let digits = digits()
    let number = digits.reduce(0.0) { $0 * 10 + Double($1 - UInt8(ascii: "0")) }
    return digits.reduce(number) { fraction, _ in fraction / 10 }
  }

  /// The English abbreviation of a month, as a number from 1.
  mutating func month() -> Int64? {
    let names = [
      "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
    return names.firstIndex { skip($0) }.map { Int64($0 + 1) }
  }

  /// Seconds east of Greenwich; 0 (UTC) if no zone follows; nil if the zone is out of range.
  mutating func zone() -> Int64? {
    var ahead = self
    _ = ahead.skip(" ")
    let isEast = ahead.skip("+")
    guard isEast || ahead.skip("-") else { return 0 }
    guard let hours = ahead.number(digits: 2) else { return 0 }
    _ = ahead.skip(":")
    let minutes = ahead.number(digits: 2) ?? 0
    guard hours < 24, minutes < 60 else { return nil }
    self = ahead
    return (hours * 3600 + minutes * 60) * (isEast ? 1 : -1)
  }
}
