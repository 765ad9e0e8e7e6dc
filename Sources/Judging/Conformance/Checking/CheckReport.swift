import TimedMetadata

/// The results of `check` for one input.
public struct CheckReport: Sendable, Equatable {
  /// The input as the user named it.
  public let input: String
  /// The verdict on the whole input.
  public let verdict: Verdict
  /// The reason for the verdict `notJudged`, as a sentence; nil for other verdicts.
  public package(set) var notJudged: String?
  /// The number of tags that a viewer receives. For each kind, the rendition or program with the most tags is counted.
  public let tags: TagCounts
  /// The number of further tags of each kind: those of other renditions and programs.
  public let copies: TagCounts
  /// The duration of the content in seconds; nil if unknown.
  public let duration: Double?
  /// The presentation time of the first Nielsen tag, in seconds; nil if no Nielsen tag has a time.
  public let firstTag: Double?
  /// The presentation time of the last Nielsen tag, in seconds; nil if no Nielsen tag has a time.
  public let lastTag: Double?
  /// The longest time without a DATA tag in a stream with Nielsen tags, in seconds. Nil if unknown, or if there are no
  /// Nielsen tags.
  public let longestGap: Double?
  /// The streams with tags, and the renditions, programs and ID3 PIDs without tags.
  public let streams: [CheckedStream]
  /// The result of every rule, in the order of the rule set.
  public let rules: [RuleResult]
  /// The findings, in the order of the rules.
  public let findings: [Finding]
  /// The timeline strips, one for each rendition and program; empty unless the options ask for them.
  public let timelines: [TimelineStrip]
  /// The segments of playlists and manifests, at most 100,000; empty unless the options ask for them.
  public let segments: [SegmentReport]
  /// The URIs of the renditions' playlists by rendition name; in DASH, the ids of the Representations.
  public let playlists: [String: String]
  /// The timeline markers, mostly starts and ends of ad breaks, at most 10,000; empty unless the options ask for
  /// segments.
  public let markers: [TimelineMarker]
  /// The required items (`--require`) that the input lacks.
  public let missing: [RequiredPresence]
  /// The numbers of the selected programs that have audio or video but no Nielsen tag; empty if a PID is selected.
  public let programsWithoutTags: [Int]
  /// The owners of non-Nielsen tags, most frequent first.
  public let owners: [TagOwner]
  /// The number of bytes read.
  public let byteCount: Int64
  /// The number of segment bytes that were not fetched because they cannot contain timed metadata.
  public let skippedByteCount: Int64
  /// The verdicts for the players that the user selected.
  public let players: [PlayerVerdict]
  /// The error that stopped reading; nil if reading did not fail.
  public let failure: TimedMetadataError?
}

/// A stream of tags, or a rendition, program or PID without tags, with its verdict.
public struct CheckedStream: Sendable, Hashable {
  /// The name of the variant, rendition or Representation; nil if there is none, or if it has no name.
  public var rendition: String?
  /// The program number; nil if unknown, and outside of transport streams.
  public var program: Int?
  /// The PID of the tags, or of an ID3 stream without tags; nil for other streams without tags, and outside of
  /// transport streams.
  public var pid: Int?
  /// The carriage of the tags; nil if the stream has no tags.
  public var carriage: Carriage?
  /// The number of tags in the stream, by kind.
  public var tags: TagCounts
  /// The verdict on the stream. It also takes into account the findings that name no stream.
  public var verdict: Verdict
}

extension CheckReport {
  init(
    input: String,
    options: CheckOptions,
    facts: InputFacts,
    rules: [RunningRule],
    players: [PlayerVerdict],
    owners: [TagOwner],
    strips: TimelineStrips,
    segments: [SegmentReport],
    markers: [TimelineMarker],
    failure: TimedMetadataError?
  ) {
    self.input = input
    self.failure = failure
    self.segments = segments
    self.players = players
    self.owners = owners
    self.markers = markers
    playlists = Dictionary(
      facts.summary.renditions.compactMap { rendition in
        rendition.name.map { ($0, rendition.uri) }
      },
      uniquingKeysWith: { first, _ in first }
    )
    tags = facts.viewerTags
    copies = facts.tags - tags
    byteCount = facts.summary.byteCount
    skippedByteCount = facts.summary.skippedByteCount
    duration = facts.summary.duration
    firstTag = facts.streams.compactMap(\.firstTag).min()
    lastTag = facts.streams.compactMap(\.lastTag).max()
    longestGap = facts.longestGap
    self.rules = rules.map { rule in
      var result = rule.result
      if options.isStrict, result.state == .warn { result.state = .fail }
      return result
    }
    let assessed = rules.filter { $0.result.found != nil }
    findings = Self.withBreaks(
      Self.withPlaces(assessed.flatMap(\.log.findings), by: segments),
      facts.breaks
    )
    missing = RequiredPresence.allCases.filter {
      options.required.contains($0) && !$0.isMet(facts)
    }
    programsWithoutTags = facts.mediaPrograms.map(\.number)
      .filter { facts.nielsenTags(ofProgram: $0) == 0 }
    timelines = strips.all(
      of: facts.summary.renditions.map(\.name),
      end: facts.summary.duration
    )
    let isUnread = failure != nil && facts.isUntouched
    verdict =
      if isUnread {
        .unreadable
      } else if facts.presence == .absent {
        .absent
      } else if self.rules.contains(where: { $0.state == .fail }) || !missing.isEmpty
        || failure != nil && facts.presence == .present
        || players.contains(where: { $0.state == .fail })
      {
        .fail
      } else if case .notJudged = facts.presence {
        .notJudged
      } else if self.rules.contains(where: { $0.state == .warn }) {
        .warn
      } else {
        .pass
      }
    if verdict == .notJudged, case .notJudged(let reason) = facts.presence { notJudged = reason }
    streams = Self.streams(facts: facts, rules: rules, isStrict: options.isStrict)
  }
}

extension RequiredPresence {
  /// Whether the input has what `--require` asks for.
  func isMet(_ facts: InputFacts) -> Bool {
    let renditions = facts.summary.renditions
    switch self {
    case .data: return facts.tags.data > 0
    case .info: return facts.tags.info > 0
    case .audioRendition:
      return renditions.contains { !$0.audioMemberships.isEmpty && $0.nielsenTags > 0 }
    case .allRenditions:
      let own = renditions.filter { $0.role != .other }
      return facts.nielsenTags > 0 && own.allSatisfy { $0.nielsenTags > 0 }
    case .allPrograms:
      return facts.nielsenTags > 0
        && facts.mediaPrograms.allSatisfy { facts.nielsenTags(ofProgram: $0.number) > 0 }
    }
  }
}
