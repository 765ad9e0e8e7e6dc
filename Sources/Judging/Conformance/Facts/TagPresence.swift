import Formats
import NielsenTag
import TimedMetadata

/// The presence of Nielsen DATA tags in the part of an input that was read.
enum TagPresence: Equatable, Sendable {
  case present
  /// No DATA tag was found, and enough was read to be sure, or the selected program or PID does not exist.
  case absent
  /// No DATA tag was found, but too little was read to be sure. The value is a sentence with the reason.
  case notJudged(String)
}

extension InputFacts {
  /// Content without DATA tags is not judged if it is known to be shorter than this number of seconds: it may fall
  /// between two tags.
  private static let shortestWithoutTags = 30.0
  /// The usual interval between two DATA tags, in seconds.
  private static let tagInterval = 10.0

  var presence: TagPresence {
    guard tags.data == 0 else { return .present }
    // The selected program or PID does not exist: reading more does not help.
    guard unknownSelection == nil else { return .absent }
    if isTooShortForTags { return .notJudged(tooShort) }
    let missing = summary.renditions.reduce(0) { $0 + $1.segmentsMissing }
    if missing > 0 {
      return .notJudged(
        "not judged: the part that was read has no DATA tag, and \(Decimals.counted(missing, "segment")) could not be read"
      )
    }
    guard !hasFailed else {
      let length = summary.duration.map { " after \(Words.seconds($0))" } ?? ""
      return .notJudged(
        "not judged: the part that was read has no DATA tag, and reading stopped\(length)"
      )
    }
    return .absent
  }

  /// Whether content without DATA tags is too short to be judged, such as a segment or an initialization section.
  var isTooShortForTags: Bool {
    guard tags.data == 0 else { return false }
    guard let duration = summary.duration else { return summary.media == [.fragmentedMP4] }
    return duration < Self.shortestWithoutTags
  }

  private var tooShort: String {
    let limit = Words.limit(Self.shortestWithoutTags)
    guard let duration = summary.duration else {
      return "too short to judge: a part of an MP4 stream that does not declare its duration; "
        + "read at least \(limit)"
    }
    return
      "too short to judge: \(Words.limit((duration * 10).rounded() / 10)) without a DATA tag; one is due every "
      + "\(Words.limit(Self.tagInterval)) to \(Words.limit(RuleDescription.cadenceGapLimit)): "
      + "read at least \(limit)"
  }
}
