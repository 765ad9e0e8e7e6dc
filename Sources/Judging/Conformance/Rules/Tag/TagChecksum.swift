import TimedMetadata

struct TagChecksum: Rule {
  static let title = "Payload changed after it was made"
  static let text = """
    The checksum in the blob is that of the blob.

    The checksum is correct in every public payload. Where it is wrong, something changed the
    payload after it was made, and its fields are not reliable.
    """
  static let traits = RuleTraits(
    .tag,
    .warning,
    isHeuristic: true,
    needs: [.tags],
    repairedBy: .packager,
    remedy: "Look for the device that rewrites the payload: it must pass on every character.",
    source: "computed from public payloads"
  )

  private var hasBlob = false

  init(_ settings: RuleSettings) {}

  mutating func receive(_ tag: CheckedTag, _ log: inout FindingLog) {
    guard let payload = tag.nielsen, let stored = payload.storedChecksum,
      let computed = payload.computedChecksum
    else { return }
    hasBlob = true
    guard stored != computed else { return }
    log.add(Self.mismatch(stored: stored, computed: computed), at: tag.place)
  }

  mutating func finish(_ facts: InputFacts, _ log: inout FindingLog) -> Assessment {
    hasBlob ? .assessed : .notAssessed(.heuristicUnconfirmed)
  }
}

extension TagChecksum {
  static func mismatch(stored: UInt16, computed: UInt16) -> String {
    "checksum \(Words.hex(stored)), computed \(Words.hex(computed)): "
      + "payload changed after it was made"
  }
}
