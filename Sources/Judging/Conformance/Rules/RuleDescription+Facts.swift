/// The facts about a rule as text, for `id3tap explain RULE` and the pages of Documentation/Rules.
extension RuleDescription {
  /// The requirement of the rule, in one sentence.
  public var summary: String { paragraphs.first ?? "" }

  /// The reasons and exceptions: paragraphs without line breaks; empty if the text is one sentence.
  public var details: [String] { Array(paragraphs.dropFirst()) }

  private var paragraphs: [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .split(whereSeparator: \.isEmpty)
      .map { $0.joined(separator: " ") }
  }

  /// The bound for the rule's count, such as `at most 0`.
  package var boundText: String {
    switch traits.bound {
    case .minimum(0): "at least a number computed from the input"
    case .minimum(let count): "at least \(count)"
    case .maximum(let count): "at most \(count)"
    case .share(let share): "at most \(Self.number(share * 100)) %"
    case .none: "information only"
    }
  }

  /// The reasons for which the rule's requirements can leave it not assessed, without repeats. A reason can have a
  /// condition, such as `under 30 s` for `too-short`.
  package var reasonsNotAssessed: [(reason: NotAssessed, condition: String?)] {
    var reasons = traits.needs.map(\.reason)
    if traits.isHeuristic { reasons.append((.heuristicUnconfirmed, nil)) }
    return reasons.enumerated()
      .filter { index, reason in !reasons[..<index].contains { $0 == reason } }
      .map(\.element)
  }

  /// The thresholds that `--threshold` changes, with their defaults: `cadence-gap.limit = 19 s`.
  package var thresholdTexts: [(name: String, value: String)] {
    thresholds.map { threshold in
      (
        "\(id).\(threshold.name)",
        traits.bound == .minimum(0) && threshold.name == "minimum"
          ? "computed from the input"
          : Self.number(threshold.value) + (threshold.unit.isEmpty ? "" : " \(threshold.unit)")
      )
    }
  }

  private static func number(_ value: Double) -> String {
    Int(exactly: value).map { "\($0)" } ?? "\(value)"
  }
}

extension Requirement {
  /// The reason that reports give if the requirement is not met, and the condition for the reason.
  fileprivate var reason: (reason: NotAssessed, condition: String?) {
    switch self {
    case .template: (.noTemplate, nil)
    case .tags, .tagsOrFindings: (.noTags, nil)
    case .tagCount(let count): (.tooFewTags, "under \(count)")
    case .dataTags(let count): (.tooFewTags, "under \(count) DATA")
    case .infoTags(let count): (.tooFewTags, "under \(count) INFO")
    case .transportStream, .fragmentedMP4, .playlist, .hlsPlaylist, .playlistOrFindings,
      .livePlaylist, .transportStreamSegments, .packedAudioSegments, .media:
      (.carriage, nil)
    case .renditions: (.oneRendition, nil)
    case .audio: (.noAudio, nil)
    case .clock, .programClock: (.noClock, nil)
    case .wallClock: (.noWallClock, nil)
    case .breaks: (.noBreaks, nil)
    case .seconds(let seconds): (.tooShort, "under \(Int(seconds)) s")
    case .wholeInput, .manifest: (.notRead, nil)
    }
  }
}
