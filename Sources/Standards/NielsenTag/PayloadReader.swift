struct PayloadReader {
  private(set) var pcCID: ContentID?
  private(set) var fdCID: ContentID?
  private(set) var watermark: WatermarkBlob?
  private(set) var pcOffset: Int?
  private(set) var fdOffset: Int?
  private(set) var breakout: String?
  private(set) var faults: [PayloadFault] = []

  private static let slash = UInt8(ascii: "/")
  private let bytes: [UInt8]

  /// Creates a reader of `bytes`, which must be ASCII and start with Nielsen's prefix.
  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  mutating func read() {
    if bytes.count == NielsenPayload.byteCount {
      readByPosition()
    } else {
      faults.append(.payloadLength(bytes.count))
      readBySeparator()
    }
    faults.sort { $0.position < $1.position }
  }

  /// Reads a payload of the right length by the positions of its fields, so that a `/` inside a field is reported as
  /// a wrong character. A field is read only if no separator next to it is missing.
  private mutating func readByPosition() {
    let separators = PayloadField.allCases.dropLast().map(\.end)
    let missing = separators.filter { bytes[$0] != Self.slash }
    faults += missing.map { .separator(at: $0, found: bytes[$0]) }
    for field in PayloadField.allCases {
      guard !missing.contains(field.offset - 1), !missing.contains(field.end) else { continue }
      readField(field, bytes[field.offset..<field.end], at: field.offset)
    }
  }

  /// Reads a payload of a wrong length by its separators. A field is read only if its own length is right.
  private mutating func readBySeparator() {
    let pieces = bytes.split(separator: Self.slash, omittingEmptySubsequences: false)
    for (field, piece) in zip(PayloadField.allCases, pieces) {
      guard piece.count == field.count else {
        faults.append(.fieldLength(field, at: piece.startIndex, count: piece.count))
        continue
      }
      readField(field, piece, at: piece.startIndex)
    }
    for field in PayloadField.allCases.dropFirst(pieces.count) {
      faults.append(.missing(field, at: bytes.count))
    }
  }

  private mutating func readField(_ field: PayloadField, _ text: ArraySlice<UInt8>, at offset: Int)
  {
    switch field {
    case .host: break
    case .pcCID: pcCID = decode(field, text, at: offset).flatMap { ContentID(bytes: $0) }
    case .fdCID: fdCID = decode(field, text, at: offset).flatMap { ContentID(bytes: $0) }
    case .watermark:
      watermark = decode(field, text, at: offset).flatMap { WatermarkBlob(bytes: $0) }
    case .pcOffset: pcOffset = number(field, text, at: offset)
    case .fdOffset: fdOffset = number(field, text, at: offset)
    case .breakout:
      guard number(field, text, at: offset) != nil else { return }
      breakout = String(decoding: text, as: UTF8.self)
    }
  }

  private mutating func decode(
    _ field: PayloadField,
    _ text: ArraySlice<UInt8>,
    at offset: Int
  ) -> [UInt8]? {
    let byteCount = field == .watermark ? WatermarkBlob.byteCount : ContentID.byteCount
    do throws(Base64URL.Fault) {
      return try Base64URL.decode(text, byteCount: byteCount)
    } catch {
      faults.append(.encoding(field, error, in: text, at: offset))
      return nil
    }
  }

  private mutating func number(
    _ field: PayloadField,
    _ text: ArraySlice<UInt8>,
    at offset: Int
  ) -> Int? {
    var value = 0
    for (position, character) in text.enumerated() {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(character) else {
        faults.append(.digit(field, at: offset + position, found: character))
        return nil
      }
      value = value * 10 + Int(character - UInt8(ascii: "0"))
    }
    return value
  }
}
