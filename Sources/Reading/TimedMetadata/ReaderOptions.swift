import Formats

/// The options of reading an input.
public struct ReaderOptions: Sendable {
  /// Only tags of this program.
  public var program: Int?
  /// Only tags of this PID.
  public var pid: Int?
  /// Read only the first N presentation seconds.
  public var limitSeconds: Double?
  /// Read the input as a text that may hold payload strings, even if it looks like media.
  public var readsText: Bool
  /// Refuse a text that is recognised by its content: the input was found, not named.
  public var refusesText = false
  /// A fault that lasts, such as a declaration in a PMT, is noted again after N seconds of the
  /// stream; nil: it is noted once.
  public var reminder: Double?
  /// Called with the publish time, in Unix seconds, of the latest version of a DASH manifest that expires, where
  /// media says so; nil: the message gives none.
  package var manifestExpires: @Sendable (Double?) -> Void = { _ in }

  /// Everything of the input, by default.
  public init(
    program: Int? = nil,
    pid: Int? = nil,
    limitSeconds: Double? = nil,
    readsText: Bool = false,
    reminder: Double? = nil
  ) {
    self.program = program
    self.pid = pid
    self.limitSeconds = limitSeconds
    self.readsText = readsText
    self.reminder = reminder
  }
}

extension ReaderOptions {
  /// Whether a tag is among those asked for.
  func wants(_ tag: TimedTag) -> Bool {
    if let program, tag.program != program { return false }
    if let pid, tag.pid != pid { return false }
    if let limitSeconds, let time = tag.time, time > limitSeconds { return false }
    return true
  }

  /// The summary of an input of a medium that has no programs.
  func summary(
    _ media: MediaKind,
    seconds: Double?,
    isDeclared: Bool = false,
    tags: Int
  ) -> InputSummary {
    let stream = StreamSummary(program: nil, pid: nil, declared: isDeclared, tags: tags)
    var summary = InputSummary(
      duration: seconds.map { min($0, limitSeconds ?? .infinity) },
      streams: isDeclared || tags > 0 ? [stream] : [],
      byteCount: 0
    )
    summary.media = [media]
    return summary
  }
}

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

/// The part of an input that was asked for: its start, and its length in seconds.
package struct ReadingWindow: Sendable, Equatable {
  /// Times are reported in milliseconds: the start as reported is part of the window.
  private static let tolerance = 0.0005

  /// Seconds on the timeline; nil: from the first.
  package var start: Double?
  /// Unix seconds; nil: whenever.
  package var wallClockStart: Double?
  /// Seconds on the timeline; nil: to the last.
  package var end: Double?

  /// From `start` to `end`, or from a time of the day on; by default everything.
  package init(start: Double? = nil, wallClockStart: Double? = nil, end: Double? = nil) {
    self.start = start
    self.wallClockStart = wallClockStart
    self.end = end
  }

  /// Whether a tag is in it. One without any time is.
  package func contains(_ tag: TimedTag) -> Bool {
    if let end, let time = tag.time, time > end { return false }
    if let wallClockStart, let date = tag.wallClock {
      return date >= wallClockStart - Self.tolerance
    }
    if let start, let time = tag.time { return time >= start - Self.tolerance }
    return true
  }
}
