import Formats

/// Options that select what is read of an input.
public struct ReaderOptions: Sendable {
  /// The program whose tags are read; nil for all.
  public var program: Int?
  /// The PID whose tags are read; nil for all.
  public var pid: Int?
  /// The number of presentation seconds to read; nil for all.
  public var limitSeconds: Double?
  /// Whether to read the input as text with payload strings, even if it looks like media.
  public var readsText: Bool
  /// Whether an input that is recognized as text is refused, because it was found in a directory
  /// and not named by the user.
  public var refusesText = false
  /// Seconds of the stream after which a lasting fault, such as a declaration in a PMT, is reported
  /// again. Nil: it is reported once.
  public var reminder: Double?
  /// Called when an event in the media expires versions of its DASH manifest. The argument is the
  /// publish time of the latest expired version, in Unix seconds; nil if the message has none.
  package var manifestExpires: @Sendable (Double?) -> Void = { _ in }

  /// Makes options that by default read everything.
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
  /// Whether a tag is within the selected program, PID and limit.
  func wants(_ tag: TimedTag) -> Bool {
    if let program, tag.program != program { return false }
    if let pid, tag.pid != pid { return false }
    if let limitSeconds, let time = tag.time, time > limitSeconds { return false }
    return true
  }

  /// Makes the summary of an input whose medium has no programs.
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
  /// At the start of the first segment.
  case beginning
  /// In a live playlist where a player would begin; otherwise at the first segment.
  case live
  /// Seconds after the start of the first segment; a negative number counts from the end. For a
  /// plain file the number counts from its start and must not be negative, because the end is
  /// unknown.
  case seconds(Double)
  /// A time of day in Unix seconds, by EXT-X-PROGRAM-DATE-TIME or the clock of a manifest. An input
  /// without dates, such as a plain file, is refused.
  case wallClock(Double)

  /// Reads `start`, `live`, a number of seconds, or a time such as `2017-04-06T13:03:03Z`. Nil for
  /// any other text.
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

/// The requested part of an input.
package struct ReadingWindow: Sendable, Equatable {
  /// Seconds by which a tag may be before the start: times are reported in milliseconds, and the
  /// reported start must be inside the window.
  private static let tolerance = 0.0005

  /// The start in seconds on the timeline; nil for no limit.
  package var start: Double?
  /// The start as a time of day in Unix seconds; nil for no limit.
  package var wallClockStart: Double?
  /// The end in seconds on the timeline; nil for no limit.
  package var end: Double?

  /// Makes a window, which by default includes everything.
  package init(start: Double? = nil, wallClockStart: Double? = nil, end: Double? = nil) {
    self.start = start
    self.wallClockStart = wallClockStart
    self.end = end
  }

  /// Whether a tag is inside the window. A tag without any time is.
  package func contains(_ tag: TimedTag) -> Bool {
    if let end, let time = tag.time, time > end { return false }
    if let wallClockStart, let date = tag.wallClock {
      return date >= wallClockStart - Self.tolerance
    }
    if let start, let time = tag.time { return time >= start - Self.tolerance }
    return true
  }
}
