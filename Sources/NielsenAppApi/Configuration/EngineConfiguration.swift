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
