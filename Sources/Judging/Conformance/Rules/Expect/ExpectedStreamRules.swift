import Formats
import NielsenTag
import TimedMetadata

struct ExpectAdLoad: ExpectRule {
  static let id: RuleID = "expect-ad-load"
  static let title = "More or less time without tags than expected"
  static let text = """
    The time without a tag of the channel is as long as the template expects.

    Advertising inserted after the encoder has no tags, null CIDs, or the CIDs of another source.
    The ad load is the minutes per hour without a tag of the channel; advertising that carries the
    channel's own watermark is not counted. At least half an hour must be read.
    """
  static let traits = RuleTraits(
    .expect,
    .warning,
    needs: [.template, .dataTags(2), .clock, .seconds(shortestContent)],
    listsEach: true,
    remedy:
      "Compare the time with the breaks that were sold and with the findings of 'cadence-gap', or "
      + "correct 'adLoad' in the template.",
    source: templateSource
  )

  /// The minimum duration of content, in seconds, for which the ad load is judged.
  static let shortestContent = 1800.0

  private let template: ChannelTemplate?
  private var uncovered: UncoveredTime

  init(_ settings: RuleSettings) {
    template = settings.template
    uncovered = UncoveredTime(settings.template?.cadence)
  }

  mutating func receive(_ tag: CheckedTag, _ log: inout FindingLog) {
    guard let template, template.adLoad != nil, template.isNamed(in: tag) else { return }
    uncovered.receive(tag)
  }

  mutating func finish(_ facts: InputFacts, _ log: inout FindingLog) -> Assessment {
    guard let range = template?.adLoad else { return .notAssessed(.notInTemplate) }
    let (key, minutes) = uncovered.minutesPerHour(facts) ?? (UncoveredTime.Key(), 60)
    if !range.contains(minutes) {
      log.add(
        Self.outside(minutes, range),
        at: Place(rendition: key.rendition, program: key.program)
      )
    }
    return .assessed
  }
}

extension ChannelTemplate {
  /// Whether a tag has a source and a CID that the template accepts, or does not judge.
  func isNamed(in tag: CheckedTag) -> Bool {
    guard tag.kind == .data, let payload = tag.nielsen else { return false }
    let date = tag.dateOfCIDs
    return TaggedSource.allCases.contains { source in
      let values = source.values(self)
      guard values.isExpected != false, let cid = source.cid(payload), !cid.isNull else {
        return false
      }
      return values.accepts(cid, at: date)
        || values.expected(at: date, offset: source.offset(payload)).isEmpty
    }
  }
}

extension ExpectAdLoad {
  static func outside(_ minutes: Double, _ range: ClosedRange<Double>) -> String {
    "\(Words.oneDecimal(minutes)) minutes per hour without a tag of the channel, expected "
      + "\(Words.oneDecimal(range.lowerBound)) to \(Words.oneDecimal(range.upperBound))"
  }
}

struct ExpectOwners: ExpectRule {
  static let id: RuleID = "expect-owners"
  static let title = "Owners differ from the template"
  static let text = """
    The owners of PRIV frames are those of the template.

    The template lists prefixes of owners: `www.nielsen.com/` matches all Nielsen tags. An owner
    that is not listed is reported, and so is a listed owner that has no tag in 30 s or more of
    content.
    """
  static let traits = RuleTraits(
    .expect,
    .warning,
    needs: [.template],
    repairedBy: .packager,
    remedy:
      "Look for the device that adds or drops these tags, or correct 'owners' in the template.",
    source: templateSource
  )

  private let owners: [String]
  private var seen: Set<String> = []

  init(_ settings: RuleSettings) { owners = settings.template?.owners ?? [] }

  mutating func receive(_ tag: CheckedTag, _ log: inout FindingLog) {
    guard !owners.isEmpty, let frames = tag.tag.tag?.privateFrames else { return }
    for frame in frames {
      if let owner = owners.first(where: { frame.owner.hasPrefix($0) }) {
        if seen.count < owners.count { seen.insert(owner) }
      } else {
        // The text after Nielsen's prefix differs in every tag; with only the prefix, the findings are merged.
        let prefix = NielsenPayload.ownerPrefix
        let owner = frame.owner.hasPrefix(prefix) ? prefix : frame.owner
        log.add(Self.unlisted(owner, expected: owners), at: tag.place)
      }
    }
  }

  mutating func finish(_ facts: InputFacts, _ log: inout FindingLog) -> Assessment {
    guard !owners.isEmpty else { return .notAssessed(.notInTemplate) }
    guard facts.checkedSeconds >= InputFacts.shortestBrokenOff else {
      return log.found > 0 ? .assessed : .notAssessed(.tooShort)
    }
    for owner in owners where !seen.contains(owner) {
      log.add(Self.missing(owner, seconds: facts.checkedSeconds), at: Place())
    }
    return .assessed
  }
}

extension ExpectOwners {
  static func unlisted(_ owner: String, expected: [String]) -> String {
    "owner \(Words.quoted(owner)), expected \(Words.alternatives(expected))"
  }

  static func missing(_ owner: String, seconds: Double) -> String {
    "no tag with owner \(Words.quoted(owner)) in \(Words.seconds(seconds))"
  }
}

struct ExpectRenditions: ExpectRule {
  static let id: RuleID = "expect-renditions"
  static let title = "Expected rendition has no tags"
  static let text = """
    The renditions that the template names carry Nielsen tags.

    Renditions that were not read, or read for less than 30 s, are not judged. An audio-only variant
    counts as an audio rendition if the playlist lists it as one.
    """
  static let traits = RuleTraits(
    .expect,
    .error,
    needs: [.template, .playlist, .tags],
    listsEach: true,
    repairedBy: .packager,
    remedy:
      "Configure the packager to pass the tags on into this rendition, or correct 'renditions' in the "
      + "template.",
    source: templateSource
  )

  private let wanted: ChannelTemplate.TaggedRenditions?

  init(_ settings: RuleSettings) { wanted = settings.template?.renditions }

  mutating func finish(_ facts: InputFacts, _ log: inout FindingLog) -> Assessment {
    guard let wanted else { return .notAssessed(.notInTemplate) }
    let all = facts.summary.renditions
    let asked = all.filter { wanted.includes($0) }
    var unread = 0
    for rendition in asked where rendition.nielsenTags == 0 {
      let start = facts.segmentStarts[rendition.name] ?? facts.begin
      guard (rendition.end ?? start) - start >= InputFacts.shortestBrokenOff else {
        unread += 1
        continue
      }
      log.add(Self.missing(rendition), at: Place(rendition: rendition.name))
    }
    if case .named(let names) = wanted, facts.isWhole || facts.summary.playlist?.isLive == true {
      let absent = names.filter { name in !all.contains { $0.name == name } }
      for name in absent { log.add(Self.absent(name, among: all), at: Place()) }
    }
    return unread > 0 && log.found == 0 ? .notAssessed(.notRead) : .assessed
  }
}

extension ChannelTemplate.TaggedRenditions {
  func includes(_ rendition: RenditionSummary) -> Bool {
    switch self {
    case .all: rendition.role != .other
    case .video: rendition.role == .variant && rendition.audioMemberships.isEmpty
    case .audio: rendition.role != .other && !rendition.audioMemberships.isEmpty
    case .named(let names): rendition.name.map(names.contains) ?? false
    }
  }
}

extension ExpectRenditions {
  static func missing(_ rendition: RenditionSummary) -> String {
    "no Nielsen tag in \(Words.printable(rendition.name ?? rendition.uri)), but the template "
      + "expects tags"
  }

  static func absent(_ name: String, among all: [RenditionSummary]) -> String {
    let names = all.compactMap(\.name)
    return "no rendition \(Words.quoted(name)) in the playlist"
      + (names.isEmpty ? "" : ", which has \(Words.alternatives(names))")
  }
}

/// Compares the sources that tags name with the template, for `expect-pc` and `expect-fd`.
struct SourcePresence: Sendable {
  static let limit = Threshold("limit", 20, "s")

  private let source: TaggedSource
  private let isExpected: Bool?
  private let limit: Double
  private var runs = TagRuns()
  /// The number of DATA tags with a readable CID, and the number of those that name the source.
  private var (tags, named) = (0, 0)
  private var hasTime = false

  init(_ source: TaggedSource, _ settings: RuleSettings) {
    self.source = source
    let values = settings.template.map(source.values)
    isExpected = values?.isExpected
    limit = settings.values[Self.limit.name] ?? values?.nullSeconds ?? Self.limit.value
  }

  mutating func receive(_ tag: CheckedTag, _ log: inout FindingLog) {
    guard let isExpected, tag.kind == .data, let cid = tag.nielsen.flatMap(source.cid) else {
      return
    }
    tags += 1
    if !cid.isNull { named += 1 }
    if tag.tag.time != nil { hasTime = true }
    let isWrong = cid.isNull == isExpected
    if let run = runs.receive(tag, at: tag.tag.time ?? 0, isAlike: isWrong) { judge(run, &log) }
  }

  mutating func finish(_ log: inout FindingLog) -> Assessment {
    guard let isExpected else { return .notAssessed(.notInTemplate) }
    for run in runs.open { judge(run, &log) }
    // Without a clock, a source is reported as missing only if no tag names it.
    if isExpected, !hasTime, named == 0, tags > 0 {
      log.add(Self.missing(source, in: tags), at: Place())
    }
    return .assessed
  }

  private func judge(_ run: TagRuns.Run, _ log: inout FindingLog) {
    guard isExpected == true else {
      return log.add(Self.unexpected(source, in: run.tags), at: run.start, amount: run.tags)
    }
    guard run.seconds > limit else { return }
    log.add(Self.missing(source, for: run.seconds, limit: limit), at: run.start)
  }
}

extension SourcePresence {
  static func unexpected(_ source: TaggedSource, in tags: Int) -> String {
    "\(source.name) CID in \(Decimals.counted(tags, "DATA tag")), but the template expects none"
  }

  static func missing(_ source: TaggedSource, in tags: Int) -> String {
    "no \(source.name) CID in \(Decimals.counted(tags, "DATA tag")), but the template expects one"
  }

  static func missing(_ source: TaggedSource, for seconds: Double, limit: Double) -> String {
    "\(source.name) CID null for \(Words.seconds(seconds)) (limit \(Words.limit(limit))), but the "
      + "template expects one"
  }
}
