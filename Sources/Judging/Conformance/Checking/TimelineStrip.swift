import TimedMetadata

/// The tags of one stream over time: one mark for every ten seconds. DATA tags that follow each other closely
/// enough have no empty mark between them, although a tag can be just before or after it.
public struct TimelineStrip: Sendable, Equatable {
  /// The content of ten seconds. The worst and rarest wins: a fault, INFO, DATA.
  public enum Mark: UInt8, Sendable, Comparable {
    /// No Nielsen tag.
    case nothing
    /// A DATA tag, or the time between two of them.
    case data
    /// An INFO tag.
    case info
    /// Something a rule found fault with.
    case fault

    /// By what wins.
    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
  }

  /// The rendition; nil for inputs without.
  public let rendition: String?
  /// The program.
  public let program: Int?
  /// The tags: one mark for every `secondsPerMark`, from time 0. Without faults.
  public let tags: [Mark]
  /// The same with faults, which win over tags.
  public let marks: [Mark]

  /// Seconds that a mark represents.
  public static let secondsPerMark = 10.0

  /// Two weeks: marks after them are not drawn.
  static let maximumMarks = 120_960

  /// The number of the mark for a presentation time, from 0; nil without a time, and for times outside
  /// of a strip.
  static func index(of time: Double?) -> Int? {
    guard let time, time >= 0, time < Double(maximumMarks) * secondsPerMark else { return nil }
    return Int(time / secondsPerMark)
  }
}
