import Logging
import NielsenAppApi

/// How a stream is played through the engine. If the task is cancelled, playing ends there, as if
/// the viewer had left.
public struct PlaybackOptions: Sendable {
  /// The kind of playheads.
  public enum Playhead: String, CaseIterable, Sendable {
    /// Seconds from the start of the stream.
    case vod
    /// Unix seconds: the start of the clock plus the seconds from the start of the stream.
    case live
  }

  /// The kind of playheads.
  public var playhead = Playhead.vod
  /// The time of the clock at second 0, in Unix seconds from 0 to 4,102,444,800 (the year 2100).
  /// For live playheads it must be at least 1,000,000,000: the engine takes smaller playheads for
  /// seconds of an asset.
  ///
  /// Nil: the time is taken from the stream. It is the unencrypted last tag time of the first tag
  /// that has one and a time in the stream, minus the whole seconds of the time in the stream, so
  /// that this tag is sent at its own time. Otherwise it is the wall clock of the first tag that
  /// has one, minus its time in the stream; otherwise 2000-01-01T00:00:00Z. For live playheads it
  /// is at least 1,000,000,000 (2001-09-09T01:46:40Z).
  public var start: Int64?
  /// Whether the ad breaks of the stream are played as ads: `stop`, `loadMetadata` of the ad, its
  /// playheads from 0, `stop`, and `loadMetadata` of the content, which continues where it stopped.
  public var playsAds = false
  /// The seed of the random ids: the same seed and the same tags give the same bytes.
  public var seed: UInt64 = 0
  /// The channel name of `play`.
  public var channelName: String
  /// Whether the app chose ``channelName``. If not, it is a stand-in, such as the path of the
  /// input, and no warning is given about its length.
  public var isChannelNamed = true
  /// The argument of `init`. Without `appname` the name is `id3tap`.
  public var appInfo: [String: String] = [
    "appid": "P00000000-0000-0000-0000-000000000000", "appname": "id3tap", "appversion": "1.0",
  ]
  /// The argument of `loadMetadata`.
  public var metadata: [String: String] = ["type": "content", "adModel": "1"]
  /// Hosts, thresholds, templates, and the products that make pings.
  public var configuration = EngineConfiguration()
  /// The fields of pings about the device.
  public var device = DeviceProfile()
  /// The flavour of the SDK, and the operating system's setting for tracking.
  public var privacy = PrivacySettings()

  /// The store that keeps identities from one stream to the next. Nil: each stream has its own.
  public var store: (any IdentityStore)?
  /// Keeps the pings until they are sent. Nil: pings are not sent.
  public var journal: (any PingJournal)?

  /// Answers time-shift lookups. The player waits for each answer before it continues, so that the
  /// same answers give the same pings. Nil: the configuration answers, or there is no answer.
  public var timeShift: TimeShiftResponder?

  /// The log of the engine; nil: nothing is logged, not even what `nol_devDebug` asks for.
  public var log: Logger?

  /// What the viewer does; nil: the stream is watched from its start to its end. Playheads,
  /// appInfo, channel and content of the scenario replace those of the options.
  public var scenario: Scenario?

  /// The calls that the app makes; nil: the calls that playing a stream needs.
  public var calls: CallList?

  /// Called when a scenario or a list of calls takes the app offline (`false`) or online again.
  /// `time` is in Unix seconds of the clock. Called on the thread that feeds the player.
  public var onConnection: @Sendable (_ isOnline: Bool, _ time: Int64) -> Void = { _, _ in }

  /// The name of the process, which is used when appInfo has no `appname`.
  static let processName = "id3tap"

  /// Makes options with the channel name `channelName`.
  public init(channelName: String) { self.channelName = channelName }

  /// The options for a run that stores, sends, logs and asks nothing.
  var silent: PlaybackOptions {
    var options = self
    (options.store, options.journal, options.log, options.timeShift) = (nil, nil, nil, nil)
    return options
  }

  /// The log at its lowest level: the engine has already selected the lines. Nil: there is no log.
  var unfilteredLog: Logger? {
    var log = log
    log?.logLevel = .trace
    return log
  }

  /// The options with the values of the scenario.
  package var withScenario: PlaybackOptions {
    guard let scenario else { return self }
    var options = self
    options.playhead = scenario.playhead ?? playhead
    options.start = start ?? scenario.start
    options.appInfo = scenario.appInfo ?? appInfo
    options.metadata = scenario.content ?? metadata
    options.device = scenario.device ?? device
    options.privacy = scenario.privacy ?? privacy
    if let audio = scenario.measuresAudio { options.configuration.products.audio = audio }
    return options
  }
}

/// The products that metadata asks for and that are not measured.
package enum UnmeasuredProducts {
  /// One line for each unmeasured product that the metadata asks for.
  package static func notices(of metadata: [[String: String]], measuresAudio: Bool) -> [String] {
    var lines: [String] = []
    if !measuresAudio, metadata.contains(where: { $0["type"] == "radio" }) {
      lines.append(
        "audio ('radio') is not measured as such: no ping is made of its playheads, and its tags are measured as those "
          + "of a video: turn on products.audio in --config, whose pings have a form of our own"
      )
    }
    if metadata.contains(where: { $0["ocrtag"] != nil }) {
      lines.append("ad ratings (DAR) are not measured: 'ocrtag' has no effect")
    }
    return lines
  }
}
