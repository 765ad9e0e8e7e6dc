import Conformance

/// The titles of rules, of the alarms of `watch` and of other findings.
package enum RuleTitle {
  /// The title of a fault, such as `Gap in the tags`. The id itself if this version has no title for it.
  package static func words(_ rule: RuleID) -> String {
    RuleDescription.named(rule)?.title ?? others[rule.rawValue] ?? rule.rawValue
  }

  /// The title followed by the id: `Gap in the tags (cadence-gap)`.
  package static func wordsAndID(_ rule: RuleID) -> String { "\(words(rule)) (\(rule))" }

  private static let others = [
    "explain": "Wrong field in a tag",
    // Alarms of `watch`.
    "missing-tags": "No Nielsen tags",
    "cid-change": "Content id changes",
    "rendition-disagreement": "Renditions carry different tags",
    "playlist-frozen": "Playlist is not renewed",
    "playlist-unreachable": "Playlist cannot be loaded",
    "stream-lost": "Feed lost",
    "hop-lost": "Tags lost at a hop",
    "hop-lost-in-rendition": "Tags lost in a rendition at a hop",
    "hop-changed": "Tags changed at a hop",
    "hop-moved": "Tags moved at a hop",
    "hop-late": "Tags late at a hop",
    "hop-doubled": "Tags doubled at a hop",
    "hop-other-content": "Tap shows other content",
    "required-data": "No DATA tag",
    "required-info": "No INFO tag",
    "required-audio-rendition": "No audio rendition with tags",
    "required-all-renditions": "Rendition without tags",
    "required-all-programs": "Program without tags",
  ]
}

extension NotAssessed {
  package var words: String {
    switch self {
    case .needsKey: "needs Nielsen's key"
    case .needsWatermarkDecoder: "needs a watermark decoder"
    case .carriage: "another carriage, or not examined"
    case .noTags: "no tags to judge"
    case .tooFewTags: "too few tags"
    case .tooShort: "input too short"
    case .noAudio: "no audio to compare with"
    case .noClock: "no clock"
    case .noWallClock: "no time of day"
    case .noBreaks: "no ad break marker or splice time"
    case .heuristicUnconfirmed: "the watermark fields are not confirmed"
    case .notRead: "not read, or not given"
    case .oneRendition: "only one rendition"
    case .noTemplate: "no template given"
    case .notInTemplate: "not in the template"
    }
  }
}

/// The number of inputs with each verdict, for the last line of a table.
package struct VerdictCounts: Sendable, Equatable {
  private var counts: [Verdict: Int] = [:]

  package init() {}

  package mutating func count(_ verdict: Verdict, _ number: Int = 1) {
    counts[verdict, default: 0] += number
  }

  package var total: Int { counts.values.reduce(0, +) }

  /// The counts without zero counts, `pass` last: `2 fail, 1 warn, 14 pass`.
  package func words(_ style: TableStyle = TableStyle()) -> String {
    [Verdict.unreadable, .fail, .absent, .notJudged, .warn, .pass].compactMap { verdict in
      guard let count = counts[verdict], count > 0 else { return nil }
      return style.paint("\(count) \(Self.word(for: verdict))", CheckText.emphasis(verdict))
    }.joined(separator: ", ")
  }

  /// The total and the counts: `17 inputs: 2 fail, 1 warn, 14 pass`.
  package func line(_ style: TableStyle = TableStyle()) -> String {
    "\(total) input\(total == 1 ? "" : "s"): \(words(style))"
  }

  private static func word(for verdict: Verdict) -> String {
    switch verdict {
    case .absent: "without DATA tags"
    case .notJudged: "not judged"
    case .pass, .warn, .fail, .unreadable: verdict.rawValue
    }
  }
}
