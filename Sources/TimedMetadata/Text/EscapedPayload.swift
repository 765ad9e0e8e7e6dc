import NielsenTag

/// A payload string as texts carry it: plain, percent-encoded once (`%2F`), or escaped as in JSON and
/// in source code (`\/`, `\u003D`, `\x3D`), also within a string that was itself escaped.
enum EscapedPayload {
  enum Match: Equatable {
    /// The 249 characters, and the bytes they take in the text.
    case payload([UInt8], byteCount: Int)
    case none
    /// The text ends too early to decide.
    case incomplete
  }

  private static let maximumBackslashes = 4

  /// Reads the payload that begins at `start`. With `isLast` no further text follows.
  static func match(
    _ text: UnsafeRawBufferPointer,
    at start: Int,
    isLast: Bool
  ) -> Match {
    let prefix = Array(NielsenPayload.ownerPrefix.utf8)
    var payload: [UInt8] = []
    var position = start
    while payload.count < NielsenPayload.byteCount {
      guard let (character, size) = character(text, at: position) else {
        return isLast ? .none : .incomplete
      }
      let index = payload.count
      guard index < prefix.count ? character == prefix[index] : isAllowed(character) else {
        return .none
      }
      payload.append(character)
      position += size
    }
    guard NielsenPayload.occurrences(in: payload).first?.lowerBound == 0 else { return .none }
    return .payload(payload, byteCount: position - start)
  }

  /// The character at `position` and the bytes it takes; nil when the text ends within it.
  private static func character(
    _ text: UnsafeRawBufferPointer,
    at position: Int
  ) -> (UInt8, size: Int)? {
    guard position < text.count else { return nil }
    switch text[position] {
    case UInt8(ascii: "%"):
      return escape(text, at: position, signs: 1, digits: 2)
    case UInt8(ascii: "\\"):
      let backslashes = text[position...].prefix(maximumBackslashes)
        .prefix { $0 == UInt8(ascii: "\\") }.count
      guard position + backslashes < text.count else { return nil }
      switch text[position + backslashes] {
      case UInt8(ascii: "/"): return (UInt8(ascii: "/"), backslashes + 1)
      case UInt8(ascii: "u"):
        return escape(text, at: position, signs: backslashes + 1, digits: 4)
      case UInt8(ascii: "x"):
        return escape(text, at: position, signs: backslashes + 1, digits: 2)
      default: return (UInt8(ascii: "\\"), 1)
      }
    case let plain: return (plain, 1)
    }
  }

  /// A character written as hexadecimal digits after `signs` bytes; the first sign itself when they
  /// are not digits, or do not give a single byte.
  private static func escape(
    _ text: UnsafeRawBufferPointer,
    at position: Int,
    signs: Int,
    digits: Int
  ) -> (UInt8, size: Int)? {
    let start = position + signs
    var value = 0
    for index in start..<start + digits {
      guard index < text.count else { return nil }
      guard let digit = hexadecimalValue(text[index]) else { return (text[position], 1) }
      value = value << 4 | digit
    }
    return UInt8(exactly: value).map { ($0, signs + digits) } ?? (text[position], 1)
  }

  private static func hexadecimalValue(_ digit: UInt8) -> Int? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(digit - UInt8(ascii: "0"))
    case UInt8(ascii: "A")...UInt8(ascii: "F"): Int(digit - UInt8(ascii: "A")) + 10
    case UInt8(ascii: "a")...UInt8(ascii: "f"): Int(digit - UInt8(ascii: "a")) + 10
    default: nil
    }
  }

  /// Base64url, its padding, digits and the slash between fields.
  private static func isAllowed(_ character: UInt8) -> Bool {
    switch character {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "-"), UInt8(ascii: "_"),
      UInt8(ascii: "="), UInt8(ascii: "/"):
      true
    default: false
    }
  }
}
