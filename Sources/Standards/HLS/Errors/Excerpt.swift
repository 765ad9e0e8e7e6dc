import Formats

/// Foreign text in messages.
enum Excerpt {
  private static let longest = 60

  /// The start of `text`, with control characters replaced, so that it fits into one line, and without the values of
  /// parameters in URLs.
  static func of(_ text: some StringProtocol) -> String {
    var excerpt = ""
    for (index, scalar) in ShownURL.line(String(text)).unicodeScalars.prefix(longest + 1)
      .enumerated()
    {
      if index == longest {
        excerpt += "…"
      } else {
        excerpt.unicodeScalars.append(isControl(scalar) ? "\u{FFFD}" : scalar)
      }
    }
    return excerpt
  }

  /// The start of the text that `bytes` hold.
  static func of(_ bytes: ArraySlice<UInt8>) -> String {
    of(String(decoding: bytes.prefix(longest * 4 + 4), as: UTF8.self))
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }
}
