import Logging
import NielsenAppApi

/// How a stream is played through the engine. Cancelling the task ends the watching there, as if the viewer left.
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
  /// The clock at second 0 in Unix seconds, 0 to 4,102,444,800 (the year 2100); for live playheads
  /// from 1,000,000,000 on, as the engine takes smaller ones for seconds of an asset.
  ///
  /// Nil: the stream says it. The clear last tag time of the first tag that has one and a time in
  /// the stream, minus the whole seconds of that time, so that the tag is sent at its own time; else
  /// the wall clock of the first tag that has one, minus its time; else 2000-01-01T00:00:00Z. For
  /// live playheads it is not earlier than 1,000,000,000 (2001-09-09T01:46:40Z).
  public var start: Int64?
  /// Whether the ad breaks that playlists mark are played as ads: `stop`, `loadMetadata` of the ad, its
  /// playheads from 0, `stop`, `loadMetadata` of the content, which continues where it was left.
  public var playsAds = false
  /// Seeds the random ids: the same seed and the same tags give the same bytes.
  public var seed: UInt64 = 0
  /// The channel name of `play`.
  public var channelName: String
  /// Whether ``channelName`` is the app's. Otherwise it stands for a name, such as the path of the input: its length
  /// is no fault of the app.
  public var isChannelNamed = true
  /// The argument of `init`. Without `appname` the name is `id3tap`.
  public var appInfo: [String: String] = [
    "appid": "P00000000-0000-0000-0000-000000000000", "appname": "id3tap", "appversion": "1.0",
  ]
  /// The argument of `loadMetadata`.
  public var metadata: [String: String] = ["type": "content", "adModel": "1"]
  /// Hosts, thresholds, templates; the products to make pings of.
  public var configuration = EngineConfiguration()
  /// The fields of pings about the device.
  public var device = DeviceProfile()
  /// The flavour of the SDK, and what the system says about tracking.
  public var privacy = PrivacySettings()

  /// Where identities are kept from one stream to the next. Nil: each stream has its own.
  public var store: (any IdentityStore)?
  /// Keeps the pings until they are sent. Nil: none is sent.
  public var journal: (any PingJournal)?

  /// Answers time-shift lookups: the player waits for each answer before it continues, so that the same
  /// answers give the same pings. Nil: the configuration answers, or there is no answer.
  public var timeShift: TimeShiftResponder?

  /// Where the engine writes its log; nil: nowhere, not even what `nol_devDebug` asks for.
  public var log: Logger?

  /// The scenario of the viewer; nil: the stream is watched from its start to its end. Playheads, appInfo,
  /// channel and content of the scenario replace those of the options.
  public var scenario: Scenario?

  /// The calls that the app makes; nil: those that playing a stream needs.
  public var calls: CallList?

  /// Called, as far as a scenario says it, when the app goes offline (`false`) or is online again. `time` is in
  /// Unix seconds of the clock. Called on the thread that feeds the player, in turn.
  public var onConnection: @Sendable (_ isOnline: Bool, _ time: Int64) -> Void = { _, _ in }

  /// Used when `appname` is missing.
  static let processName = "id3tap"

  /// Makes the options of a linear channel called `channelName`.
  public init(channelName: String) { self.channelName = channelName }

  /// The options of a run of which nothing is kept, sent, logged or asked.
  var silent: PlaybackOptions {
    var options = self
    (options.store, options.journal, options.log, options.timeShift) = (nil, nil, nil, nil)
    return options
  }

  /// The log for every line: the engine selects them.
  var unfilteredLog: Logger? {
    var log = log
    log?.logLevel = .trace
    return log
  }

  /// The options with what the scenario says.
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

/// Products that metadata asks to measure and that are not measured.
package enum UnmeasuredProducts {
  /// One line for each product that `metadata` is about.
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
