extension EngineConfiguration {
  /// The client that the pings are made for.
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
    /// Makes the default.
    public init() {}
  }

  /// The marks of this engine in version texts.
  public struct SDK: Sendable, Equatable {
    /// The platform prefix; not `aa`, `ai` or `bj`, which real SDKs use.
    public var prefix = "ox"
    /// The suffix of the build version.
    public var flavour = "open"
    /// Makes the default.
    public init() {}
  }

  /// The life of ids.
  public struct Identity: Sendable, Equatable {
    /// The life of a first-party id in days.
    public var fpidDays = 180
    /// The least time between two requests of the product `emm`, in seconds.
    public var emmSeconds = 86_400
    /// Makes the default.
    public init() {}
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
    /// Makes the default.
    public init() {}
  }

  /// The meaning of opting out.
  public struct OptOut: Sendable, Equatable {
    /// The page on which the user chooses; `{appid}` is filled in.
    public var url = "https://optout.invalid/?appid={appid}"
    /// The value of `uoo` while the user is opted out.
    public var outMark = "true"
    /// The value of `uoo` otherwise.
    public var inMark = ""
    /// Makes the default.
    public init() {}
  }

  /// The parameter `evdata` of DCR pings.
  public struct EventData: Sendable, Equatable {
    /// Whether pings report pauses and seeks.
    public var enabled = false
    /// Makes the default.
    public init() {}
  }
}
