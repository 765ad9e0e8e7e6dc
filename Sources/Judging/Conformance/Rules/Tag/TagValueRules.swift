import NielsenTag
import TimedMetadata

struct TagBreakout: Rule {
  static let id: RuleID = "tag-breakout"
  static let title = "Unexpected breakout code"
  static let text = """
    The breakout code is 00.

    Codes for regional breakouts are no longer used; receivers expect 00.
    """
  static let value = Threshold("value", 0, "")
  static let traits = RuleTraits(
    .tag,
    .error,
    needs: [.tags],
    thresholds: [value],
    remedy: "Set the breakout code of the inserter to 0.",
    source: "practice of existing validators; AWS MediaConvert BreakoutCode"
  )

  private let value: Double

  init(_ settings: RuleSettings) { value = settings[Self.value] }

  mutating func receive(_ tag: CheckedTag, _ log: inout FindingLog) {
    guard let fault = tag.nielsen.flatMap({ Self.fault(of: $0, expected: value) }) else { return }
    log.add(fault, at: tag.place)
  }

  /// The message about the breakout code of a payload; nil if the code is as expected or cannot be read.
  static func fault(of payload: NielsenPayload, expected: Double = value.value) -> String? {
    guard let breakout = payload.breakout, let code = Double(breakout), code != expected else {
      return nil
    }
    return unexpected(breakout, expected: expected)
  }
}

extension TagBreakout {
  static func unexpected(_ breakout: String, expected: Double) -> String {
    let number = Int(exactly: expected).map { $0 < 10 && $0 >= 0 ? "0\($0)" : "\($0)" }
    return "breakout \(breakout), expected \(number ?? "\(expected)")"
  }
}

struct TagChecksum: Rule {
  static let id: RuleID = "tag-checksum"
  static let title = "Payload changed after it was made"
  static let text = """
    The checksum in the blob matches the rest of the blob.

    The checksum is correct in every public payload. If it is wrong, the payload was changed after
    it was made, and its fields are not reliable.
    """
  static let traits = RuleTraits(
    .tag,
    .warning,
    isHeuristic: true,
    needs: [.tags],
    repairedBy: .packager,
    remedy: "Look for the device that rewrites the payload: it must not change any character.",
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

struct TagOffsetNullCid: Rule {
  static let id: RuleID = "tag-offset-null-cid"
  static let title = "Offset without a content id"
  static let text = """
    The offset of a null CID is 00000.

    An offset counts from the start of a source's broadcast day. Without a source, the offset has no
    meaning, and the tag contradicts itself.
    """
  static let traits = RuleTraits(
    .tag,
    .error,
    needs: [.tags],
    remedy: "Ask the maker of the inserter: it mixes the fields of two sources.",
    source: "practice of existing validators"
  )

  init(_ settings: RuleSettings) {}

  mutating func receive(_ tag: CheckedTag, _ log: inout FindingLog) {
    guard let payload = tag.nielsen else { return }
    for fault in Self.faults(of: payload) { log.add(fault.message, at: tag.place) }
  }

  static func faults(of payload: NielsenPayload) -> [PayloadFinding] {
    let offsets: [(PayloadField, String, ContentID?, Int?)] = [
      (.pcOffset, "PC", payload.pcCID, payload.pcOffset),
      (.fdOffset, "FD", payload.fdCID, payload.fdOffset),
    ]
    return offsets.compactMap { field, name, cid, offset in
      guard let cid, cid.isNull, let offset, offset != 0 else { return nil }
      return PayloadFinding(rule: id, field: field, message: Self.offset(offset, of: name))
    }
  }
}

extension TagOffsetNullCid {
  static func offset(_ offset: Int, of name: String) -> String {
    let digits = String(String(offset + 100_000).dropFirst())
    return "\(name) CID is null but \(name) offset is \(digits)"
  }
}

struct TagOffsetRange: Rule {
  static let id: RuleID = "tag-offset-range"
  static let title = "Offset over a day"
  static let text = """
    An offset is at most one day.

    Offsets start again with every broadcast day, which has 86 400 seconds, or an hour more when the clocks
    change.
    """
  static let traits = RuleTraits(
    .tag,
    .warning,
    needs: [.tags],
    remedy: "Check the clock source of the inserter.",
    source: "computed from public payloads"
  )

  init(_ settings: RuleSettings) {}

  mutating func receive(_ tag: CheckedTag, _ log: inout FindingLog) {
    guard let payload = tag.nielsen else { return }
    for fault in Self.faults(of: payload) { log.add(fault.message, at: tag.place) }
  }

  static func faults(of payload: NielsenPayload) -> [PayloadFinding] {
    let offsets: [(PayloadField, String, Int?)] = [
      (.pcOffset, "PC", payload.pcOffset), (.fdOffset, "FD", payload.fdOffset),
    ]
    return offsets.compactMap { field, name, offset in
      guard let offset, !NielsenPayload.saneOffsets.contains(offset) else { return nil }
      return PayloadFinding(rule: id, field: field, message: tooLarge(offset, of: name))
    }
  }
}

extension TagOffsetRange {
  static func tooLarge(_ offset: Int, of name: String) -> String {
    "\(name) offset \(offset) is more than a day"
  }
}

struct TagTrailer: Rule {
  static let id: RuleID = "tag-trailer"
  static let title = "Wrong end of the owner or the private data"
  static let text = """
    The owner of the PRIV frame ends with NUL, and the private data of the frame is one byte, the
    letter A.

    Without the NUL, receivers read past the payload. The letter A is part of the tag's format.
    """
  static let traits = RuleTraits(
    .tag,
    .error,
    needs: [.tags, .media],
    repairedBy: .packager,
    remedy: "Look for the device that rewrites the tag: it must not change any byte.",
    source: "ID3v2.4.0 frames, section 4.27; practice of existing validators"
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
