import Formats

/// Where reading begins.
public enum ReadingStart: Sendable, Hashable {
  /// At the first segment.
  case beginning
  /// Of a live playlist where a player would begin, else at the first segment.
  case live
  /// Seconds after the first segment; a negative number counts from the end. In a plain file seconds from its start, not
  /// negative: where it ends is not known.
  case seconds(Double)
  /// At this time of the day in Unix seconds, by EXT-X-PROGRAM-DATE-TIME or the clock of a manifest. Without one, as in a
  /// plain file, nothing can be read.
  case wallClock(Double)

  /// `start`, `live`, seconds, or a time like `2017-04-06T13:03:03Z`; nil for any other text.
  public init?(_ text: String) {
    switch text {
    case "start": self = .beginning
    case "live": self = .live
    default:
      if let seconds = Double(text), seconds.isFinite {
        self = .seconds(seconds)
      } else if let date = UTCTime.seconds(text) {
        self = .wallClock(Double(date))
      } else {
        return nil
      }
    }
  }
}
