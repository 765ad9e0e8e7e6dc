import TransportStream

/// The texts of the notes of a splitter.
extension TagSplitter {
  /// Ends the words about a tag that the end of the input cuts.
  static let beforeInputEnd = " before the end of the input"

  /// Of a tag that the end of the input cuts.
  static func cutByInputEnd(_ count: Int, of size: Int?) -> String {
    "\(count)\(size.map { " of \($0)" } ?? "") bytes of a tag arrived\(beforeInputEnd)"
  }

  /// Of a PES packet without a tag.
  static func otherData(_ bytes: ArraySlice<UInt8>) -> String {
    bytes.count == 1
      ? "PES with 1 byte that is not ID3" : "PES with \(bytes.count) bytes that are not ID3"
  }

  /// Of a header length that includes the start of the tag.
  static func coveredTag(_ header: PESHeader) -> String {
    let count = header.tagBytes.count
    return "PES_header_data_length is \(header.byteCount - 9), expected "
      + "\(header.byteCount - 9 - count): players skip the first \(count) byte"
      + "\(count == 1 ? "" : "s") of the tag"
  }

  /// Which packets of a tag are missing, where the continuity counter shows it.
  static func loss(_ waiting: Pending) -> String {
    guard waiting.hasGap else { return "" }
    let tag = waiting.tag
    let isFirstPacketAlone =
      tag.pes.header.map { $0.byteCount + tag.bytes.count <= maximumPacketPayload } ?? false
    return isFirstPacketAlone ? " (second TS packet missing)" : " (TS packets missing)"
  }

  /// Bytes of a transport packet after its header (ISO/IEC 13818-1, 2.4.3.2).
  private static let maximumPacketPayload = 184
}

extension StreamNote {
  /// Of a tag that the end of its run or segment cuts, where another follows.
  package func cutTag(before end: String) -> StreamNote {
    var note = self
    note.id = .tagTruncated
    note.detail = detail.dropLast(TagSplitter.beforeInputEnd.count) + " before \(end)"
    return note
  }
}
