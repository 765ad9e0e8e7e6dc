/// The forms in which the original air date of content is given.
enum AirDate {
  /// The forms, with `d` for a digit.
  private static let yearFirst: Set = [
    "dddddddd", "dddddddd dd:dd:dd", "dddddddddddddd", "dddddddddd:dd:dd", "dddd-dd-dd",
    "dddd-dd-ddTdd:dd:dd", "dddd-dd-dd dd:dd:dd", "dddd-dd-dddd:dd:dd",
  ]
  private static let monthFirst = "dd-dd-dddd"

  /// The time in Unix seconds, taken as UTC; nil when the text has none of the forms or says no date.
  static func seconds(_ text: String) -> Double? {
    let local = withoutZone(text)
    let form = String(local.map { $0.isASCII && $0.isNumber ? "d" : $0 })
    let digits = local.filter { $0.isASCII && $0.isNumber }
    func number(_ start: Int, _ count: Int) -> Int {
      Int(digits.dropFirst(start).prefix(count)) ?? 0
    }
    if form == monthFirst { return seconds(number(4, 4), number(0, 2), number(2, 2), 0, 0, 0) }
    guard yearFirst.contains(form) else { return nil }
    return seconds(
      number(0, 4),
      number(4, 2),
      number(6, 2),
      number(8, 2),
      number(10, 2),
      number(12, 2)
    )
  }

  /// A text with `T` without what follows its seconds: a fraction and `Z`, `+01:00`, `+0100`.
  private static func withoutZone(_ text: String) -> Substring {
    let local = text.prefix(19)
    guard text.count > 19, local.contains("T") else { return text[...] }
    var zone = text.dropFirst(19)
    if zone.first == "." { zone = zone.dropFirst().drop { $0.isASCII && $0.isNumber } }
    let form = String(zone.map { $0.isASCII && $0.isNumber ? "d" : $0 })
    // A plus that was not percent-encoded has become a space.
    let signed = form.first.map { "+- ".contains($0) ? "+" + form.dropFirst() : form } ?? ""
    return ["", "Z", "+dd:dd", "+dddd"].contains(signed) ? local : text[...]
  }

  private static func seconds(
    _ year: Int,
    _ month: Int,
    _ day: Int,
    _ hour: Int,
    _ minute: Int,
    _ second: Int
  ) -> Double? {
    guard (1...12).contains(month), day >= 1, day <= days(of: month, in: year), hour < 24,
      minute < 60, second <= 60
    else { return nil }
    let date = days(before: year) + (1..<month).reduce(0) { $0 + days(of: $1, in: year) } + day - 1
    let time = hour * 3600 + minute * 60 + second
    return Double((date - days(before: 1970)) * 86_400 + time)
  }

  private static func days(of month: Int, in year: Int) -> Int {
    switch month {
    case 2: isLeap(year) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  private static func isLeap(_ year: Int) -> Bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
  }

  /// The days from the year 1 to the beginning of a year.
  private static func days(before year: Int) -> Int {
    let past = year - 1
    return past * 365 + past / 4 - past / 100 + past / 400
  }
}
