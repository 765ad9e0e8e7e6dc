extension ReadingContext {
  /// Reads an EXT-X-DEFINE (rfc8216bis, section 4.4.2.3).
  mutating func define(_ list: AttributeList) {
    let found: (name: String, value: String?)
    if let name = quotedString("NAME", of: list) {
      found = (name, quotedString("VALUE", of: list))
      if found.value == nil { noteMissing("VALUE", of: list) }
    } else if let name = quotedString("IMPORT", of: list) {
      found = (name, variables.importable[name])
      if found.value == nil {
        note(
          .variableUndefined,
          line: list.line,
          "the multivariant playlist has no variable \(Excerpt.of(name)) to import"
        )
      }
    } else if let name = quotedString("QUERYPARAM", of: list) {
      found = (name, queryValues[name])
      if found.value == nil {
        note(
          .variableUndefined,
          line: list.line,
          "the address of the playlist has no query parameter \(Excerpt.of(name))"
        )
      }
    } else {
      return noteMissing("NAME, IMPORT or QUERYPARAM", of: list)
    }
    guard let value = found.value else { return }
    add(found.name, value, of: list)
  }

  private mutating func add(_ name: String, _ value: String, of list: AttributeList) {
    guard VariableTable.isName(name) else {
      return noteInvalid("NAME", name, of: list, wanted: "letters, digits, - and _")
    }
    guard !variables.isFull else {
      return noteLimit(limits.variables, "variables", line: list.line)
    }
    guard variables.define(name, as: value) else {
      return note(
        .variableRepeated,
        line: list.line,
        "the variable \(name) is defined more than once: the first counts"
      )
    }
  }
}
