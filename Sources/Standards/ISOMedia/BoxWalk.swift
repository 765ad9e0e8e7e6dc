/// Finds the boxes of a file in memory (ISO/IEC 14496-12, 4.2).
package struct BoxWalk {
  package struct Box {
    package var type: BoxType
    /// The range of the box in the file, including its header.
    package var range: Range<Int>
    package var content: Range<Int>
  }

  /// The consecutive boxes in a range of bytes, up to the first box that is incomplete or not valid, or does not
  /// declare its size.
  package static func boxes(_ bytes: [UInt8], in range: Range<Int>) -> [Box] {
    var boxes: [Box] = []
    var start = range.lowerBound
    while let header = header(bytes[start..<range.upperBound]), let size = header.payloadSize {
      let content = start + header.byteCount
      guard size <= Int64(range.upperBound - content) else { break }
      let end = content + Int(size)
      boxes.append(Box(type: header.type, range: start..<end, content: content..<end))
      start = end
    }
    return boxes
  }

  /// The box at a path of types from the outermost to the innermost: the first box of each type.
  package static func first(_ path: [BoxType], in bytes: [UInt8]) -> Box? {
    var range = bytes.indices
    var found: Box?
    for type in path {
      guard let box = boxes(bytes, in: range).first(where: { $0.type == type }) else { return nil }
      found = box
      range = box.content
    }
    return found
  }

  /// The header at the start of `bytes`; nil if it is incomplete or not valid, which ends the walk.
  private static func header(_ bytes: ArraySlice<UInt8>) -> BoxHeader? {
    do throws(BoxFault) { return try BoxHeader(bytes) } catch { return nil }
  }
}
