/// Escapes text for XML 1.0.
package enum XMLText {
  /// Escapes markup, tabs and line breaks, and writes U+FFFD for characters that XML cannot contain (XML 1.0, 2.2).
  package static func escaping(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "\t", "\n", "\r": escaped += "&#\(scalar.value);"
      default:
        let isAllowed =
          (0x20...0xd7ff).contains(scalar.value) || (0xe000...0xfffd).contains(scalar.value)
          || scalar.value >= 0x10000
        escaped.unicodeScalars.append(isAllowed ? scalar : "\u{fffd}")
      }
    }
    return escaped
  }
}
