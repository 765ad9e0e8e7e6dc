import Logging
import NielsenAppApi

/// The settings for playing a stream through the engine. Playback does not advance after its task is cancelled.
public struct PlaybackOptions: Sendable {
  /// The kinds of playheads.
  public enum Playhead: String, CaseIterable, Sendable {
    /// Seconds from the start of the content or ad.
    case vod
    /// Unix seconds: the start of the clock plus the position in the stream. A scenario's ads have `vod` playheads.
    case live
  }

  /// The kind of playheads that the player passes to the engine.
  public var playhead = Playhead.vod
  /// The time of the clock at second 0, in Unix seconds from 0 to 4,102,444,800 (the year 2100). Live playheads need
  /// at least 1,000,000,000, because the engine reads smaller playheads as seconds of an asset.
  ///
  /// Nil means that the scenario, the list of calls or the stream determines the time. A stream does so with the tags
  /// at its start. The first choice is the first unencrypted last tag time minus the whole seconds of the tag's stream
  /// time, so that this tag is sent at its own time. The second choice is the first wall clock minus the tag's stream
  /// time; the third is 2000-01-01T00:00:00Z. For live playheads the result is at least 1,000,000,000.
  public var start: Int64?
  /// Whether the stream's ad breaks are played as ads: with `stop`, `loadMetadata` of the ad, its playheads, `stop` and
  /// `loadMetadata` of the content. Ignored for a list of calls.
  public var playsAds = false
  /// The seed of the random ids.
  public var seed: UInt64 = 0
  /// The channel name of `play`.
  public var channelName: String
  /// Whether the app chose ``channelName``. A default, such as the path of the input, causes no
  /// warning about its length.
  public var isChannelNamed = true
  /// The argument of `init`. Without `appname`, the name is `id3tap`.
  public var appInfo: [String: String] = [
    "appid": "P00000000-0000-0000-0000-000000000000", "appname": "id3tap", "appversion": "1.0",
  ]
  /// The argument of `loadMetadata` for the content.
  public var metadata: [String: String] = ["type": "content", "adModel": "1"]
  /// Hosts, thresholds, templates, and the products that make pings.
  public var configuration = EngineConfiguration()
  /// The ping fields that describe the device.
  public var device = DeviceProfile()
  /// The SDK flavour and the tracking setting of the operating system.
  public var privacy = PrivacySettings()

  /// The store that keeps identities across streams. Nil means a separate store for each stream.
  public var store: (any IdentityStore)?
  /// Keeps the pings until they are sent. Nil means that pings are not sent.
  public var journal: (any PingJournal)?

  /// Answers time-shift lookups. The player waits for each answer, so that the same answers make
  /// identical pings. Nil means that the configuration answers, or that lookups stay unanswered.
  public var timeShift: TimeShiftResponder?

  /// The log of the engine. Nil means that nothing is logged, even with `nol_devDebug`.
  public var log: Logger?

  /// The actions of the viewer; nil means watching from start to end. Values that the scenario gives replace the values
  /// in the options, except that ``start`` takes precedence over the scenario's start.
  public var scenario: Scenario?

  /// The calls of the app; nil means the calls for playing a stream.
  public var calls: CallList?

  /// Called when a scenario or a list of calls takes the app offline (`false`) or online again, at
  /// `time` in Unix seconds of the clock. Called on the thread that feeds the player.
  public var onConnection: @Sendable (_ isOnline: Bool, _ time: Int64) -> Void = { _, _ in }

  static let processName = "id3tap"

  /// Makes options with the channel name `channelName`.
  public init(channelName: String) { self.channelName = channelName }

  /// The options without store, journal, log and time-shift responder.
  var silent: PlaybackOptions {
    var options = self
    (options.store, options.journal, options.log, options.timeShift) = (nil, nil, nil, nil)
    return options
  }

  /// The log at its lowest level, because the engine has already selected the lines; nil if there is no log.
  var unfilteredLog: Logger? {
    var log = log
    log?.logLevel = .trace
    return log
  }

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

/// Products that the metadata asks for but that are not measured.
package enum UnmeasuredProducts {
  /// One line for each unmeasured product that the metadata asks for.
  package static func notices(of metadata: [[String: String]], measuresAudio: Bool) -> [String] {
    var lines: [String] = []
    if !measuresAudio, metadata.contains(where: { $0["type"] == "radio" }) {
      lines.append(
        "audio ('radio') is not measured as audio: its playheads make no ping, and its tags are measured like those "
          + "of video: turn on products.audio in --config (the format of its pings is unofficial)"
      )
    }
    if metadata.contains(where: { $0["ocrtag"] != nil }) {
      lines.append("ad ratings (DAR) are not measured: 'ocrtag' has no effect")
    }
    return lines
  }
}
