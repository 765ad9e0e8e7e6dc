/// The way to recognize an input in two results if its name has changed.
package enum InputIdentityKey {
  /// Ignores dates in names, and times of day after them: `2026-11-27/news.ts` and `2026-11-28/news.ts` match.
  case withoutDates
  /// Compares what the groups of a regular expression capture, or its whole match if they capture nothing. A name that
  /// does not match is compared unchanged.
  case expression(Regex<AnyRegexOutput>)

  /// The ways to compare names, in order. Names that are paired in one way are not compared in the later ways.
  var rounds: [(String) -> String] {
    switch self {
    case .withoutDates:
      [
        { $0 }, { DatedName.text($0, removesTimes: false) },
        { DatedName.text($0, removesTimes: true) },
      ]
    case .expression(let expression): [{ $0 }, { Self.key(of: $0, expression) }]
    }
  }

  private static func key(of name: String, _ expression: Regex<AnyRegexOutput>) -> String {
    guard let match = name.firstMatch(of: expression) else { return name }
    let groups = match.output.dropFirst().compactMap(\.substring)
    return groups.isEmpty ? String(name[match.range]) : groups.joined(separator: "\0")
  }
}

/// Names in which dates are replaced by stars.
enum DatedName {
  private typealias Bytes = Substring.UTF8View

  /// The name with a star for each date, such as `2026-11-28`, `2026/11/28` or `20261128`. If `removesTimes` is true,
  /// the star also replaces a time of day after the date, such as `T12:30:00Z`, `_1230` or `-12-30-00`.
  static func text(_ name: String, removesTimes: Bool) -> String {
    var rest = Substring(name).utf8
    var kept: [UInt8] = []
    while let byte = rest.first {
      let isInNumber = kept.last.map(isDigit) ?? false
      guard !isInNumber, isDigit(byte), let end = endOfDate(rest) else {
        kept.append(byte)
        rest.removeFirst()
        continue
      }
      kept.append(UInt8(ascii: "*"))
      rest = removesTimes ? endOfTime(end) ?? end : end
    }
    return String(decoding: kept, as: UTF8.self)
  }

  /// The bytes after a date. Nil if the bytes do not begin with a date.
  private static func endOfDate(_ bytes: Bytes) -> Bytes? {
    var bytes = bytes
    guard take(4, 1900...2199, &bytes) else { return nil }
    let separator = takeSeparator("-/", &bytes)
    guard take(2, 1...12, &bytes), takeSeparator("-/", &bytes) == separator,
      take(2, 1...31, &bytes)
    else { return nil }
    return startsWithDigit(bytes) ? nil : bytes
  }

  /// The bytes after a separator and a time of day. Nil if the bytes do not begin with these.
  private static func endOfTime(_ bytes: Bytes) -> Bytes? {
    var bytes = bytes
    guard takeSeparator("Tt_-. ", &bytes) != nil, take(2, 0...23, &bytes) else { return nil }
    let separator = takeSeparator(":-.", &bytes)
    guard take(2, 0...59, &bytes) else { return nil }
    var end = bytes
    if takeSeparator(":-.", &bytes) == separator, take(2, 0...60, &bytes) { end = bytes }
    if end.first == UInt8(ascii: "Z") { end.removeFirst() }
    return startsWithDigit(end) ? nil : end
  }

  /// Removes the first `digits` bytes if they are a number in the range. Returns whether they were removed.
  private static func take(_ digits: Int, _ range: ClosedRange<Int>, _ bytes: inout Bytes) -> Bool {
    let number = bytes.prefix(digits)
    guard number.count == digits, number.allSatisfy(isDigit),
      let value = Int(String(decoding: number, as: UTF8.self)), range.contains(value)
    else { return false }
    bytes = bytes.dropFirst(digits)
    return true
  }

  /// Removes and returns the first byte if it is one of these characters; nil if it is not.
  private static func takeSeparator(_ characters: String, _ bytes: inout Bytes) -> UInt8? {
    guard let byte = bytes.first, characters.utf8.contains(byte) else { return nil }
    bytes.removeFirst()
    return byte
  }

  private static func startsWithDigit(_ bytes: Bytes) -> Bool {
    bytes.first.map(isDigit) ?? false
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}
