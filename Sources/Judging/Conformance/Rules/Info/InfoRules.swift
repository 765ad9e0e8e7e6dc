import NielsenTag
import TimedMetadata

struct InfoCidsNull: Rule {
  static let id: RuleID = "info-cids-null"
  static let title = "INFO tag with a content id"
  static let text = """
    Both CIDs of an INFO tag are null.

    An INFO tag is about the inserter, not about a source. An INFO tag that names a source is
    mistaken for a DATA tag.
    """
  static let traits = RuleTraits(
    .info,
    .error,
    isHeuristic: true,
    needs: [.infoTags(1)],
    remedy: "Ask the maker of the inserter: it mixes the fields of INFO and DATA tags.",
    source: "practice of existing validators"
  )

  init(_ settings: RuleSettings) {}

  mutating func receive(_ tag: CheckedTag, _ log: inout FindingLog) {
    guard tag.kind == .info, let payload = tag.nielsen else { return }
    for fault in Self.faults(of: payload) { log.add(fault.message, at: tag.place) }
  }

  static func faults(of payload: NielsenPayload) -> [PayloadFinding] {
    guard payload.kind == .info else { return [] }
    let cids: [(PayloadField, String, ContentID?)] = [
      (.pcCID, "PC", payload.pcCID), (.fdCID, "FD", payload.fdCID),
    ]
    return cids.compactMap { field, name, cid in
      guard let cid, !cid.isNull else { return nil }
      return PayloadFinding(rule: id, field: field, message: source(cid, as: name))
    }
  }
}

extension InfoCidsNull {
  static func source(_ cid: ContentID, as name: String) -> String {
    "INFO tag with \(name) CID \(cid.text.prefix(4))…=="
  }
}

struct InfoOffsetsZero: Rule {
  static let id: RuleID = "info-offsets-zero"
  static let title = "INFO tag with an offset"
  static let text = """
    Both offsets of an INFO tag are 00000.

    An INFO tag is about the inserter, not about a source, so there is no broadcast day to count from.
    """
  static let traits = RuleTraits(
    .info,
    .error,
    isHeuristic: true,
    needs: [.infoTags(1)],
    remedy: "Ask the maker of the inserter: it mixes the fields of INFO and DATA tags.",
    source: "practice of existing validators"
  )

  init(_ settings: RuleSettings) {}

  mutating func receive(_ tag: CheckedTag, _ log: inout FindingLog) {
    guard tag.kind == .info, let payload = tag.nielsen else { return }
    for fault in Self.faults(of: payload) { log.add(fault.message, at: tag.place) }
  }

  static func faults(of payload: NielsenPayload) -> [PayloadFinding] {
    guard payload.kind == .info else { return [] }
    let offsets: [(PayloadField, String, Int?)] = [
      (.pcOffset, "PC", payload.pcOffset), (.fdOffset, "FD", payload.fdOffset),
    ]
    return offsets.compactMap { field, name, offset in
      guard let offset, offset != 0 else { return nil }
      return PayloadFinding(rule: id, field: field, message: Self.offset(offset, of: name))
    }
  }
}

extension InfoOffsetsZero {
  static func offset(_ offset: Int, of name: String) -> String {
    "INFO tag with \(name) offset \(offset)"
  }
}

struct InfoTagTimes: Rule {
  static let id: RuleID = "info-tag-times"
  static let title = "INFO tag with different first and last times"
  static let text = """
    The first and last times of an INFO tag are the same.

    The two times are the same in the only public INFO tag, which covers no audio. Other INFO tags
    may differ, so a difference is reported as information.
    """
  static let traits = RuleTraits(
    .info,
    .info,
    bound: .none,
    isHeuristic: true,
    needs: [.infoTags(1)],
    remedy: "No action is needed. Please report the inserter to the id3tap project.",
    source: "inferred from a public payload"
  )

  init(_ settings: RuleSettings) {}

  mutating func receive(_ tag: CheckedTag, _ log: inout FindingLog) {
    guard tag.kind == .info, let blob = tag.trustedBlob else { return }
    let seconds = blob.lastTagTime - blob.firstTagTime
    guard seconds != 0 else { return }
    log.add(Self.span(seconds), at: tag.place)
  }
}

extension InfoTagTimes {
  static func span(_ seconds: Int64) -> String { "INFO tag spans \(seconds) s" }
}
