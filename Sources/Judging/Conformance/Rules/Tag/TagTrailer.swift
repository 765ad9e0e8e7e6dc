import NielsenTag
import TimedMetadata

struct TagTrailer: Rule {
  static let title = "End of the owner or private data changed"
  static let text = """
    The owner of the PRIV frame ends with NUL, and its private data is one byte, the letter A.

    Without the NUL, receivers read past the payload. The byte after it is part of the tag's format.
    """
  static let traits = RuleTraits(
    .tag,
    .error,
    needs: [.tags, .media],
    repairedBy: .packager,
    remedy: "Look for the device that rewrites the tag: it must pass on every byte.",
    source: "ID3v2.4.0 frames, section 4.27; practice"
  )

  init(_ settings: RuleSettings) {}

  mutating func receive(_ tag: CheckedTag, _ log: inout FindingLog) {
    guard tag.isNielsen, tag.has(log.rule), let id3 = tag.tag.tag else { return }
    let frame = id3.privateFrames.first { $0.owner.hasPrefix(NielsenPayload.ownerPrefix) }
    guard let frame else { return }
    let isTerminated = !(frame.data.isEmpty && id3.issues.contains(.privWithoutTerminator))
    log.add(
      isTerminated ? Self.ending(frame.data) : Self.unterminated(frame.owner),
      at: tag.place
    )
  }
}

extension TagTrailer {
  private static let expected = Words.hex(TagEnvelope.trailer)
  private static let shownBytes = 8

  static func ending(_ data: [UInt8]) -> String {
    let more = data.count > shownBytes ? " ..." : ""
    return "tag ends with \(Words.hex([0] + data.prefix(shownBytes)))\(more), expected \(expected)"
  }

  static func unterminated(_ owner: String) -> String {
    let end = Words.hex(owner.unicodeScalars.suffix(2).map { UInt8(truncatingIfNeeded: $0.value) })
    return "tag ends with \(end), expected \(expected): the owner is not terminated"
  }
}
