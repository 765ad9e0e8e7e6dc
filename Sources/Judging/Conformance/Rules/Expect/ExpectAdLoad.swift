import TimedMetadata

struct ExpectAdLoad: ExpectRule {
  static let title = "More or less time without tags than expected"
  static let text = """
    The time without a tag of the channel is as long as the template expects.

    Advertising inserted after the encoder carries no tag of the channel: no tag, null CIDs, or
    those of another source. The ad load is measured by these minutes of an hour; advertising within
    the channel's own watermark is not seen. At least half an hour must be read.
    """
  static let traits = RuleTraits(
    .expect,
    .warning,
    needs: [.template, .dataTags(2), .clock, .seconds(shortestContent)],
    listsEach: true,
    remedy:
      "Compare with the breaks that were sold and with 'cadence-gap', else correct 'adLoad' in the "
      + "template.",
    source: templateSource
  )

  /// Shorter content shows no ad load.
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
  /// Whether a tag is one of the channel: of a source that it expects, with one of its CIDs.
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
    "\(Words.oneDecimal(minutes)) minutes an hour without a tag of the channel, expected "
      + "\(Words.oneDecimal(range.lowerBound)) to \(Words.oneDecimal(range.upperBound))"
  }
}
