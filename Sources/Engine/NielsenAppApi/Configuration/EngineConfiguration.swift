/// Everything about the engine that is a number, a name or a list: hosts, thresholds, templates.
public struct EngineConfiguration: Sendable, Equatable {
  /// The name shown in logs.
  public var name = "default"
  /// Fills `{host}` in ``endpoints``.
  public var host = "collector.invalid"
  /// URLs up to the `?` by name. `{host}`, `{sfcode}` and `{sessionId}` are filled in.
  public var endpoints: [String: String] = [
    "gn": "https://{host}/cgi-bin/gn",
    "d": "https://{host}/cgi-bin/d",
    "trans": "https://{host}/cgi-bin/trans",
    "tsv": "https://{host}/cgi-bin/tsv",
    "error": "https://{host}/cgi-bin/error",
    "emm": "https://{sessionId}.nuid.{host}/",
  ]
  /// Hosts that are never contacted, in addition to those of production, with all below them. Applies to
  /// every request: collector and its redirects, time-shift lookups, configurations. JSON merged into a
  /// configuration adds to them; nothing removes one.
  public var refusedHosts: Set<String> = []
  /// The client that the pings are made for, unless appInfo or metadata say otherwise.
  public var client = Client()
  /// Which pings are made.
  public var products = Products()
  /// Seconds, minutes and counts of the measurement.
  public var thresholds = Thresholds()
  /// When the collected payloads are passed on.
  public var rawID3 = RawID3()
  /// How DTVR counts.
  public var dtvr = DTVR()
  /// When and how time-shift codes are asked for.
  public var lookups = Lookups()
  /// The life of ids.
  public var identity = Identity()
  /// How pings wait to be sent; used by the sender.
  public var queue = Queue()
  /// Limits of the engine as a whole.
  public var limits = Limits()
  /// Values used where the application gives none.
  public var defaults = Defaults()
  /// The meaning of opting out.
  public var optOut = OptOut()
  /// The marks of this engine in version texts.
  public var sdk = SDK()
  /// The parameter `evdata` of DCR pings.
  public var eventData = EventData()
  /// The templates by ping: `session`, `dtvr`, `dtvr.aqh`, `id3`, `tsv`, `dcr`, `static`, `emm`,
  /// `error`.
  public var pings: [String: PingTemplate] = PingTemplate.standard

  /// Makes the embedded default configuration.
  public init() {}
}

extension EngineConfiguration {
  /// The client that the pings are made for.
  public struct Client: Sendable, Equatable {
    /// The client id.
    public var ci = "us-000000"
    /// The sub-brand.
    public var vcid = "c01"
    /// The collection facility: lower-case letters, digits and hyphens.
    public var sfcode = "us"
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
    /// Views and timers of content and ads.
    public var dcr = true
    /// Views and timers of pages.
    public var `static` = true
    /// Views and timers of audio (`radio`), with `rt=audio` and the station in `c17`; needs ``dcr``. Off: no
    /// document shows a ping of audio, and this form is ours.
    public var audio = false
    /// One request to the cross-domain service a day.
    public var emm = false
    /// One error ping per code and viewing session.
    public var error = false
  }

  /// Limits of the engine as a whole.
  public struct Limits: Sendable, Equatable {
    /// Live instances of one app id; 0: no limit.
    public var instancesPerAppId = 4
    /// The length from which a URL is mentioned in the log, in bytes.
    public var urlLength = 2048
  }

  /// Values used where the application gives none.
  public struct Defaults: Sendable, Equatable {
    /// The channel name.
    public var channelName = "defaultChannelName"
    /// The asset name where the metadata has no `section`.
    public var assetName = "defChnAsset"
    /// The breakout code of DCR.
    public var breakout = "00"
    /// The time-shift code before an answer, and of DCR.
    public var timeShift = "99"
    /// The values of `segA`, `segB` and `segC` where the metadata has none.
    public var segment = "NA"
    /// The ad model.
    public var adModel = "0"
    /// The parameter `h33`; its meaning is not published.
    public var h33 = "2"
    /// The content id that represents none: 24 characters.
    public var nullCid = "X100zdCIGeIlgZnkYj6UvQ=="
    /// The offset beside a content id that represents none. The engine does not use it: a set
    /// content id with this offset is second 0.
    public var nullOffset = "00000"
  }

  /// The marks of this engine in version texts.
  public struct SDK: Sendable, Equatable {
    /// The platform prefix; not `aa`, `ai` or `bj`, which real SDKs use.
    public var prefix = "ox"
    /// The suffix of the build version.
    public var flavour = "open"
  }

  /// The life of ids.
  public struct Identity: Sendable, Equatable {
    /// The life of a first-party id in days.
    public var fpidDays = 180
    /// The least time between two requests of the product `emm`, in seconds.
    public var emmSeconds = 86_400
  }

  /// How pings wait to be sent. The engine makes pings and sends none: these numbers are for the
  /// sender.
  public struct Queue: Sendable, Equatable {
    /// The number of pings that may wait; 0: any number.
    public var limit = 300
    /// The wait after the first failed attempt, in seconds.
    public var firstDelaySeconds = 1
    /// The longest wait between two attempts, in seconds.
    public var maxDelaySeconds = 300
    /// The longest wait for an answer, in seconds.
    public var timeoutSeconds = 10
    /// The counted seconds between two checkpoints.
    public var checkpointSeconds = 10
  }

  /// The meaning of opting out.
  public struct OptOut: Sendable, Equatable {
    /// The page on which the user chooses; `{appid}` is filled in.
    public var url = "https://optout.invalid/?appid={appid}"
    /// The value of `uoo` while the user is opted out.
    public var outMark = "true"
    /// The value of `uoo` otherwise.
    public var inMark = ""
  }

  /// The parameter `evdata` of DCR pings.
  public struct EventData: Sendable, Equatable {
    /// Whether pings report pauses and seeks.
    public var enabled = false
  }
}

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
  }

  /// When the collected payloads are passed on.
  public struct RawID3: Sendable, Equatable {
    /// The length of the encoded, joined payloads in bytes.
    public var maxLength = 1832
    /// The number of payloads, at least 1.
    public var maxTags = 10
    /// The age of the oldest payload in seconds.
    public var maxSeconds = 90
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

    /// Answers without a network; nil when nothing does.
    var responder: TimeShiftResponder? {
      if !constant.isEmpty { return .constant(constant) }
      return table.isEmpty ? nil : .table(table)
    }
  }
}
