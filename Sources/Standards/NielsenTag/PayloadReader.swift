/// Takes a payload apart, field by field, and notes what is wrong.
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

  /// Prepares to read `bytes`, which are known to be ASCII with a Nielsen prefix.
  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// Reads every field.
  mutating func read() {
    if bytes.count == NielsenPayload.byteCount {
      readByPosition()
    } else {
      faults.append(.payloadLength(bytes.count))
      readBySeparator()
    }
    faults.sort { $0.position < $1.position }
  }

  /// A payload of the right length: each field has its place, so that a `/` inside one is seen as
  /// what it is. A field counts only when it is separated from its neighbours.
  private mutating func readByPosition() {
    let separators = PayloadField.allCases.dropLast().map(\.end)
    let missing = separators.filter { bytes[$0] != Self.slash }
    faults += missing.map { .separator(at: $0, found: bytes[$0]) }
    for field in PayloadField.allCases {
      guard !missing.contains(field.offset - 1), !missing.contains(field.end) else { continue }
      readField(field, bytes[field.offset..<field.end], at: field.offset)
    }
  }

  /// A payload of another length: what is between two `/` counts when its length is right.
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
