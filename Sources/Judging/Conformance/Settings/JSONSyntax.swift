import Formats

/// Finds where a text stops to be JSON (RFC 8259), and where an object names a member again: the decoder
/// reports neither.
enum JSONSyntax {
  /// A line and a column, from 1; columns count bytes.
  struct Place: Equatable {
    var line: Int
    var column: Int
  }

  /// Text that is nested deeper is not a settings file.
  private static let maximumDepth = 100

  /// The place of the first byte that cannot be where it is; after the last one where more is missing. Nil
  /// for JSON.
  static func fault(in bytes: [UInt8]) -> Place? {
    do throws(JSONFault) {
      _ = try firstRepetition(in: bytes)
      return nil
    } catch {
      return place(of: error.offset, in: bytes)
    }
  }

  /// The first name that an object has twice, as it is written, and where it is again; of two values the
  /// decoder takes one (RFC 8259, 4). Nil for what is not JSON.
  static func repetition(in bytes: [UInt8]) -> (name: String, place: Place)? {
    do throws(JSONFault) {
      guard let range = try firstRepetition(in: bytes) else { return nil }
      let name = String(decoding: bytes[range].dropFirst().dropLast(), as: UTF8.self)
      return (name, place(of: range.lowerBound, in: bytes))
    } catch {
      return nil
    }
  }

  private static func firstRepetition(in bytes: [UInt8]) throws(JSONFault) -> Range<Int>? {
    var scanner = JSONScanner(bytes, depthLimit: maximumDepth)
    var repetition: Range<Int>?
    try value(&scanner, &repetition)
    try scanner.end()
    return repetition
  }

  private static func place(of position: Int, in bytes: [UInt8]) -> Place {
    let before = bytes.prefix(position)
    let newline = UInt8(ascii: "\n")
    let lineStart = before.lastIndex(of: newline).map { $0 + 1 } ?? 0
    return Place(line: before.count { $0 == newline } + 1, column: position - lineStart + 1)
  }

  private static func value(
    _ scanner: inout JSONScanner,
    _ repetition: inout Range<Int>?
  ) throws(JSONFault) {
    switch scanner.next() {
    case UInt8(ascii: "{"):
      var names: Set<ArraySlice<UInt8>> = []
      var repeated = repetition
      try scanner.members { (scanner) throws(JSONFault) in
        let name = try scanner.rawText()
        if !names.insert(scanner.bytes[name]).inserted { repeated = repeated ?? name }
        try scanner.colon()
        try value(&scanner, &repeated)
      }
      repetition = repeated
    case UInt8(ascii: "["):
      var repeated = repetition
      try scanner.elements { (scanner) throws(JSONFault) in try value(&scanner, &repeated) }
      repetition = repeated
    case UInt8(ascii: "\""): _ = try scanner.rawText()
    case UInt8(ascii: "t"), UInt8(ascii: "f"), UInt8(ascii: "n"), nil: _ = try scanner.word()
    default: _ = try scanner.number()
    }
  }
}
