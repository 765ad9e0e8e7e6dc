import Formats

struct AttributeList {
  let tag: String
  let line: Int
  /// The attributes in order, without repetitions.
  var attributes: [PlaylistAttribute] = []

  subscript(name: String) -> PlaylistAttribute? {
    attributes.first { $0.name == name }
  }

  func others(than known: Set<String>) -> [PlaylistAttribute] {
    attributes.filter { !known.contains($0.name) }
  }
}

/// Parses an attribute list (RFC 8216, section 4.2). White space around names and values is accepted.
struct AttributeReader {
  private var rest: ArraySlice<UInt8>
  private var list: AttributeList
  private var names: Set<String> = []

  private init(_ bytes: ArraySlice<UInt8>, tag: String, line: Int) {
    rest = bytes
    list = AttributeList(tag: tag, line: line)
  }

  /// Parses `bytes`, the text after the `:` of a tag.
  static func read(
    _ bytes: ArraySlice<UInt8>?,
    of tag: String,
    line: Int,
    into context: inout ReadingContext
  ) throws(PlaylistError) -> AttributeList {
    var reader = AttributeReader(bytes ?? [], tag: tag, line: line)
    while !reader.rest.isEmpty {
      guard reader.list.attributes.count < context.limits.attributes else {
        context.noteLimit(context.limits.attributes, "attributes of \(tag)", line: line)
        break
      }
      try reader.readAttribute(into: &context)
    }
    return reader.list
  }

  private mutating func readAttribute(into context: inout ReadingContext) throws(PlaylistError) {
    let line = list.line
    let nameEnd =
      rest.firstIndex { $0 == UInt8(ascii: "=") || $0 == UInt8(ascii: ",") } ?? rest.endIndex
    let nameBytes = ASCIISpace.trim(rest[..<nameEnd])
    rest = rest[nameEnd...]
    guard rest.first == UInt8(ascii: "="), !nameBytes.isEmpty else {
      skipSeparator()
      // A trailing comma is common and harmless.
      guard !nameBytes.isEmpty || !rest.isEmpty else { return }
      context.note(
        .attributeMalformed,
        line: line,
        "\(list.tag): \"\(Excerpt.of(nameBytes))\" is not an attribute of the form NAME=value"
      )
      return
    }
    rest = rest.dropFirst()
    let name = context.text(nameBytes, line: line)
    let (bytes, isQuoted) = readValue(of: name, into: &context)
    let value = try context.expandedText(bytes, line: line)
    guard names.insert(name).inserted else {
      context.note(
        .attributeRepeated,
        line: line,
        "\(list.tag) has \(Excerpt.of(name)) more than once: the first one is used"
      )
      return
    }
    list.attributes.append(PlaylistAttribute(name: name, value: value, isQuoted: isQuoted))
  }

  private mutating func readValue(
    of name: String,
    into context: inout ReadingContext
  ) -> (ArraySlice<UInt8>, isQuoted: Bool) {
    rest = rest.drop(while: ASCIISpace.contains)
    guard rest.first == UInt8(ascii: "\"") else {
      let value = rest.prefix { $0 != UInt8(ascii: ",") }
      rest = rest[value.endIndex...]
      skipSeparator()
      return (ASCIISpace.trim(value), false)
    }
    let value = rest.dropFirst().prefix { $0 != UInt8(ascii: "\"") }
    rest = rest[value.endIndex...]
    guard rest.popFirst() != nil else {
      context.note(
        .quoteUnterminated,
        line: list.line,
        "\(list.tag): the value of \(Excerpt.of(name)) has no closing quote"
      )
      return (value, true)
    }
    let tail = ASCIISpace.trim(rest.prefix { $0 != UInt8(ascii: ",") })
    if !tail.isEmpty {
      context.note(
        .attributeMalformed,
        line: list.line,
        "\(list.tag): \"\(Excerpt.of(tail))\" follows the value of \(Excerpt.of(name))"
      )
    }
    skipSeparator()
    return (value, true)
  }

  /// Skips to the next comma and past it.
  private mutating func skipSeparator() {
    rest = rest.drop { $0 != UInt8(ascii: ",") }.dropFirst()
  }
}

enum ASCIISpace {
  /// Whether a byte is white space in C: space, tab, LF, VT, FF or CR.
  static func contains(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || (0x09...0x0D).contains(byte)
  }

  static func trim(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    guard let first = bytes.firstIndex(where: { !contains($0) }),
      let last = bytes.lastIndex(where: { !contains($0) })
    else { return bytes[bytes.endIndex...] }
    return bytes[first...last]
  }
}

enum HexadecimalText {
  /// The bytes of a hexadecimal sequence such as `0x00ff` (RFC 8216, section 4.2), in either case. An odd number of
  /// digits gets a leading zero. Nil if the text is anything else.
  static func bytes(_ text: some Collection<UInt8>) -> [UInt8]? {
    let digits = text.dropFirst(2)
    guard text.count > 2, text.first == UInt8(ascii: "0"),
      let mark = text.dropFirst().first, mark | 0x20 == UInt8(ascii: "x")
    else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity((digits.count + 1) / 2)
    var isLow = digits.count % 2 == 1
    if isLow { bytes.append(0) }
    for digit in digits {
      guard let value = Hexadecimal.value(of: digit) else { return nil }
      if isLow {
        bytes[bytes.count - 1] |= value
      } else {
        bytes.append(value << 4)
      }
      isLow.toggle()
    }
    return bytes
  }
}

/// Decimal numbers in playlists (RFC 8216, section 4.2).
enum DecimalText {
  /// The maximum time or duration in seconds, about thirty years. Sums of larger numbers would not be precise enough.
  static let longestDuration = 1e9

  /// A decimal integer of digits only; nil if the text is anything else or the number exceeds 2⁶³−1.
  static func integer(_ text: some Collection<UInt8>) -> Int? {
    guard !text.isEmpty else { return nil }
    var number = 0
    for byte in text {
      guard byte.isDigit else { return nil }
      let (shifted, isTooLarge) = number.multipliedReportingOverflow(by: 10)
      let (sum, isTooLargeNow) =
        shifted.addingReportingOverflow(Int(byte - UInt8(ascii: "0")))
      guard !isTooLarge, !isTooLargeNow else { return nil }
      number = sum
    }
    return number
  }

  /// The end of a message such as `X is "…", …`: the reason why a value is not a usable integer.
  static func integerFault(_ text: some Collection<UInt8>) -> String {
    !text.isEmpty && text.allSatisfy(\.isDigit)
      ? "which is too large a number" : "not a decimal integer"
  }

  /// A decimal floating-point number: an optional `-`, and digits with at most one `.`. Nil if the text is anything
  /// else, or if the number is beyond ±``longestDuration``.
  static func number(_ text: some Collection<UInt8>) -> Double? {
    let digits = text.first == UInt8(ascii: "-") ? text.dropFirst() : text[...]
    var points = 0
    for byte in digits {
      if byte == UInt8(ascii: ".") { points += 1 } else if !byte.isDigit { return nil }
    }
    guard points <= 1, digits.count > points,
      let number = Double(String(decoding: text, as: UTF8.self)),
      abs(number) <= longestDuration
    else { return nil }
    return number
  }
}
