import NielsenTag
import TimedMetadata

/// How far presentation time and the tags' own clock go from one DATA tag of a stream to the next.
struct TagClockSteps: Sendable {
  /// From one tag to the next.
  struct Step: Equatable {
    /// Presentation seconds.
    var presentation: Double
    /// Seconds of the last tag time.
    var tagClock: Double

    /// By how much the tags' clock is ahead of the presentation.
    var gain: Double { tagClock - presentation }
  }

  /// By how much the two may differ: tag times are whole seconds, and a tag leaves at the next frame.
  static let limit = Threshold("limit", 2, "s")

  private var last: (presentation: Double, tagClock: Int64)?

  /// The step to the next tag; nil for the first, and for tags whose time is estimated or whose
  /// checksum does not confirm their clock.
  mutating func next(_ tag: CheckedTag) -> Step? {
    guard tag.kind == .data, let time = tag.tag.time, !tag.has(.clockEstimated),
      let tagClock = tag.trustedBlob?.lastTagTime
    else { return nil }
    defer { last = (time, tagClock) }
    return last.map {
      Step(presentation: time - $0.presentation, tagClock: Double(tagClock - $0.tagClock))
    }
  }
}
