import TimedMetadata

struct ExpectRenditions: ExpectRule {
  static let title = "Rendition of the template without tags"
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
      "Let the packager pass the tags on into this rendition, else correct 'renditions' in the "
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
  /// Whether a rendition is asked for.
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
    "no Nielsen tag in \(Words.printable(rendition.name ?? rendition.uri)), the template expects tags"
  }

  static func absent(_ name: String, among all: [RenditionSummary]) -> String {
    let names = all.compactMap(\.name)
    return "no rendition \(Words.quoted(name)) in the playlist"
      + (names.isEmpty ? "" : ", which has \(Words.alternatives(names))")
  }
}
