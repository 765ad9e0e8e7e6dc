import NielsenTag
import TimedMetadata

/// A rule that compares a stream with the template of its channel. It is not assessed if there is no template, or if
/// the template lacks the value.
protocol ExpectRule: Rule {}

extension ExpectRule {
  static var templateSource: String { "the template of --expect" }
}

extension CheckedTag {
  /// The time at which a tag was made, in Unix seconds, by its own clock or, if that is unknown, by the stream's time
  /// of day.
  var dateOfCIDs: Int64? {
    if let blob = trustedBlob { return blob.lastTagTime }
    return tag.wallClock.flatMap { Int64(exactly: $0.rounded(.down)) }
  }
}

extension Words {
  /// Quotes external strings for a message: the first three, and the number of further ones.
  static func alternatives(_ texts: [String]) -> String {
    let longest = 3
    let named = texts.prefix(longest).map(quoted).joined(separator: ", ")
    return texts.count > longest ? "\(named) and \(texts.count - longest) more" : named
  }
}

struct ExpectBreakout: ExpectRule {
  static let id: RuleID = "expect-breakout"
  static let title = "Breakout code differs from the template"
  static let text = """
    The breakout codes are those of the template.

    If the template has several codes, this rule replaces `tag-breakout`; if it has one code,
    `tag-breakout` expects the same code.
    """
  static let traits = RuleTraits(
    .expect,
    .error,
    needs: [.template, .tags],
    remedy: "Set the breakout code of the inserter, or correct 'breakouts' in the template.",
    source: templateSource
  )

  private let codes: [String]

  init(_ settings: RuleSettings) { codes = settings.template?.breakouts ?? [] }

  mutating func receive(_ tag: CheckedTag, _ log: inout FindingLog) {
    guard !codes.isEmpty, let code = tag.nielsen?.breakout, !codes.contains(code) else { return }
    log.add(Self.other(code, expected: codes), at: tag.place)
  }

  mutating func finish(_ facts: InputFacts, _ log: inout FindingLog) -> Assessment {
    codes.isEmpty ? .notAssessed(.notInTemplate) : .assessed
  }
}

extension ExpectBreakout {
  static func other(_ code: String, expected: [String]) -> String {
    "breakout \(code), expected \(expected.prefix(10).joined(separator: " or "))"
  }
}

struct ExpectCid: ExpectRule {
  static let id: RuleID = "expect-cid"
  static let title = "Content id differs from the template"
  static let text = """
    The CIDs are those of the template.

    A source keeps its CID for a broadcast day. The template may limit a CID to a period, which is
    compared with the tags' own clock. Null CIDs, and tags at times that the template does not
    cover, are not judged. For two minutes before and after a change, the CIDs of both days pass.
    Because of daylight saving time, a tag whose offset shows that its day has just begun is not
    compared with a CID whose period ends within the hour.
    """
  static let traits = RuleTraits(
    .expect,
    .error,
    needs: [.template, .dataTags(1)],
    remedy:
      "Check that the channel has its own source; on a new broadcast day, write the template again "
      + "with 'id3tap expect'.",
    source: templateSource
  )

  private let sources: [(source: TaggedSource, values: ChannelTemplate.Source)]
  private var judged = 0

  init(_ settings: RuleSettings) {
    sources = TaggedSource.allCases.compactMap { source in
      guard let values = settings.template.map(source.values), !values.cids.isEmpty else {
        return nil
      }
      return (source, values)
    }
  }

  mutating func receive(_ tag: CheckedTag, _ log: inout FindingLog) {
    guard !sources.isEmpty, tag.kind == .data, let payload = tag.nielsen else { return }
    let date = tag.dateOfCIDs
    for (source, values) in sources {
      guard let cid = source.cid(payload), !cid.isNull else { continue }
      if values.accepts(cid, at: date) {
        judged += 1
        continue
      }
      let expected = values.expected(at: date, offset: source.offset(payload))
      guard !expected.isEmpty else { continue }
      judged += 1
      log.add(Self.other(cid, of: source, expected: expected.map(\.cid)), at: tag.place)
    }
  }

  mutating func finish(_ facts: InputFacts, _ log: inout FindingLog) -> Assessment {
    judged > 0 ? .assessed : .notAssessed(.notInTemplate)
  }
}

extension ExpectCid {
  static func other(_ cid: ContentID, of source: TaggedSource, expected: [ContentID]) -> String {
    "\(source.name) CID \(cid), expected \(expected[0])"
      + (expected.count > 1 ? " or one of \(expected.count - 1) more" : "")
  }
}

struct ExpectFd: ExpectRule {
  static let id: RuleID = "expect-fd"
  static let title = "Final Distributor differs from the template"
  static let text = """
    DATA tags name the Final Distributor if, and only if, the template expects it.

    After a start or a change of source, an FD CID may be null for the `nullSeconds` of the template
    or, if it has none, for the limit of this rule; a limit that the user sets replaces
    `nullSeconds`. If no FD is expected, tags that name one are reported.
    """
  static let limit = SourcePresence.limit
  static let traits = RuleTraits(
    .expect,
    .error,
    needs: [.template, .dataTags(1)],
    thresholds: [limit],
    listsEach: true,
    remedy:
      "Check which sources the inserter of the channel is set up for, or correct 'fd' in the "
      + "template.",
    source: templateSource
  )

  private var presence: SourcePresence

  init(_ settings: RuleSettings) { presence = SourcePresence(.fd, settings) }

  mutating func receive(_ tag: CheckedTag, _ log: inout FindingLog) { presence.receive(tag, &log) }

  mutating func finish(_ facts: InputFacts, _ log: inout FindingLog) -> Assessment {
    presence.finish(&log)
  }
}

struct ExpectOffset: ExpectRule {
  static let id: RuleID = "expect-offset"
  static let title = "Offset outside the template's range"
  static let text = """
    The offsets are within the range of the template.

    An offset counts the seconds since the start of the source's broadcast day. A film, or a
    programme at a fixed hour, covers part of the day; a channel needs the whole day. Offsets of a
    null CID are not judged.
    """
  static let traits = RuleTraits(
    .expect,
    .error,
    needs: [.template, .dataTags(1)],
    remedy:
      "Check the clock and the time zone of the inserter, or correct 'offset' in the template.",
    source: templateSource
  )

  private let ranges: [(source: TaggedSource, range: ClosedRange<Int64>)]

  init(_ settings: RuleSettings) {
    ranges = TaggedSource.allCases.compactMap { source in
      settings.template.flatMap { source.values($0).offset }.map { (source, $0) }
    }
  }

  mutating func receive(_ tag: CheckedTag, _ log: inout FindingLog) {
    guard !ranges.isEmpty, tag.kind == .data, let payload = tag.nielsen else { return }
    for (source, range) in ranges {
      guard let offset = source.offset(payload), source.cid(payload)?.isNull != true,
        !range.contains(Int64(offset))
      else { continue }
      log.add(Self.outside(offset, of: source, range), at: tag.place)
    }
  }

  mutating func finish(_ facts: InputFacts, _ log: inout FindingLog) -> Assessment {
    ranges.isEmpty ? .notAssessed(.notInTemplate) : .assessed
  }
}

extension ExpectOffset {
  static func outside(_ offset: Int, of source: TaggedSource, _ range: ClosedRange<Int64>) -> String
  {
    "\(source.name) offset \(offset) s, expected \(range.lowerBound) to \(range.upperBound) s"
  }
}

struct ExpectPc: ExpectRule {
  static let id: RuleID = "expect-pc"
  static let title = "Program Content differs from the template"
  static let text = """
    DATA tags name Program Content if, and only if, the template expects it.

    After a start or a change of source, a PC CID may be null for the `nullSeconds` of the template
    or, if it has none, for the limit of this rule; a limit that the user sets replaces
    `nullSeconds`. If no PC is expected, tags that name one are reported.
    """
  static let limit = SourcePresence.limit
  static let traits = RuleTraits(
    .expect,
    .error,
    needs: [.template, .dataTags(1)],
    thresholds: [limit],
    listsEach: true,
    remedy:
      "Check which sources the inserter of the channel is set up for, or correct 'pc' in the "
      + "template.",
    source: templateSource
  )

  private var presence: SourcePresence

  init(_ settings: RuleSettings) { presence = SourcePresence(.pc, settings) }

  mutating func receive(_ tag: CheckedTag, _ log: inout FindingLog) { presence.receive(tag, &log) }

  mutating func finish(_ facts: InputFacts, _ log: inout FindingLog) -> Assessment {
    presence.finish(&log)
  }
}

struct ExpectSid: ExpectRule {
  static let id: RuleID = "expect-sid"
  static let title = "Sources against the template: not judged"
  static let text = """
    The source identifiers are those of the template.

    A SID is encrypted within the CID, so only Nielsen can compare it. The template may hold it for
    information, and this rule is listed so that the missing comparison is not mistaken for a pass.
    """
  static let traits = RuleTraits(
    .expect,
    .info,
    bound: .none,
    needs: [.template],
    repairedBy: .nobody,
    remedy: "Ask Nielsen: only its own validator can read this.",
    source: templateSource
  )

  private let isAsked: Bool

  init(_ settings: RuleSettings) {
    isAsked = TaggedSource.allCases.contains { source in
      settings.template.map { !source.values($0).sids.isEmpty } ?? false
    }
  }

  mutating func finish(_ facts: InputFacts, _ log: inout FindingLog) -> Assessment {
    .notAssessed(isAsked ? .needsKey : .notInTemplate)
  }
}
