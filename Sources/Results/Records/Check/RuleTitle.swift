import Conformance

/// The titles of rules, of the alarms of `watch` and of other findings: the id follows in small letters.
package enum RuleTitle {
  /// The words for a breach of the rule; the id itself where a record names a rule that is not known here.
  package static func words(_ rule: RuleID) -> String {
    RuleDescription.named(rule)?.title ?? others[rule.rawValue] ?? rule.rawValue
  }

  /// The words with the id after them: `Gap in the tags (cadence-gap)`.
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
    "required-data": "No DATA tag",
    "required-info": "No INFO tag",
    "required-audio-rendition": "No audio rendition with tags",
    "required-all-renditions": "Rendition without tags",
    "required-all-programs": "Program without tags",
  ]
}
