/// The variables of a playlist (rfc8216bis, sections 4.3 and 4.4.2.3).
struct VariableTable {
  private(set) var values: [String: String] = [:]
  let importable: [String: String]
  /// The number of bytes that further variable values may add to the playlist.
  private var budget: Int
  private let limits: PlaylistLimits

  init(importable: [String: String], limits: PlaylistLimits) {
    self.importable = importable
    self.limits = limits
    budget = limits.expandedBytes
  }

  var isFull: Bool { values.count >= limits.variables }

  /// Defines a variable. Returns false if its name is already defined; the earlier value is kept.
  mutating func define(_ name: String, as value: String) -> Bool {
    guard values[name] == nil else { return false }
    values[name] = value
    return true
  }

  static func hasReference(_ bytes: ArraySlice<UInt8>) -> Bool {
    var previous: UInt8 = 0
    for byte in bytes {
      if byte == UInt8(ascii: "$"), previous == UInt8(ascii: "{") { return true }
      previous = byte
    }
    return false
  }

  /// Whether `text` is a valid variable name: ASCII letters, digits, `-` and `_`.
  static func isName(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy(isNameCharacter)
  }

  /// Replaces each `{$name}` that is defined with its value. Values are not expanded again, so a definition cannot
  /// refer to itself. The total size of values is limited, because each definition may repeat earlier ones.
  mutating func expand(
    _ text: String,
    line: Int
  ) throws(PlaylistError) -> (text: String, undefined: [String]) {
    var expanded: [UInt8] = []
    var undefined: [String] = []
    var rest = text.utf8[...]
    while let brace = rest.firstIndex(of: UInt8(ascii: "{")) {
      expanded.append(contentsOf: rest[..<brace])
      rest = rest[brace...]
      guard let name = Self.referencedName(rest) else {
        expanded.append(UInt8(ascii: "{"))
        rest = rest.dropFirst()
        continue
      }
      if let value = values[name] {
        budget -= value.utf8.count
        expanded.append(contentsOf: value.utf8)
        rest = rest.dropFirst(name.utf8.count + 3)
      } else {
        undefined.append(name)
        expanded.append(UInt8(ascii: "{"))
        rest = rest.dropFirst()
      }
      guard budget >= 0, expanded.count <= limits.lineBytes else {
        throw PlaylistError(
          .expansionTooLarge,
          line: line,
          "the expanded variables exceed the size limit of a line or of the playlist"
        )
      }
    }
    expanded.append(contentsOf: rest)
    return (String(decoding: expanded, as: UTF8.self), undefined)
  }

  /// The name in `{$name}` at the start of the bytes.
  private static func referencedName(_ bytes: Substring.UTF8View) -> String? {
    guard bytes.starts(with: "{$".utf8) else { return nil }
    let name = bytes.dropFirst(2).prefix(while: isNameCharacter)
    guard !name.isEmpty, bytes[name.endIndex...].first == UInt8(ascii: "}") else { return nil }
    return String(Substring(name))
  }

  private static func isNameCharacter(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
      true
    default:
      false
    }
  }
}

extension ReadingContext {
  /// Reads an EXT-X-DEFINE (rfc8216bis, section 4.4.2.3).
  mutating func define(_ list: AttributeList) {
    let found: (attribute: String, name: String, value: String?)
    if let name = quotedString("NAME", of: list) {
      found = ("NAME", name, quotedString("VALUE", of: list))
      if found.value == nil { noteMissing("VALUE", of: list) }
    } else if let name = quotedString("IMPORT", of: list) {
      found = ("IMPORT", name, variables.importable[name])
      if found.value == nil {
        note(
          .variableUndefined,
          line: list.line,
          "no multivariant playlist gave a variable \"\(Excerpt.of(name))\" to import"
        )
      }
    } else if let name = quotedString("QUERYPARAM", of: list) {
      found = ("QUERYPARAM", name, queryValues[name])
      if found.value == nil {
        note(
          .variableUndefined,
          line: list.line,
          "the address of the playlist has no query parameter \"\(Excerpt.of(name))\""
        )
      }
    } else {
      return noteMissing("NAME, IMPORT or QUERYPARAM", of: list)
    }
    guard let value = found.value else { return }
    let name = found.name
    guard VariableTable.isName(name) else {
      return noteInvalid(found.attribute, name, of: list, wanted: "letters, digits, - and _")
    }
    guard !variables.isFull else {
      return noteLimit(limits.variables, "variables", line: list.line)
    }
    guard variables.define(name, as: value) else {
      return note(
        .variableRepeated,
        line: list.line,
        "the variable \(name) is defined more than once: the first definition is used"
      )
    }
  }
}
