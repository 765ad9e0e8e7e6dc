import Glibc

/// The machine's clock.
enum SystemTime {
  /// Unix seconds.
  static var now: Int64 { Int64(time(nil)) }
}

/// Dates of header fields.
enum HTTPDate {
  /// The Unix seconds of a date in any of the forms that servers write, read as RFC 6265 tells in
  /// section 5.1.1; nil when it is none.
  static func seconds(_ text: String) -> Int64? {
    var time: (hour: Int, minute: Int, second: Int)?
    var (day, month, year): (Int?, Int?, Int?)
    for token in text.utf8.split(whereSeparator: isDelimiter).prefix(16) {
      if time == nil, let found = self.time(token) {
        time = found
      } else if day == nil, let found = number(token, digits: 1...2) {
        day = found
      } else if month == nil, let found = self.month(token) {
        month = found
      } else if year == nil, let found = number(token, digits: 2...4) {
        year = found < 70 ? found + 2000 : found < 100 ? found + 1900 : found
      }
    }
    guard let time, let day, let month, let year, (1...31).contains(day),
      (1601...9999).contains(year),
      time.hour <= 23, time.minute <= 59, time.second <= 60
    else { return nil }
    var fields = tm()
    fields.tm_year = Int32(year - 1900)
    fields.tm_mon = Int32(month)
    fields.tm_mday = Int32(day)
    fields.tm_hour = Int32(time.hour)
    fields.tm_min = Int32(time.minute)
    fields.tm_sec = Int32(time.second)
    return Int64(timegm(&fields))
  }

  private static func isDelimiter(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x09, 0x20...0x2F, 0x3B...0x40, 0x5B...0x60, 0x7B...0x7E: true
    default: false
    }
  }

  private static func time(_ token: Substring.UTF8View) -> (Int, Int, Int)? {
    let parts = token.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    guard parts.count == 3, let hour = number(parts[0], digits: 1...2),
      let minute = number(parts[1], digits: 1...2), let second = number(parts[2], digits: 1...2)
    else { return nil }
    return (hour, minute, second)
  }

  private static func number(_ token: Substring.UTF8View, digits: ClosedRange<Int>) -> Int? {
    let leading = token.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    return digits.contains(leading.count) ? Int(Substring(leading)) : nil
  }

  private static func month(_ token: Substring.UTF8View) -> Int? {
    let names = "jan feb mar apr may jun jul aug sep oct nov dec".split(separator: " ")
    let start = Substring(token.prefix(3)).lowercased()
    return names.firstIndex { $0 == start }
  }
}
