import NielsenTag
import TimedMetadata

struct TagHeader: Rule {
  static let id: RuleID = "tag-header"
  static let title = "Tag header differs from Nielsen's"
  static let text = """
    The 20 bytes of the tag header and the frame header are the same as in every Nielsen tag.

    Some receivers recognize a Nielsen tag by exactly these bytes and ignore any other tag. If the
    tag has no PRIV frame whose owner is the payload, receivers ignore the tag, and the finding is
    an error.
    """
  static let traits = RuleTraits(
    .tag,
    .warning,
    needs: [.tags, .media],
    repairedBy: .packager,
    remedy: "Look for the device that rewrites the tag: it must not change any byte.",
    source: "ID3v2.4.0 structure, section 3.1; gpac src/media_tools/id3.c"
  )

  init(_ settings: RuleSettings) {}

  mutating func receive(_ tag: CheckedTag, _ log: inout FindingLog) {
    guard tag.isNielsen, tag.has(log.rule) else { return }
    let isLost = !tag.hasNielsenOwner
    if isLost { log.add(Self.unreadable(tag.tag), at: tag.place, severity: .error) }
    for (index, words) in Self.differences(tag.tag.bytes).enumerated() {
      log.add(words, at: tag.place, amount: index == 0 && !isLost ? 1 : 0)
    }
  }
}

extension TagHeader {
  private static let shownFrames = 4

  /// The message about a tag without a Nielsen PRIV frame, with the frames that were found instead.
  static func unreadable(_ tag: TimedTag) -> String {
    let start = "no PRIV frame with a Nielsen owner"
    guard let frames = tag.tag?.frames else {
      return "\(start): the bytes around the payload are not an ID3 tag, so players drop the "
        + "payload"
    }
    let names = frames.prefix(shownFrames).map { frame in
      if case .transformed = frame.content { return "\(Words.printable(frame.id)) not readable" }
      return Words.printable(frame.id)
    }
    let found = names.isEmpty ? "no frame" : names.joined(separator: ", ")
    return "\(start), found \(found): apps that look for the owner overlook this tag"
  }

  /// Returns the differences from the header of a Nielsen tag, in byte order.
  static func differences(_ bytes: [UInt8]) -> [String] {
    let expected = TagEnvelope.header
    guard bytes.count >= expected.count else {
      return ["header of \(bytes.count) bytes, expected \(expected.count)"]
    }
    func hex(_ part: Range<Int>, of bytes: [UInt8]) -> String { Words.hex(bytes[part]) }
    func difference(_ name: String, _ part: Range<Int>) -> String? {
      guard bytes[part] != expected[part] else { return nil }
      return "\(name) \(hex(part, of: bytes)), expected \(hex(part, of: expected)); "
        + "GPAC will not recognize this tag"
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

  /// Describes a wrong size as a number. A size that is not synchsafe is shown in hex.
  private static func size(_ name: String, _ part: Range<Int>, _ bytes: [UInt8]) -> String? {
    let expected = TagEnvelope.header[part]
    let found = bytes[part]
    guard found != expected else { return nil }
    let plain = found.reduce(0) { $0 << 8 | Int($1) }
    if plain == expected.reduce(0, { $0 << 7 | Int($1) }) {
      return "\(name) size \(Words.hex(found)) is a plain number, expected synchsafe "
        + "\(Words.hex(expected)); GPAC will not recognize this tag"
    }
    func number(_ size: ArraySlice<UInt8>) -> String {
      size.allSatisfy { $0 < 0x80 }
        ? "\(size.reduce(0) { $0 << 7 | Int($1) })" : Words.hex(size)
    }
    return "\(name) size \(number(found)), expected \(number(expected)); "
      + "GPAC will not recognize this tag"
  }
}
