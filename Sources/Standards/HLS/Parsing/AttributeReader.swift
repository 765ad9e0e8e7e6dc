/// Takes an attribute list apart: `NAME=value,NAME="value"` (RFC 8216, section 4.2). White space
/// around names and values is taken.
struct AttributeReader {
  private var rest: ArraySlice<UInt8>
  private var list: AttributeList
  /// Linear search is faster for the few attributes that tags have; hostile ones need better.
  private var names: Set<String> = []

  private init(_ bytes: ArraySlice<UInt8>, tag: String, line: Int) {
    rest = bytes
    list = AttributeList(tag: tag, line: line)
  }

  /// Reads `bytes`, what follows the `:` of a tag.
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
      // A comma at the end is common and harmless.
      guard !nameBytes.isEmpty || !rest.isEmpty else { return }
      context.note(
        .attributeMalformed,
        line: line,
        "\(list.tag): \"\(Excerpt.of(nameBytes))\" is not an attribute"
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
        "\(list.tag) has \(Excerpt.of(name)) more than once: the first counts"
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

  /// Skips what is left up to the next comma, and the comma.
  private mutating func skipSeparator() {
    rest = rest.drop { $0 != UInt8(ascii: ",") }.dropFirst()
  }
}
