import Formats

/// Where reading begins.
public enum ReadingStart: Sendable, Hashable {
  /// At the start of the first segment.
  case beginning
  /// The position at which a player would begin a live presentation. Any other input is read from its start.
  case live
  /// Seconds after the start of the presentation; a negative number counts from the end. For a plain file the number
  /// counts from the start of the file, and must not be negative, because the end is unknown.
  case seconds(Double)
  /// A time of day in Unix seconds, according to EXT-X-PROGRAM-DATE-TIME or the clock of a manifest. An input without
  /// dates, such as a plain file, is refused.
  case wallClock(Double)

  /// Reads `start`, `live`, a number of seconds, or a time such as `2017-04-06T13:03:03Z`. Nil for any other text.
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

  /// The position in a file, in seconds; nil means the start of the file. `name` is the input as the user named it.
  /// - Throws: `cannotOpen` for a negative number of seconds, or a time of day.
  func seconds(inFile name: String) throws(TimedMetadataError) -> Double? {
    switch self {
    case .beginning, .live: return nil
    case .seconds(let seconds) where seconds >= 0: return seconds
    case .seconds, .wallClock:
      throw TimedMetadataError(
        .cannotOpen,
        input: name,
        reason:
          "is not a playlist: a time of day, or a position from the end, cannot be found in it",
        remedy: "give --from in seconds from the start"
      )
    }
  }
}

package struct ReadingWindow: Sendable, Equatable {
  /// Seconds by which a tag may be earlier than the start. Results round times to milliseconds, and a time from the
  /// results must be accepted as the start.
  private static let tolerance = 0.0005

  /// The start in seconds on the timeline; nil means no limit.
  package var start: Double?
  /// The start as a time of day in Unix seconds; nil means no limit.
  package var wallClockStart: Double?
  /// The end in seconds on the timeline; nil means no limit.
  package var end: Double?

  package init(start: Double? = nil, wallClockStart: Double? = nil, end: Double? = nil) {
    self.start = start
    self.wallClockStart = wallClockStart
    self.end = end
  }

  /// Whether a tag is inside the window. A tag without any time counts as inside.
  package func contains(_ tag: TimedTag) -> Bool {
    if let end, let time = tag.time, time > end { return false }
    if let wallClockStart, let date = tag.wallClock {
      return date >= wallClockStart - Self.tolerance
    }
    if let start, let time = tag.time { return time >= start - Self.tolerance }
    return true
  }
}
