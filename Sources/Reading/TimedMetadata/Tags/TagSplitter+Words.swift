import TransportStream

extension TagSplitter {
  /// The last words of the note on a tag that was cut by the end of the input.
  static let beforeInputEnd = " before the end of the input"

  static func cutByInputEnd(_ count: Int, of size: Int?) -> String {
    "\(count)\(size.map { " of \($0)" } ?? "") bytes of a tag arrived\(beforeInputEnd)"
  }

  static func otherData(_ bytes: ArraySlice<UInt8>) -> String {
    bytes.count == 1
      ? "PES with 1 byte but no ID3 tag" : "PES with \(bytes.count) bytes but no ID3 tag"
  }

  /// The text about a PES header whose length includes the start of the tag.
  static func coveredTag(_ header: PESHeader) -> String {
    let count = header.tagBytes.count
    return "PES_header_data_length is \(header.byteCount - 9), expected "
      + "\(header.byteCount - 9 - count): players skip the first \(count) byte"
      + "\(count == 1 ? "" : "s") of the tag"
  }

  /// The last words of the note on a truncated tag. Empty unless the continuity counter shows that packets are missing.
  static func loss(_ waiting: Pending) -> String {
    guard waiting.hasGap else { return "" }
    let tag = waiting.tag
    let isFirstPacketAlone =
      tag.pes.header.map { $0.byteCount + tag.bytes.count <= maximumPacketPayload } ?? false
    return isFirstPacketAlone ? " (second TS packet missing)" : " (TS packets missing)"
  }

  /// The maximum number of payload bytes in a transport packet (ISO/IEC 13818-1, 2.4.3.2).
  private static let maximumPacketPayload = 184
}

extension StreamNote {
  /// A copy of a note about a tag that was cut by the end of the input. The copy names `end`, the end of a run or
  /// segment, because more input follows.
  package func cutTag(before end: String) -> StreamNote {
    var note = self
    note.id = .tagTruncated
    note.detail = detail.dropLast(TagSplitter.beforeInputEnd.count) + " before \(end)"
    return note
  }
}
