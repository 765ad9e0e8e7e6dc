import NielsenTag
import TimedMetadata

/// The header of the tag and that of its frame, 20 bytes, are those of every Nielsen tag.
///
/// Some receivers know a Nielsen tag by exactly these bytes and overlook any other.
struct TagHeader: Rule {
  static let traits = RuleTraits(
    .tag,
    .warning,
    needs: [.tags, .media],
    remedy: "Look for the device that writes the tag anew: it has to pass on every byte.",
    source: "ID3v2.4.0 structure, section 3.1; gpac src/media_tools/id3.c"
  )

  init(_ settings: RuleSettings) {}

  mutating func receive(_ tag: CheckedTag, _ log: inout FindingLog) {
    guard tag.isNielsen, tag.has(log.rule) else { return }
    for (index, words) in Self.differences(tag.tag.bytes).enumerated() {
      log.add(words, at: tag.place, amount: index == 0 ? 1 : 0)
    }
  }
}

extension TagHeader {
  /// What differs from the header of a Nielsen tag, in its order.
  static func differences(_ bytes: [UInt8]) -> [String] {
    let expected = TagEnvelope.header
    guard bytes.count >= expected.count else {
      return ["header of \(bytes.count) bytes, expected \(expected.count)"]
    }
    func hex(_ part: Range<Int>, of bytes: [UInt8]) -> String { Words.hex(bytes[part]) }
    func difference(_ name: String, _ part: Range<Int>) -> String? {
      guard bytes[part] != expected[part] else { return nil }
      return "\(name) \(hex(part, of: bytes)), expected \(hex(part, of: expected)); "
        + "GPAC will not recognise this tag"
    }
    var words: [String] = []
    if bytes[3] != expected[3] { words.append("ID3v2.\(bytes[3]) header, expected 2.4") }
    words += [
      difference("tag revision", 4..<5), difference("tag flags", 5..<6),
      size("tag", 6..<10, bytes), difference("frame id", 10..<14),
      size("frame", 14..<18, bytes), difference("frame flags", 18..<20),
    ].compactMap { $0 }
    return words
  }

  /// Sizes read better as numbers; one that is not synchsafe stands as carried.
  private static func size(_ name: String, _ part: Range<Int>, _ bytes: [UInt8]) -> String? {
    let expected = TagEnvelope.header[part]
    let found = bytes[part]
    guard found != expected else { return nil }
    func number(_ size: ArraySlice<UInt8>) -> String {
      size.allSatisfy { $0 < 0x80 }
        ? "\(size.reduce(0) { $0 << 7 | Int($1) })" : Words.hex(size)
    }
    return "\(name) size \(number(found)), expected \(number(expected)); "
      + "GPAC will not recognise this tag"
  }
}
