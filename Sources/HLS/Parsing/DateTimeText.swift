/// Dates and times as playlists write them: ISO 8601 (RFC 8216, section 4.3.2.6), in the forms that
/// are seen in the field.
struct DateTimeText {
  private static let secondsPerDay: Int64 = 86_400
  /// More digits than a `Double` of today's seconds can hold.
  private static let longestFraction = 9

  /// Seconds since 1970-01-01 UTC.
  let unixSeconds: Double
  /// The text says which time zone it means.
  let hasZone: Bool

  /// Reads `2010-02-19T14:54:23.031+08:00` and its relatives: `Z` or `z`, `+0800`, `+08`, no zone
  /// (then UTC), a space or `t` before the time, a
  /// space before the zone, `,` before the fraction, any number of digits in it,
  /// no seconds. Nil for anything else.
  static func read(_ text: String) -> DateTimeText? {
    var digits = DigitReader(text)
    guard let year = digits.number(4), digits.skip("-"), let month = digits.number(2),
      digits.skip("-"), let day = digits.number(2), digits.skip("T", "t", " "),
      let hour = digits.number(2), digits.skip(":"), let minute = digits.number(2),
      (1...12).contains(month), (1...days(in: month, of: year)).contains(day),
      hour < 24, minute < 60
    else { return nil }
    var second: Int64 = 0
    var fraction = 0.0
    if digits.skip(":") {
      // A leap second is read as the first second of the next minute.
      guard let number = digits.number(2), number <= 60 else { return nil }
      second = number
      if digits.skip(".", ",") {
        guard let part = digits.fraction(keeping: longestFraction) else { return nil }
        fraction = part
      }
    }
    guard let zone = digits.zone(), digits.isAtEnd else { return nil }
    let secondOfDay = hour * 3600 + minute * 60 + second - zone.seconds
    let whole = daysSince1970(year, month, day) * secondsPerDay + secondOfDay
    return DateTimeText(unixSeconds: Double(whole) + fraction, hasZone: zone != .absent)
  }

  private static func days(in month: Int64, of year: Int64) -> Int64 {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// Howard Hinnant's `days_from_civil`: years begin in March, so that the leap day ends one.
  private static func daysSince1970(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
    let marchYear = month <= 2 ? year - 1 : year
    let era = (marchYear >= 0 ? marchYear : marchYear - 399) / 400
    let yearOfEra = marchYear - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }
}

private struct DigitReader {
  private var rest: Substring.UTF8View

  init(_ text: String) { rest = Substring(text).utf8 }

  var isAtEnd: Bool { rest.isEmpty }

  /// A number of exactly so many digits.
  mutating func number(_ count: Int) -> Int64? {
    let digits = rest.prefix(count)
    guard digits.count == count, let number = DecimalText.integer(digits) else { return nil }
    rest = rest.dropFirst(count)
    return Int64(number)
  }

  /// Skips one of the characters.
  mutating func skip(_ characters: Unicode.Scalar...) -> Bool {
    guard let first = rest.first, characters.contains(where: { UInt8(ascii: $0) == first }) else {
      return false
    }
    rest = rest.dropFirst()
    return true
  }

  /// The digits behind a decimal point as a number below 1.
  mutating func fraction(keeping longest: Int) -> Double? {
    let digits = rest.prefix(while: DecimalText.isDigit)
    guard !digits.isEmpty else { return nil }
    rest = rest[digits.endIndex...]
    return Double("0." + String(Substring(digits.prefix(longest))))
  }

  /// The time zone at the end; nil for something else.
  mutating func zone() -> Zone? {
    if isAtEnd { return .absent }
    _ = skip(" ")
    if skip("Z", "z") { return .offset(0) }
    let isEast = skip("+")
    guard isEast || skip("-"), let hours = number(2), hours < 24 else { return nil }
    var minutes: Int64 = 0
    if skip(":") || !isAtEnd {
      guard let number = number(2), number < 60 else { return nil }
      minutes = number
    }
    return .offset((hours * 3600 + minutes * 60) * (isEast ? 1 : -1))
  }
}

private enum Zone: Equatable {
  case absent
  /// Seconds east of Greenwich.
  case offset(Int64)

  var seconds: Int64 {
    switch self {
    case .absent: 0
    case .offset(let seconds): seconds
    }
  }
}
