import TimedMetadata

/// The results of `check` for one input.
public struct CheckReport: Sendable, Equatable {
  /// The input as the user named it.
  public let input: String
  /// The verdict on the whole of it.
  public let verdict: Verdict
  /// Why the verdict is `notJudged`, in a sentence; nil with another verdict.
  public package(set) var notJudged: String?
  /// The tags that a viewer gets, by kind: those of one rendition, or of one program of a multiplex.
  public let tags: TagCounts
  /// The tags of other renditions and programs.
  public let copies: TagCounts
  /// Presentation seconds of the content; nil without a clock.
  public let duration: Double?
  /// Presentation seconds of the first Nielsen tag.
  public let firstTag: Double?
  /// Presentation seconds of the last Nielsen tag.
  public let lastTag: Double?
  /// The longest time without a DATA tag in a stream with Nielsen tags, in seconds: between two of them,
  /// before the first and after the last.
  public let longestGap: Double?
  /// The streams: those with tags, and the renditions, programs and ID3 PIDs without.
  public let streams: [CheckedStream]
  /// Every rule of the set, in its order.
  public let rules: [RuleResult]
  /// The findings, in the order of the rules.
  public let findings: [Finding]
  /// The marks of each rendition over time.
  public let timelines: [TimelineStrip]
  /// The segments of a playlist.
  public let segments: [SegmentReport]
  /// The URI of each rendition's playlist, as the multivariant playlist has it, by its name.
  public let playlists: [String: String]
  /// The marks of playlists, mostly ad breaks.
  public let markers: [TimelineMarker]
  /// The missing items that `--require` requires.
  public let missing: [RequiredPresence]
  /// The numbers of the programs with audio or video that have no Nielsen tag, of those asked for.
  public let programsWithoutTags: [Int]
  /// The owners of the tags that are not Nielsen's, those with most tags first.
  public let owners: [TagOwner]
  /// Bytes read.
  public let byteCount: Int64
  /// Bytes of segments that were not fetched, because nothing timed can be in them.
  public let skippedByteCount: Int64
  /// The verdicts of the players that were asked for.
  public let players: [PlayerVerdict]
  /// Why nothing, or not everything, could be read.
  public let failure: TimedMetadataError?
}

/// A stream of a report.
public struct CheckedStream: Sendable, Hashable {
  /// The HLS rendition or variant.
  public var rendition: String?
  /// The program.
  public var program: Int?
  /// The PID.
  public var pid: Int?
  /// How tags are carried; nil without any.
  public var carriage: Carriage?
  /// Its tags.
  public var tags: TagCounts
  /// The verdict on it: by what was found about it, or about no particular stream.
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
  /// Whether it is there.
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
