import Formats

/// A fault in the text of a payload, with its position.
public struct PayloadFault: Sendable, Hashable {
  /// The kind of fault. New codes may be added.
  public enum Code: Sendable {
    /// The payload does not have 249 characters.
    case payloadLength
    /// A `/` between two fields is missing.
    case separator
    /// A field is too short, too long or missing.
    case fieldLength
    /// A character of an offset or of the break-out code is not a digit.
    case digit
    /// A character of a CID or of the blob is not a base64url character.
    case character
    /// A CID or the blob is base64 (`+`, `/`) instead of base64url (`-`, `_`).
    case standardBase64
    /// A CID or the blob does not end with its padding `=`.
    case padding
    /// The last character of a CID or of the blob has bits set that belong to no byte.
    case unusedBits

    /// Whether the fault is in the layout (lengths, separators, digits) rather than in the encoding.
    public var isLayout: Bool {
      switch self {
      case .payloadLength, .separator, .fieldLength, .digit: true
      case .character, .standardBase64, .padding, .unusedBits: false
      }
    }
  }

  /// The kind of fault.
  public let code: Code
  /// The field with the fault; nil for a wrong payload length or a missing separator.
  public let field: PayloadField?
  /// The position of the fault in the payload, in characters from 0.
  public let position: Int
  /// What is wrong, in one sentence without a full stop.
  public let message: String
}

extension PayloadFault: CustomStringConvertible {
  /// The same text as `message`.
  public var description: String { message }
}

extension PayloadFault {
  static func payloadLength(_ count: Int) -> PayloadFault {
    PayloadFault(
      code: .payloadLength,
      field: nil,
      position: min(count, NielsenPayload.byteCount),
      message: "payload has \(count) characters, expected \(NielsenPayload.byteCount)"
    )
  }

  static func separator(at position: Int, found: UInt8) -> PayloadFault {
    PayloadFault(
      code: .separator,
      field: nil,
      position: position,
      message: "\"/\" expected at character \(position), found \(quoted(found))"
    )
  }

  static func fieldLength(_ field: PayloadField, at position: Int, count: Int) -> PayloadFault {
    PayloadFault(
      code: .fieldLength,
      field: field,
      position: position,
      message: "\(field) has \(count) characters, expected \(field.count)"
    )
  }

  static func missing(_ field: PayloadField, at position: Int) -> PayloadFault {
    PayloadFault(
      code: .fieldLength,
      field: field,
      position: position,
      message: "\(field) is missing"
    )
  }

  static func digit(_ field: PayloadField, at position: Int, found: UInt8) -> PayloadFault {
    PayloadFault(
      code: .digit,
      field: field,
      position: position,
      message: "\(field): digit expected at character \(position), found \(quoted(found))"
    )
  }

  /// Converts a base64url fault in `text`, which starts at character `offset` of the payload.
  static func encoding(
    _ field: PayloadField,
    _ fault: Base64URL.Fault,
    in text: ArraySlice<UInt8>,
    at offset: Int
  ) -> PayloadFault {
    switch fault {
    case .length:
      return .fieldLength(field, at: offset, count: text.count)
    case .standardAlphabet(let position):
      return .notBase64URL(
        field,
        .standardBase64,
        at: offset + position,
        found: text[text.startIndex + position],
        because: " (base64 instead of base64url)"
      )
    case .character(let position):
      return .notBase64URL(
        field,
        .character,
        at: offset + position,
        found: text[text.startIndex + position]
      )
    case .padding(let position):
      return .notBase64URL(
        field,
        .padding,
        at: offset + position,
        found: text[text.startIndex + position],
        because: " (\"=\" expected)"
      )
    case .unusedBits(let position):
      return .notBase64URL(
        field,
        .unusedBits,
        at: offset + position,
        found: text[text.startIndex + position],
        because: " (its unused bits are not zero)"
      )
    }
  }

  private static func notBase64URL(
    _ field: PayloadField,
    _ code: Code,
    at position: Int,
    found: UInt8,
    because: String = ""
  ) -> PayloadFault {
    PayloadFault(
      code: code,
      field: field,
      position: position,
      message: "\(field) is not base64url: \(quoted(found)) at character \(position)\(because)"
    )
  }

  private static func quoted(_ byte: UInt8) -> String {
    guard (0x20..<0x7f).contains(byte) else {
      return "byte \(byte.hexadecimal)"
    }
    return "\"\(Character(Unicode.Scalar(byte)))\""
  }
}
