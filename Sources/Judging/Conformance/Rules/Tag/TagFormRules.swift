import Formats
import NielsenTag
import TimedMetadata

struct TagEncoding: Rule {
  static let id: RuleID = "tag-encoding"
  static let title = "Payload not in Nielsen's base64url"
  static let text = """
    The two CIDs and the blob are padded base64url text of 16, 16 and 125 bytes.

    A device that treats these fields as base64, or as part of a URL, changes `-` and `_` or removes
    the padding; the result cannot be decrypted.
    """
  static let traits = RuleTraits(
    .tag,
    .error,
    needs: [.tags],
    repairedBy: .packager,
    remedy:
      "Look for the device that encodes the payload again: it must not change any character.",
    source: "RFC 4648, section 5"
  )

  init(_ settings: RuleSettings) {}

  mutating func receive(_ tag: CheckedTag, _ log: inout FindingLog) {
    let faults = (tag.nielsen?.faults ?? []).filter { !$0.code.isLayout }
    for (index, fault) in faults.enumerated() {
      log.add(fault.message, at: tag.place, amount: index == 0 ? 1 : 0)
    }
  }
}

struct TagExtraFrames: Rule {
  static let id: RuleID = "tag-extra-frames"
  static let title = "Other frames in the tag"
  static let text = """
    The PRIV frame is alone in its tag.

    A receiver that reads only the first frame, or the first PRIV frame, may find a frame of another
    owner.
    """
  static let traits = RuleTraits(
    .tag,
    .warning,
    needs: [.tags, .media],
    repairedBy: .packager,
    remedy: "Configure the device that adds the frames to write them into a separate tag.",
    source: "this tool's own rule"
  )

  init(_ settings: RuleSettings) {}

  mutating func receive(_ tag: CheckedTag, _ log: inout FindingLog) {
    guard tag.isNielsen, let id3 = tag.tag.tag, id3.frames.count > 1 else { return }
    log.add(Self.several(id3.frames.map(\.id)), at: tag.place)
  }
}

extension TagExtraFrames {
  private static let shownFrames = 8

  static func several(_ ids: [String]) -> String {
    let shown = ids.prefix(shownFrames) + (ids.count > shownFrames ? ["..."] : [])
    return "\(ids.count) frames in the tag (\(shown.joined(separator: ", "))), expected PRIV alone"
  }
}

struct TagLayout: Rule {
  static let id: RuleID = "tag-layout"
  static let title = "Payload does not have Nielsen's layout"
  static let text = """
    A payload has 249 characters in seven fields, with digits in the numeric fields.

    Receivers reject a payload that is cut or has a field of another length. `tag-encoding` checks
    whether the CIDs and the blob decode.
    """
  static let traits = RuleTraits(
    .tag,
    .error,
    needs: [.tags],
    repairedBy: .packager,
    remedy: "Look for the device that rewrites the payload: it must not change any character.",
    source: "computed from public payloads"
  )

  init(_ settings: RuleSettings) {}

  mutating func receive(_ tag: CheckedTag, _ log: inout FindingLog) {
    let faults = (tag.nielsen?.faults ?? []).filter { $0.code.isLayout }
    // A wrong length explains the other faults, so it is logged first.
    let inOrder =
      faults.filter { $0.code == .payloadLength } + faults.filter { $0.code != .payloadLength }
    for (index, fault) in inOrder.enumerated() {
      log.add(fault.message, at: tag.place, amount: index == 0 ? 1 : 0)
    }
  }
}

struct TagTrailingBytes: Rule {
  static let id: RuleID = "tag-trailing-bytes"
  static let title = "Bytes after the tag"
  static let text = """
    Only zero bytes follow a tag.

    Other bytes are the remains of another tag, often an overwritten one, and confuse receivers.
    """
  static let traits = RuleTraits(
    .tag,
    .warning,
    needs: [.tagsOrFindings, .media],
    remedy:
      "Look for the device that writes the tag: its PES packet or message must end where the tag ends.",
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
    "\(Decimals.counted(trailing.count, "byte")) after the tag, starting with "
      + Words.hex(trailing.first)
  }
}

struct TagTruncated: NoteRule {
  static let id: RuleID = "tag-truncated"
  static let title = "Tag cut off"
  static let text = """
    Tags have the size they declare.

    Receivers drop an incomplete tag. The cause is packet loss, or a device that cuts tags. A tag
    that is cut by the end of the input is reported as information and not judged. The same applies
    to an input that ends within an MP4 box, such as an interrupted download.
    """
  static let traits = RuleTraits(
    .tag,
    .error,
    needs: [.media, .tagsOrFindings],
    repairedBy: .packager,
    remedy: "Look for packet loss before the tag, then for the device that cuts the tag.",
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

  /// Logs a payload that arrived without its tag. The reader reports all other cut tags.
  mutating func receive(_ tag: CheckedTag, _ log: inout FindingLog) {
    guard tag.isNielsen, tag.has(log.rule), tag.tag.bytes.count == NielsenPayload.byteCount else {
      return
    }
    log.add(Self.bare, at: tag.place)
  }
}

extension TagTruncated {
  static func notJudged(_ detail: String) -> String { "\(detail): not judged" }
  static let bare = "only the payload arrived, expected a tag of \(TagEnvelope.tagByteCount) bytes"
}

struct TagType: Rule {
  static let id: RuleID = "tag-type"
  static let title = "Unknown type of tag"
  static let text = """
    The type byte of the blob is 01 or 02.

    No other type has been published. A tag of another type with a correct checksum should be
    investigated.
    """
  static let traits = RuleTraits(
    .tag,
    .info,
    isHeuristic: true,
    needs: [.tags],
    remedy: "Ask the maker of the inserter about the purpose of this type.",
    source: "inferred from public payloads"
  )

  private static let known: ClosedRange<UInt8> = 1...2
  private var hasType = false

  init(_ settings: RuleSettings) {}

  mutating func receive(_ tag: CheckedTag, _ log: inout FindingLog) {
    guard let type = tag.trustedBlob?.typeByte else { return }
    hasType = true
    guard !Self.known.contains(type) else { return }
    log.add(Self.unknown(type), at: tag.place)
  }

  mutating func finish(_ facts: InputFacts, _ log: inout FindingLog) -> Assessment {
    hasType ? .assessed : .notAssessed(.heuristicUnconfirmed)
  }
}

extension TagType {
  static func unknown(_ type: UInt8) -> String {
    "tag type \(Words.hex(type)), expected 01 (INFO) or 02 (DATA)"
  }
}
