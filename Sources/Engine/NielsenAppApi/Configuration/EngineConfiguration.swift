/// All hosts, thresholds, limits, names and ping templates of the engine.
public struct EngineConfiguration: Sendable, Equatable {
  /// The name of the configuration, which the engine does not use.
  public var name = "default"
  /// The host name that replaces `{host}` in ``endpoints``.
  public var host = "collector.invalid"
  /// The URLs of the endpoints by name, up to the `?`. `{host}`, `{sfcode}` and `{sessionId}` are replaced.
  public var endpoints: [String: String] = [
    "gn": "https://{host}/cgi-bin/gn",
    "d": "https://{host}/cgi-bin/d",
    "trans": "https://{host}/cgi-bin/trans",
    "tsv": "https://{host}/cgi-bin/tsv",
    "error": "https://{host}/cgi-bin/error",
    "emm": "https://{sessionId}.nuid.{host}/",
  ]
  /// Hosts that are never contacted, including their subdomains, in addition to Nielsen's production hosts. The list
  /// applies to pings, time-shift lookups and configuration requests. Merged JSON can add hosts but cannot remove any.
  public var refusedHosts: Set<String> = []
  /// The default client of the pings; appInfo and metadata override it.
  public var client = Client()
  /// The kinds of pings that are made.
  public var products = Products()
  /// The durations and counts that control the measurement.
  public var thresholds = Thresholds()
  /// The limits for collected ID3 payloads.
  public var rawID3 = RawID3()
  /// How DTVR counts played seconds, finds duplicates and selects forwarded pings.
  public var dtvr = DTVR()
  /// When and how time-shift codes are looked up.
  public var lookups = Lookups()
  /// How long first-party ids are valid, and how often the cross-domain service is contacted.
  public var identity = Identity()
  /// Size, delays and timeouts of the ping queue; used by the sender, not by the engine.
  public var queue = Queue()
  /// Limits on instances and URLs.
  public var limits = Limits()
  /// Default values for what the application does not give, and fixed values in pings and tags.
  public var defaults = Defaults()
  /// The opt-out page, and the values of `uoo`.
  public var optOut = OptOut()
  /// How the engine identifies itself in version strings.
  public var sdk = SDK()
  /// The parameter `evdata` of DCR pings.
  public var eventData = EventData()
  /// The ping templates by name: `session`, `dtvr`, `dtvr.aqh`, `id3`, `tsv`, `dcr`, `static`, `emm`, `error`.
  public var pings: [String: PingTemplate] = PingTemplate.standard

  /// Makes the embedded default configuration.
  public init() {}
}

extension EngineConfiguration {
  /// The default client of the pings.
  public struct Client: Sendable, Equatable {
    /// The client id, `ci`.
    public var ci = "us-000000"
    /// The sub-brand, `vcid`.
    public var vcid = "c01"
    /// The collection facility: lower-case letters, digits and hyphens.
    public var sfcode = "us"
  }

  /// The kinds of pings that are made.
  public struct Products: Sendable, Equatable {
    /// The ping `session`, made at most once per instance.
    public var session = true
    /// The impression, view and duration pings of DTVR.
    public var dtvr = true
    /// The quarter-hour pings of DTVR; needs ``dtvr``.
    public var aqh = true
    /// The pings with the collected ID3 payloads.
    public var id3 = true
    /// Time-shift lookups; needs ``dtvr``.
    public var tsv = true
    /// The view and timer pings of content and ads.
    public var dcr = true
    /// The view and timer pings of pages.
    public var `static` = true
    /// The view and timer pings of audio (`radio`), with `rt=audio` and the station in `c17`; needs
    /// ``dcr``. Off by default: no public document shows an audio ping, so this format is the project's own.
    public var audio = false
    /// The request to the cross-domain service: see ``Identity/emmSeconds``.
    public var emm = false
    /// One error ping per code in each viewing session, and one per code outside sessions.
    public var error = false
  }

  /// Limits on instances and URLs.
  public struct Limits: Sendable, Equatable {
    /// The maximum number of live instances with the same app id; 0 means no limit.
    public var instancesPerAppId = 4
    /// The maximum length of a ping's URL, in bytes. If the URL may be longer, the log gets a warning, except for `id3`
    /// pings.
    public var urlLength = 2048
  }

  /// Default values for what the application does not give, and fixed values in pings and tags.
  public struct Defaults: Sendable, Equatable {
    /// The channel name if none is given and there was no earlier session.
    public var channelName = "defaultChannelName"
    /// The asset name if `section` is absent or blank.
    public var assetName = "defChnAsset"
    /// The breakout code that DCR reports.
    public var breakout = "00"
    /// The time-shift code if no lookup has been answered. DCR reports this code for all content and ads.
    public var timeShift = "99"
    /// The value of `segA`, `segB` or `segC` if it is absent or blank in the metadata.
    public var segment = "NA"
    /// The ad model when the metadata has no valid ad model.
    public var adModel = "0"
    /// The parameter `h33`; its meaning is not published.
    public var h33 = "2"
    /// The 24-character content id that means "no content id".
    public var nullCid = "X100zdCIGeIlgZnkYj6UvQ=="
    /// The offset that accompanies ``nullCid``. The engine does not use it: with any other content
    /// id, this offset means second 0.
    public var nullOffset = "00000"
  }

  /// How the engine identifies itself in version strings.
  public struct SDK: Sendable, Equatable {
    /// The platform prefix. It must not be `aa`, `ai` or `bj`, which real SDKs use.
    public var prefix = "ox"
    /// The suffix of the build version.
    public var flavour = "open"
  }

  /// How long first-party ids are valid, and how often the cross-domain service is contacted.
  public struct Identity: Sendable, Equatable {
    /// The number of days that a first-party id is valid.
    public var fpidDays = 180
    /// The minimum time between two requests of the product `emm`, in seconds.
    public var emmSeconds = 86_400
  }

  /// Size, delays and timeouts of the ping queue. The engine makes pings and does not send them:
  /// these numbers are for the sender.
  public struct Queue: Sendable, Equatable {
    /// The maximum number of waiting pings; 0 means no limit.
    public var limit = 300
    /// The wait after the first failed attempt without `Retry-After`, in seconds, plus up to a fifth at random.
    public var firstDelaySeconds = 1
    /// The maximum wait between two attempts, in seconds, plus up to a fifth at random.
    public var maxDelaySeconds = 300
    /// The timeout of a request, in seconds.
    public var timeoutSeconds = 10
    /// The time, in seconds, after which a checkpoint is renewed during playback even if no ping was made.
    public var checkpointSeconds = 10
  }

  /// The opt-out page, and the values of `uoo`.
  public struct OptOut: Sendable, Equatable {
    /// The page on which the user opts out or in; `{appid}` is replaced with the app id.
    public var url = "https://optout.invalid/?appid={appid}"
    /// The value of `uoo` while the user is opted out.
    public var outMark = "true"
    /// The value of `uoo` while the user is not opted out.
    public var inMark = ""
  }

  /// The parameter `evdata` of DCR pings.
  public struct EventData: Sendable, Equatable {
    /// Whether pings report the viewer's actions, such as pauses and seeks.
    public var enabled = false
  }
}

extension EngineConfiguration {
  /// The durations and counts that control the measurement.
  public struct Thresholds: Sendable, Equatable {
    /// The length of a segment in minutes, 1 to 60.
    public var segmentMinutes = 5
    /// The number of seconds in a minute of a segment, 1 to 3600.
    public var minuteSeconds = 60
    /// The number of credited seconds at which a minute is won, 1 to ``minuteSeconds``.
    public var creditSeconds = 30
    /// The number of credited seconds that a DTVR segment needs for a duration ping.
    public var minimumSegmentSeconds = 5
    /// The number of won minutes that a segment needs for the view ping of DTVR, 1 to 60.
    public var viewMinutes = 1
    /// The number of won minutes that a quarter hour needs for its ping, 1 to 15.
    public var aqhMinutes = 5
    /// The maximum number of played seconds that one tag confirms.
    public var tagWindowSeconds = 15
    /// The maximum jump, in seconds, of the playhead or of the tags' offsets. A longer jump closes a DTVR segment.
    public var id3GapSeconds = 15
    /// The maximum step of the playhead, in seconds, that counts as playing; a larger step is a seek.
    public var playheadGapSeconds = 2
    /// The seconds without a playhead, a tag, or the start or end of a pause, after which a viewing session is closed.
    public var pauseTimeoutSeconds = 1800
    /// The number of seconds between two timers of a static view, 1 to 86,400.
    public var staticTimerSeconds = 300
  }

  /// The limits for the ID3 payloads that are collected for one ping. The ping is made before another payload would
  /// exceed a limit, at a pause, at the end, before the measured user changes, and at the first tag or `advance` after
  /// the oldest payload has reached the maximum age.
  public struct RawID3: Sendable, Equatable {
    /// The maximum length of the joined and encoded payloads, in bytes.
    public var maxLength = 1832
    /// The maximum number of payloads, at least 1.
    public var maxTags = 10
    /// The maximum age of the oldest payload, in seconds.
    public var maxSeconds = 90
  }

  /// How DTVR counts played seconds, finds duplicates and selects forwarded pings.
  public struct DTVR: Sendable, Equatable {
    /// The ways to count played seconds.
    public enum CreditSource: String, Sendable {
      /// Played seconds are counted by tags until the viewing session's first playhead, then by playheads.
      case auto
      /// Played seconds are counted by playheads only.
      case playhead
      /// Played seconds are counted by tags only.
      case tag
    }
    /// How played seconds are counted.
    public var creditSource = CreditSource.auto
    /// The number of recent payloads, 0 to 1000, with which a new payload is compared to find duplicates.
    public var duplicateWindow = 8
    /// Whether the pings of the program content, not those of the final distributor, are forwarded when both content
    /// ids are set.
    public var rtvod = false
  }

  /// When and how time-shift codes are looked up.
  public struct Lookups: Sendable, Equatable {
    /// The breakout codes that cause a lookup.
    public var breakouts: Set<String> = [
      "00", "01", "02", "03", "04", "05", "06", "07", "08", "09",
    ]
    /// Whether the lookup is repeated before each duration ping until the code is 03 or 07.
    public var repeatBeforeDuration = false
    /// The timeout of a lookup over a network, in seconds, 0 to 3600.
    public var timeoutSeconds = 2
    /// The two-digit code that answers every lookup; empty if there is no such code.
    public var constant = ""
    /// Two-digit codes that answer lookups, by content id; may be empty.
    public var table: [String: String] = [:]
    /// The URL of a service that returns codes; used by the sender, not by the engine. At most one
    /// of ``constant``, ``table`` and ``url`` may be given.
    public var url = ""

    /// Answers lookups without a network; nil when neither ``constant`` nor ``table`` is given.
    var responder: TimeShiftResponder? {
      if !constant.isEmpty { return .constant(constant) }
      return table.isEmpty ? nil : .table(table)
    }
  }
}
