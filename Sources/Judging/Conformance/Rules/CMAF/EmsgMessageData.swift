import NielsenTag
import TimedMetadata

struct EmsgMessageData: Rule {
  static let title = "emsg does not hold one whole tag"
  static let text = """
    message_data is one whole tag and nothing else.

    Players parse it as ID3 from its first byte. In Nielsen's scheme it is the 271 bytes of the tag
    as the encoder wrote them.
    """
  static let traits = RuleTraits(
    .cmaf,
    .error,
    needs: [.fragmentedMP4, .tagsOrFindings],
    remedy: "Let the packager copy the whole tag, from ID3 to its last byte, into message_data.",
    source: "AOM, practice"
  )

  init(_ settings: RuleSettings) {}

  mutating func receive(_ note: StreamNote, _ log: inout FindingLog) {
    guard note.id.rawValue == log.rule.rawValue else { return }
    log.add(note.detail, at: Place(note))
  }

  mutating func receive(_ tag: CheckedTag, _ log: inout FindingLog) {
    guard tag.isNielsen, tag.tag.eventMessage?.scheme == EventScheme.nielsen,
      tag.tag.bytes.count != TagEnvelope.tagByteCount, !tag.has(log.rule),
      !tag.tag.notes.contains("tag-truncated")
    else { return }
    log.add(Self.size(tag.tag.bytes.count, expected: TagEnvelope.tagByteCount), at: tag.place)
  }
}

extension EmsgMessageData {
  static func size(_ count: Int, expected: Int) -> String {
    "message_data has \(count) bytes, expected the \(expected) of the tag"
  }
}
