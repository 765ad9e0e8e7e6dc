import NielsenTag
import TimedMetadata

struct TagTruncated: NoteRule {
  static let title = "Tag cut off"
  static let text = """
    Tags have the size they declare.

    Receivers drop a tag with a part missing. The cause is packet loss, or a device that cuts tags.
    A tag cut by the end of the input is reported as information, and not judged; so is an input
    that ends within an MP4 box, such as an interrupted download.
    """
  static let traits = RuleTraits(
    .tag,
    .error,
    needs: [.media, .tagsOrFindings],
    repairedBy: .packager,
    remedy: "Look for packet loss before the tag, then for the device that cuts it.",
    source: "ID3v2.4.0 structure, section 3.1"
  )

  mutating func receive(_ note: StreamNote, _ log: inout FindingLog) {
    if note.id == .tagAtInputEnd {
      log.add(Self.notJudged(note.detail), at: Place(note), severity: .info, amount: 0)
    } else if note.id == .endsWithinBox {
      guard note.segment == nil else { return }
      log.add(
        Self.notJudged("the input \(note.detail)"),
        at: Place(note),
        severity: .info,
        amount: 0
      )
    } else if note.id.rawValue == log.rule.rawValue {
      log.add(note.detail, at: Place(note), amount: note.amount ?? 1)
    }
  }

  /// The reader reports every tag that was cut; of a payload alone it delivers the available part.
  mutating func receive(_ tag: CheckedTag, _ log: inout FindingLog) {
    guard tag.isNielsen, tag.has(log.rule), tag.tag.bytes.count == NielsenPayload.byteCount else {
      return
    }
    log.add(Self.bare, at: tag.place)
  }
}

extension TagTruncated {
  static func notJudged(_ detail: String) -> String { "\(detail): not judged" }
  static let bare = "a payload alone arrived, expected a tag of \(TagEnvelope.tagByteCount) bytes"
}
