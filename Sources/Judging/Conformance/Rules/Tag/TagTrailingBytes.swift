import TimedMetadata

struct TagTrailingBytes: Rule {
  static let title = "Bytes after the tag"
  static let text = """
    Only zeros follow a tag.

    Other bytes are the remains of another tag, often an overwritten one, and confuse receivers.
    """
  static let traits = RuleTraits(
    .tag,
    .warning,
    needs: [.tagsOrFindings, .media],
    remedy: "Look for the device that writes the tag: it must end the packet with the tag.",
    source: "ID3v2.4.0 structure, section 3"
  )

  init(_ settings: RuleSettings) {}

  mutating func receive(_ tag: CheckedTag, _ log: inout FindingLog) {
    guard let trailing = tag.tag.trailing else { return }
    log.add(Self.behind(trailing), at: tag.place)
  }
}

extension TagTrailingBytes {
  static func behind(_ trailing: TrailingBytes) -> String {
    "\(Words.count(trailing.count, "byte")) after the tag, starting \(Words.hex(trailing.first))"
  }
}
