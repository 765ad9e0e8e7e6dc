extension EngineConfiguration {
  /// Seconds, minutes and counts of the measurement.
  public struct Thresholds: Sendable, Equatable {
    /// Minutes of a segment, 1 to 60.
    public var segmentMinutes = 5
    /// Seconds of a minute, 1 to 3600.
    public var minuteSeconds = 60
    /// Credited seconds that win a minute, 1 to ``minuteSeconds``.
    public var creditSeconds = 30
    /// Credited seconds below which a segment makes no duration ping.
    public var minimumSegmentSeconds = 5
    /// Won minutes of a segment that make the view of DTVR, 1 to 60.
    public var viewMinutes = 1
    /// Won minutes of a quarter hour that make its ping, 1 to 15.
    public var aqhMinutes = 5
    /// Played seconds that a tag confirms.
    public var tagWindowSeconds = 15
    /// The largest step between two tags, or jump of the playhead, that is not a break; in seconds.
    public var id3GapSeconds = 15
    /// The largest step of the playhead that is playing, in seconds.
    public var playheadGapSeconds = 2
    /// Seconds after which a silent viewing session is closed.
    public var pauseTimeoutSeconds = 1800
    /// Seconds between two timers of a static view, 1 to 86,400.
    public var staticTimerSeconds = 300
    /// Makes the default.
    public init() {}
  }

  /// When the collected payloads are passed on.
  public struct RawID3: Sendable, Equatable {
    /// The length of the encoded, joined payloads in bytes.
    public var maxLength = 1832
    /// The number of payloads, at least 1.
    public var maxTags = 10
    /// The age of the oldest payload in seconds.
    public var maxSeconds = 90
    /// Makes the default.
    public init() {}
  }

  /// How DTVR counts.
  public struct DTVR: Sendable, Equatable {
    /// The source of played seconds.
    public enum CreditSource: String, Sendable {
      /// The playhead once there was one, the tags before.
      case auto
      /// The playhead alone.
      case playhead
      /// The tags alone.
      case tag
    }
    /// Which source of played seconds is used.
    public var creditSource = CreditSource.auto
    /// The number of accepted payloads a new one is compared with, 0 to 1000.
    public var duplicateWindow = 8
    /// Whether the program content side counts when both content ids are set.
    public var rtvod = false
    /// Makes the default.
    public init() {}
  }

  /// When and how time-shift codes are asked for.
  public struct Lookups: Sendable, Equatable {
    /// The breakout codes that cause a lookup.
    public var breakouts: Set<String> = [
      "00", "01", "02", "03", "04", "05", "06", "07", "08", "09",
    ]
    /// Whether the question is asked again before each duration ping until the code is 03 or 07.
    public var repeatBeforeDuration = false
    /// The longest wait for an answer over a network in seconds, 0 to 3600.
    public var timeoutSeconds = 2
    /// The two-digit code that answers every lookup; empty: none does.
    public var constant = ""
    /// Two-digit codes by content id, which answer the lookups of their content; empty: none do.
    public var table: [String: String] = [:]
    /// Address of a service that gives codes over HTTP. The engine does not use it. At most one of
    /// ``constant``, ``table`` and ``url`` may be given.
    public var url = ""
    /// Makes the default.
    public init() {}

    /// Answers without a network; nil when nothing does.
    var responder: TimeShiftResponder? {
      if !constant.isEmpty { return .constant(constant) }
      return table.isEmpty ? nil : .table(table)
    }
  }
}
