extension NielsenPayload {
  /// The byte ranges of the complete payloads in a text, counted from 0. Each range has 249 bytes.
  ///
  /// A payload is the prefix and six fields of the right lengths, separated by `/`. A field has only digits, or only
  /// base64url characters and `=`. `init(bytes:)` finds out whether the fields can be decoded. The search takes time
  /// proportional to the length of the text.
  public static func occurrences(in text: some Collection<UInt8>) -> [Range<Int>] {
    text.withContiguousStorageIfAvailable(occurrences(inBuffer:))
      ?? Array(text).withUnsafeBufferPointer(occurrences(inBuffer:))
  }

  private static func occurrences(inBuffer text: UnsafeBufferPointer<UInt8>) -> [Range<Int>] {
    let prefix = Array(ownerPrefix.utf8)
    var ranges: [Range<Int>] = []
    var position = 0
    while position + byteCount <= text.count {
      guard text[position] == prefix[0], isPayload(text, at: position, prefix: prefix) else {
        position += 1
        continue
      }
      ranges.append(position..<position + byteCount)
      position += byteCount
    }
    return ranges
  }

  private static func isPayload(
    _ text: UnsafeBufferPointer<UInt8>,
    at start: Int,
    prefix: [UInt8]
  ) -> Bool {
    for (index, character) in prefix.enumerated() {
      guard text[start + index] == character else { return false }
    }
    for field in PayloadField.allCases.dropFirst() {
      guard text[start + field.offset - 1] == UInt8(ascii: "/") else { return false }
      for index in field.offset..<field.end {
        guard field.allows(text[start + index]) else { return false }
      }
    }
    return true
  }
}

extension PayloadField {
  fileprivate func allows(_ character: UInt8) -> Bool {
    switch self {
    case .host: true
    case .pcCID, .fdCID, .watermark:
      Base64URL.values[Int(character)] != Base64URL.invalid || character == UInt8(ascii: "=")
    case .pcOffset, .fdOffset, .breakout:
      (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(character)
    }
  }
}
