import TimedMetadata

struct HlsRenditionMissingTags: Rule {
  static let id: RuleID = "hls-rendition-missing-tags"
  static let title = "Rendition without tags"
  static let text = """
    Every variant, together with each of its audio renditions, delivers Nielsen tags.

    A player reads a variant and one audio rendition. If neither carries tags, the viewers of that
    pair are not measured. Tags in one of the two are enough. Tags in the events of a DASH
    manifest reach the player with every representation.
    """
  static let traits = RuleTraits(
    .hls,
    .error,
    needs: [.playlist, .renditions, .tags],
    listsEach: true,
    remedy:
      "Configure the packager to pass the tags on into the variant, or into each of its audio renditions.",
    source: "androidx/media#3043; this tool's own rule"
  )

  private var hasManifestEvents = false

  init(_ settings: RuleSettings) {}

  mutating func receive(_ tag: CheckedTag, _ log: inout FindingLog) {
    if tag.nielsen != nil, tag.tag.carriage == .mpdEvent { hasManifestEvents = true }
  }

  mutating func finish(_ facts: InputFacts, _ log: inout FindingLog) -> Assessment {
    let all = facts.summary.renditions
    // If reading stopped early, too little of a rendition may have been read.
    let isShort = all.contains { rendition in
      let start = facts.segmentStarts[rendition.name] ?? facts.begin
      return rendition.role != .other && rendition.nielsenTags == 0
        && (rendition.end ?? start) - start < InputFacts.shortestBrokenOff
    }
    guard !facts.isBrokenOff || !isShort else { return .notAssessed(.notRead) }
    guard !hasManifestEvents else { return .assessed }
    for variant in all where variant.role == .variant && variant.nielsenTags == 0 {
      let groups = Set(variant.audioGroups)
      let audio = all.filter {
        $0.name != variant.name && !groups.isDisjoint(with: $0.audioMemberships)
      }
      // A variant without audio renditions must carry the tags itself.
      if audio.isEmpty {
        log.add(Self.missing(in: variant, among: all), at: Place(rendition: variant.name))
      }
      let carrying = audio.first { $0.nielsenTags > 0 }
      for rendition in audio where rendition.nielsenTags == 0 {
        log.add(
          Self.missing(in: variant, with: rendition, but: carrying),
          at: Place(rendition: variant.name)
        )
      }
    }
    return .assessed
  }
}

extension HlsRenditionMissingTags {
  static func missing(in variant: RenditionSummary, among all: [RenditionSummary]) -> String {
    let other = all.filter { $0.role == .variant }.max { $0.nielsenTags < $1.nielsenTags }
    let name = variant.name ?? variant.uri
    guard let other, other.nielsenTags > 0 else { return "\(name): no Nielsen tag" }
    return "\(name): no Nielsen tag; \(other.name ?? other.uri) has \(other.nielsenTags)"
  }

  static func missing(
    in variant: RenditionSummary,
    with audio: RenditionSummary,
    but carrying: RenditionSummary?
  ) -> String {
    let pair = "\(variant.name ?? variant.uri) with audio \"\(audio.plainName)\": no Nielsen tag"
    guard let carrying else { return pair }
    return "\(pair); with audio \"\(carrying.plainName)\": \(carrying.nielsenTags) in the audio "
      + "rendition"
  }
}

extension RenditionSummary {
  /// The NAME of an audio rendition, without its group.
  fileprivate var plainName: String {
    guard let name else { return uri }
    let prefix = audioMemberships.lazy.map { "audio/\($0)/" }.first { name.hasPrefix($0) }
    return prefix.map { String(name.dropFirst($0.count)) } ?? name
  }
}
