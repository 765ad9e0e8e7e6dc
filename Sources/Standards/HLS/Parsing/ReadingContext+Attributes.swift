import Formats

/// Attribute values by type (RFC 8216, section 4.2). Unless stated otherwise, a missing attribute is read as nil. A
/// value of a different type is read as nil too, and reported as a fault.
extension ReadingContext {
  /// A quoted string. A value without quotes is used and reported as a fault.
  mutating func quotedString(_ name: String, of list: AttributeList) -> String? {
    guard let attribute = list[name] else { return nil }
    if !attribute.isQuoted {
      note(.attributeQuotes, line: list.line, "\(list.tag): \(name) must be in quotes")
    }
    return attribute.value
  }

  /// A required quoted string; empty if it is missing. A missing or empty value is reported as a fault.
  mutating func requiredString(_ name: String, of list: AttributeList) -> String {
    let value = quotedString(name, of: list) ?? ""
    if value.isEmpty { noteMissing(name, of: list) }
    return value
  }

  /// A required quoted string; nil if it is missing or empty, which is reported as a fault.
  mutating func requiredURI(of list: AttributeList, _ name: String = "URI") -> String? {
    let value = requiredString(name, of: list)
    return value.isEmpty ? nil : value
  }

  /// An unquoted word. A quoted value is used and reported as a fault.
  mutating func word(_ name: String, of list: AttributeList) -> String? {
    guard let attribute = list[name] else { return nil }
    if attribute.isQuoted {
      note(.attributeQuotes, line: list.line, "\(list.tag): \(name) must not be in quotes")
    }
    return attribute.value
  }

  /// Whether the value is YES; false if the attribute is missing. A value other than YES and NO is reported.
  mutating func flag(_ name: String, of list: AttributeList) -> Bool {
    guard let value = word(name, of: list) else { return false }
    if value != "YES", value != "NO" { noteInvalid(name, value, of: list, wanted: "YES or NO") }
    return value == "YES"
  }

  mutating func integer(_ name: String, of list: AttributeList) -> Int? {
    guard let value = word(name, of: list) else { return nil }
    guard let number = DecimalText.integer(value.utf8) else {
      noteInvalid(name, value, of: list, wanted: "a usable decimal integer")
      return nil
    }
    return number
  }

  /// A decimal floating-point number that is not negative.
  mutating func duration(_ name: String, of list: AttributeList) -> Double? {
    guard let number = signedNumber(name, of: list) else { return nil }
    guard number >= 0 else {
      noteInvalid(name, "\(number)", of: list, wanted: "a number that is not negative")
      return nil
    }
    return number
  }

  mutating func signedNumber(_ name: String, of list: AttributeList) -> Double? {
    guard let value = word(name, of: list) else { return nil }
    guard let number = DecimalText.number(value.utf8) else {
      noteInvalid(name, value, of: list, wanted: "a usable decimal number")
      return nil
    }
    return number
  }

  mutating func hexadecimal(_ name: String, of list: AttributeList) -> [UInt8]? {
    guard let value = word(name, of: list) else { return nil }
    guard let bytes = HexadecimalText.bytes(value.utf8) else {
      noteInvalid(name, value, of: list, wanted: "0x and hexadecimal digits")
      return nil
    }
    return bytes
  }

  /// A date and time in quotes, in Unix seconds.
  mutating func date(_ name: String, of list: AttributeList) -> Double? {
    guard let value = quotedString(name, of: list) else { return nil }
    return date(value, of: "\(list.tag): \(name)", line: list.line)
  }

  mutating func date(_ text: String, of place: String, line: Int) -> Double? {
    guard let time = DateTimeText.read(text) else {
      note(.dateInvalid, line: line, "\(place) \"\(Excerpt.of(text))\" is not a date and time")
      return nil
    }
    if !time.hasZone {
      note(.dateWithoutZone, line: line, "\(place) has no time zone: taken as UTC")
    }
    return time.unixSeconds
  }

  mutating func noteMissing(_ name: String, of list: AttributeList) {
    note(.attributeMissing, line: list.line, "\(list.tag) has no \(name)")
  }

  mutating func noteInvalid(
    _ name: String,
    _ value: String,
    of list: AttributeList,
    wanted: String
  ) {
    note(
      .attributeInvalid,
      line: list.line,
      "\(list.tag): \(name) is \"\(Excerpt.of(value))\", not \(wanted)"
    )
  }
}
