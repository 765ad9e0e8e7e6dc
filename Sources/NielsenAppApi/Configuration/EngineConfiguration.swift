/// Everything about the engine that is a number, a name or a list: hosts, thresholds, templates.
public struct EngineConfiguration: Sendable, Equatable {
  /// The name shown in logs.
  public var name = "default"
  /// Fills `{host}` in ``endpoints``.
  public var host = "collector.invalid"
  /// URLs up to the `?` by name. `{host}` and `{sfcode}` are filled in.
  public var endpoints: [String: String] = [
    "gn": "https://{host}/cgi-bin/gn",
    "d": "https://{host}/cgi-bin/d",
    "trans": "https://{host}/cgi-bin/trans",
    "tsv": "https://{host}/cgi-bin/tsv",
    "error": "https://{host}/cgi-bin/error",
  ]
  /// Who the pings are made for, unless appInfo or metadata say otherwise.
  public var client = Client()
  /// Which pings are made.
  public var products = Products()
  /// Seconds, minutes and counts of the measurement.
  public var thresholds = Thresholds()
  /// When the collected payloads are passed on.
  public var rawID3 = RawID3()
  /// How DTVR counts.
  public var dtvr = DTVR()
  /// Which breakout codes lead to a time-shift lookup.
  public var lookupBreakouts: Set<String> = [
    "00", "01", "02", "03", "04", "05", "06", "07", "08", "09",
  ]
  /// The life of a first-party id in days.
  public var firstPartyDays = 180
  /// Limits of the engine as a whole.
  public var limits = Limits()
  /// Values used where the application gives none.
  public var defaults = Defaults()
  /// The marks of this engine in version texts.
  public var sdk = SDK()
  /// The templates by ping: `session`, `dtvr`, `dtvr.aqh`, `id3`, `tsv`, `error`.
  public var pings: [String: PingTemplate] = PingTemplate.standard

  /// Makes the embedded default configuration.
  public init() {}

  /// Who the pings are made for.
  public struct Client: Sendable, Equatable {
    /// The client id.
    public var ci = "us-000000"
    /// The sub-brand.
    public var vcid = "c01"
    /// The collection facility: lower-case letters, digits and hyphens.
    public var sfcode = "us"
    /// Makes the default.
    public init() {}
  }

  /// Which pings are made.
  public struct Products: Sendable, Equatable {
    /// The ping at the start of an instance.
    public var session = true
    /// Impression, view and duration of DTVR.
    public var dtvr = true
    /// Quarter hours of DTVR; needs ``dtvr``.
    public var aqh = true
    /// Collected payloads.
    public var id3 = true
    /// Time-shift lookups; needs ``dtvr``.
    public var tsv = true
    /// One error ping per code and viewing session.
    public var error = false
    /// Makes the default.
    public init() {}
  }

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
    /// Won minutes of a quarter hour that make its ping, 1 to 15.
    public var aqhMinutes = 5
    /// Played seconds a tag vouches for.
    public var tagWindowSeconds = 15
    /// The largest step between two tags, or jump of the playhead, that is no break; in seconds.
    public var id3GapSeconds = 15
    /// The largest step of the playhead that is playing, in seconds.
    public var playheadGapSeconds = 2
    /// Seconds after which a silent viewing session is closed.
    public var pauseTimeoutSeconds = 1800
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
    /// What tells that a second was played.
    public enum CreditSource: String, Sendable {
      /// The playhead once there was one, the tags before.
      case auto
      /// The playhead alone.
      case playhead
      /// The tags alone.
      case tag
    }
    /// What tells that a second was played.
    public var creditSource = CreditSource.auto
    /// The number of accepted payloads a new one is compared with, 0 to 1000.
    public var duplicateWindow = 8
    /// Whether the program content side counts when both content ids are set.
    public var rtvod = false
    /// Makes the default.
    public init() {}
  }

  /// Limits of the engine as a whole.
  public struct Limits: Sendable, Equatable {
    /// Live instances of one app id; 0: no limit.
    public var instancesPerAppId = 4
    /// The length from which a URL is mentioned in the log, in bytes.
    public var urlLength = 2048
    /// Makes the default.
    public init() {}
  }

  /// Values used where the application gives none.
  public struct Defaults: Sendable, Equatable {
    /// The channel name.
    public var channelName = "defaultChannelName"
    /// The time-shift code before an answer.
    public var timeShift = "99"
    /// The ad model.
    public var adModel = "0"
    /// The parameter `h33`; its meaning is not published.
    public var h33 = "2"
    /// The content id that stands for none: 24 characters.
    public var nullCid = "X100zdCIGeIlgZnkYj6UvQ=="
    /// Makes the default.
    public init() {}
  }

  /// The marks of this engine in version texts.
  public struct SDK: Sendable, Equatable {
    /// The platform prefix.
    public var prefix = "ox"
    /// The suffix of the build version.
    public var flavour = "open"
    /// Makes the default.
    public init() {}
  }
}

extension EngineConfiguration {
  /// The number ranges that the arithmetic of the engine relies on.
  func validate() throws(EngineConfigurationError) {
    let numbers: [(String, Int, ClosedRange<Int>)] = [
      ("thresholds.segmentMinutes", thresholds.segmentMinutes, 1...60),
      ("thresholds.minuteSeconds", thresholds.minuteSeconds, 1...3600),
      ("thresholds.creditSeconds", thresholds.creditSeconds, 1...max(1, thresholds.minuteSeconds)),
      ("thresholds.minimumSegmentSeconds", thresholds.minimumSegmentSeconds, 0...216_000),
      ("thresholds.aqhMinutes", thresholds.aqhMinutes, 1...15),
      ("thresholds.tagWindowSeconds", thresholds.tagWindowSeconds, 0...86_400),
      ("thresholds.id3GapSeconds", thresholds.id3GapSeconds, 0...86_400),
      ("thresholds.playheadGapSeconds", thresholds.playheadGapSeconds, 1...86_400),
      ("thresholds.pauseTimeoutSeconds", thresholds.pauseTimeoutSeconds, 1...31_622_400),
      ("rawId3.maxLength", rawID3.maxLength, 0...1_000_000),
      ("rawId3.maxTags", rawID3.maxTags, 1...1000),
      ("rawId3.maxSeconds", rawID3.maxSeconds, 0...31_622_400),
      ("dtvr.duplicateWindow", dtvr.duplicateWindow, 0...1000),
      ("identity.fpidDays", firstPartyDays, 1...36_525),
      ("limits.instancesPerAppId", limits.instancesPerAppId, 0...Int.max),
    ]
    for (name, value, range) in numbers where !range.contains(value) {
      throw EngineConfigurationError(
        code: .invalidNumber,
        description:
          "\(name) is \(value): give a number from \(range.lowerBound) to \(range.upperBound)"
      )
    }
    guard ContentID(text: defaults.nullCid) != nil else {
      throw EngineConfigurationError(
        code: .invalidNumber,
        description: "defaults.nullCid needs 24 ASCII characters"
      )
    }
  }
}
