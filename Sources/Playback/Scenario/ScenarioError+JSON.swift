import Formats

extension LocatedJSON {
  /// Reads `bytes`.
  /// - Throws: ``ScenarioError`` when they hold anything else than one JSON value.
  package static func read(_ bytes: [UInt8]) throws(ScenarioError) -> LocatedJSON {
    do throws(JSONFault) {
      return try LocatedJSON(parsing: bytes)
    } catch {
      throw ScenarioError(line: error.line, words(for: error))
    }
  }

  private static func words(for fault: JSONFault) -> String {
    switch fault.problem {
    case .ended: "the JSON text ends too early"
    case .noValue, .unknownWord: "there is no JSON value where one is expected"
    case .trailing: "something follows the end of the JSON text"
    case .tooDeep: "values are nested too deeply"
    case .nameMissing: "a name in quotes is expected"
    case .nameRepeated: "the field '\(fault.name ?? "")' comes twice"
    case .colonMissing: "a colon is missing after '\(fault.name ?? "")'"
    case .braceMissing: "a comma or '}' is missing"
    case .bracketMissing: "a comma or ']' is missing"
    case .leadingZero: "a number has a leading zero"
    case .fractionMissing: "digits are missing after the point"
    case .exponentMissing: "a number has no exponent after its 'e'"
    case .controlInText: "a text has no end on its line"
    case .textEnds: "a text has no end"
    case .unknownEscape: "a text has an escape that JSON does not know"
    case .hexadecimalMissing: "four hexadecimal digits are missing after '\\u'"
    case .halfCharacter: "a text has half a character"
    case .notUTF8: "a text is not UTF-8"
    }
  }
}
