/// Where and how a text stops to be JSON.
package struct JSONFault: Error, Sendable, Equatable {
  package enum Problem: Sendable {
    // Values and what is around them.
    case ended, noValue, unknownWord, trailing, tooDeep
    // Arrays and objects.
    case nameMissing, colonMissing, braceMissing, bracketMissing, nameRepeated
    // Numbers.
    case leadingZero, fractionMissing, exponentMissing
    // Strings.
    case controlInText, textEnds, unknownEscape, hexadecimalMissing, halfCharacter, notUTF8
  }

  package var problem: Problem
  /// In bytes, from 0.
  package var offset: Int
  /// From 1.
  package var line: Int
  /// The name of the member that is concerned.
  package var name: String?
}
