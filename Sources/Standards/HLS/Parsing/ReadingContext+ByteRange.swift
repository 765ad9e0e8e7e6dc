/// Byte ranges (RFC 8216, section 4.3.2.2).
extension ReadingContext {
  /// Reads `length` or `length@offset`.
  mutating func byteRange(
    _ value: ArraySlice<UInt8>,
    of tag: String,
    line: Int
  ) -> (length: Int, offset: Int?)? {
    let numbers = value.split(
      separator: UInt8(ascii: "@"),
      maxSplits: 1,
      omittingEmptySubsequences: false
    )
    let offset = numbers.count == 2 ? DecimalText.integer(ASCIISpace.trim(numbers[1])) : nil
    if let text = numbers.first, let length = DecimalText.integer(ASCIISpace.trim(text)) {
      if numbers.count == 2, offset == nil { noteInvalidRange(value, of: tag, line: line) }
      return (length, offset)
    }
    noteInvalidRange(value, of: tag, line: line)
    return nil
  }

  /// The range with these numbers; nil, with a fault, when they exceed what a file can have.
  mutating func byteRange(length: Int, offset: Int, line: Int) -> ByteRange? {
    if length == 0 { note(.byteRangeInvalid, line: line, "the byte range is empty") }
    if let range = ByteRange(offset: offset, length: length) { return range }
    note(.byteRangeInvalid, line: line, "the byte range ends beyond any file size: it is ignored")
    return nil
  }

  /// Where a range without offset starts: after the one before it in the same resource.
  mutating func continuedOffset(
    of last: (uri: String, end: Int)?,
    _ uri: String,
    line: Int
  ) -> Int {
    if let last, last.uri == uri { return last.end }
    note(
      .byteRangeWithoutOffset,
      line: line,
      "the byte range has no offset and does not continue one of the same URI: it is read from 0"
    )
    return 0
  }

  private mutating func noteInvalidRange(_ value: ArraySlice<UInt8>, of tag: String, line: Int) {
    note(
      .byteRangeInvalid,
      line: line,
      "\(tag): the byte range \"\(Excerpt.of(value))\" is not LENGTH@OFFSET"
    )
  }
}
