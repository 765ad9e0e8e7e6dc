struct EmsgBrand: Rule {
  static let title = "Brand aid3 missing"
  static let text = """
    The brand aid3 is named where AOM's scheme is used.

    It announces ID3 to a player before the first event.
    """
  static let traits = RuleTraits(
    .cmaf,
    .info,
    bound: .none,
    needs: [.fragmentedMP4],
    remedy: "Let the packager add aid3 to the compatible brands of ftyp or styp.",
    source: "AOM"
  )

  private var renditions: Set<String?> = []
  private var events = 0
  private var unknown = 0

  /// The most renditions that are distinguished.
  private static let maximumRenditions = 1024

  init(_ settings: RuleSettings) {}

  mutating func receive(_ tag: CheckedTag, _ log: inout FindingLog) {
    guard let message = tag.tag.eventMessage, message.track == nil,
      message.scheme == EventScheme.aomedia
    else { return }
    events += 1
    guard let isBranded = message.isBranded else {
      unknown += 1
      return
    }
    guard !isBranded, renditions.count < Self.maximumRenditions,
      renditions.insert(tag.tag.rendition).inserted
    else { return }
    log.add(Self.missing, at: Place(rendition: tag.tag.rendition))
  }

  mutating func finish(_ facts: InputFacts, _ log: inout FindingLog) -> Assessment {
    events > 0 && unknown == events ? .notAssessed(.notRead) : .assessed
  }
}

extension EmsgBrand {
  static let missing = "brand aid3 missing"
}
