/// Decodes the bytes from a terminal into keys: printable ASCII, and the escape sequences (ECMA-48, 5.4; VT220; xterm)
/// of the keys in ``TerminalKey``. Other bytes are skipped.
struct KeyDecoder {
  private var sequence: [UInt8] = []
  /// The maximum length of a sequence, in bytes.
  private static let longestSequence = 32
  private static let escapeByte: UInt8 = 0x1B

  init() {}

  /// The keys that are completed by `bytes`.
  mutating func keys(from bytes: some Sequence<UInt8>) -> [TerminalKey] {
    bytes.compactMap { key(with: $0) }
  }

  private mutating func key(with byte: UInt8) -> TerminalKey? {
    guard !sequence.isEmpty else { return plain(byte) }
    if byte == Self.escapeByte {
      sequence = [byte]
      return nil
    }
    sequence.append(byte)
    if sequence.count == 2 {
      guard byte == UInt8(ascii: "[") || byte == UInt8(ascii: "O") else {
        sequence = []
        return nil
      }
      return nil
    }
    guard sequence.count <= Self.longestSequence else {
      sequence = []
      return nil
    }
    guard (0x40...0x7E).contains(byte) else { return nil }
    defer { sequence = [] }
    return special(final: byte, parameters: sequence.dropFirst(2).dropLast())
  }

  private mutating func plain(_ byte: UInt8) -> TerminalKey? {
    switch byte {
    case Self.escapeByte:
      sequence = [byte]
      return nil
    case 0x20...0x7E: return .character(Character(Unicode.Scalar(byte)))
    default: return nil
    }
  }

  private func special(final: UInt8, parameters: some Sequence<UInt8>) -> TerminalKey? {
    switch final {
    case UInt8(ascii: "A"): return .up
    case UInt8(ascii: "B"): return .down
    case UInt8(ascii: "H"): return .home
    case UInt8(ascii: "F"): return .end
    case UInt8(ascii: "~"):
      // The modifier keys follow a semicolon.
      let number = parameters.prefix { $0 != UInt8(ascii: ";") }
      switch String(decoding: Array(number), as: UTF8.self) {
      case "1", "7": return .home
      case "4", "8": return .end
      case "5": return .pageUp
      case "6": return .pageDown
      default: return nil
      }
    default: return nil
    }
  }
}

package enum TerminalKey: Sendable, Hashable {
  /// A printable ASCII character.
  case character(Character)
  case up, down, home, end, pageUp, pageDown
}
