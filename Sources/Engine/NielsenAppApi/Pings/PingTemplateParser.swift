struct PingTemplateParser {
  private let characters: [Character]
  private var position = 0
  private var entries: [PingTemplateEntry] = []

  static func parse(_ notation: String) throws(EngineConfigurationError) -> [PingTemplateEntry] {
    var parser = PingTemplateParser(notation)
    try parser.parseAll()
    return parser.entries
  }

  private init(_ notation: String) { characters = Array(notation) }

  private var next: Character? { position < characters.count ? characters[position] : nil }

  private mutating func parseAll() throws(EngineConfigurationError) {
    while true {
      skipWhitespace()
      guard let character = next else { return }
      if character.isASCII, character.isNumber {
        try parsePosition()
      } else {
        try parseEntry()
      }
    }
  }

  private mutating func skipWhitespace() {
    while let character = next, character.isWhitespace { position += 1 }
  }

  /// Returns the characters up to the first of `ends` and moves past that character.
  private mutating func text(
    until ends: Set<Character>,
    of what: String
  ) throws(EngineConfigurationError) -> (text: String, end: Character) {
    let start = position
    while let character = next {
      position += 1
      if ends.contains(character) {
        return (String(characters[start..<(position - 1)]), character)
      }
      guard !character.isWhitespace || ends == ["\""] else { break }
    }
    throw problem("\(what) is not terminated")
  }

  private mutating func parsePosition() throws(EngineConfigurationError) {
    let start = position
    while let character = next, character.isASCII, character.isNumber { position += 1 }
    let number = String(characters[start..<position])
    guard number == String(entries.count + 1) else {
      throw problem("the entry is numbered \(number)")
    }
  }

  private mutating func parseEntry() throws(EngineConfigurationError) {
    let name = try text(until: ["="], of: "the name").text
    guard Self.isPlain(name) else { throw problem("the name '\(name)' is not valid") }
    var key: String?
    if next != "{" && next != "\"" {
      let given = try text(until: [","], of: "the key of '\(name)'").text
      guard Self.isPlain(given) else { throw problem("the key '\(given)' is not valid") }
      key = given
    }
    var entry = PingTemplateEntry(name: name, key: key, source: try parseSource(of: name))
    parseMarks(of: &entry)
    if let character = next, !character.isWhitespace {
      throw problem("unexpected '\(character)' after the entry '\(name)'")
    }
    entries.append(entry)
  }

  private mutating func parseSource(
    of name: String
  ) throws(EngineConfigurationError) -> PingTemplateEntry.Source {
    let opening = next
    position += 1
    switch opening {
    case "{":
      let spelling = try text(until: ["}"], of: "the variable of '\(name)'").text
      guard let variable = PingVariable(spelling) else {
        throw problem("the variable '\(spelling)' is unknown")
      }
      return .variable(variable)
    case "\"":
      return .literal(try parseLiteral(of: name))
    default:
      throw problem("'\(name)' has neither a variable nor a literal")
    }
  }

  /// Reads a literal up to its closing quote. A doubled quote means one quote.
  private mutating func parseLiteral(of name: String) throws(EngineConfigurationError) -> String {
    var literal = try text(until: ["\""], of: "the literal of '\(name)'").text
    while next == "\"" {
      position += 1
      literal += "\"" + (try text(until: ["\""], of: "the literal of '\(name)'").text)
    }
    return literal
  }

  private mutating func parseMarks(of entry: inout PingTemplateEntry) {
    while let mark = next {
      switch mark {
      case "!": entry.isRequired = true
      case "?": entry.isLeftOutWhenEmpty = true
      case "^": entry.encoding = .minimal
      case "*": entry.encoding = .none
      default: return
      }
      position += 1
    }
  }

  private func problem(_ text: String) -> EngineConfigurationError {
    EngineConfigurationError("entry \(entries.count + 1) of the template: \(text)")
  }

  /// Whether `text` can be a name or a key, which are put into the URL without encoding.
  static func isPlain(_ text: String) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
          true
        default:
          false
        }
      }
  }
}
