/// The visible state of a player at one moment.
struct PlayerPicture: Sendable {
  /// The version of the SDK.
  var version = ""
  /// The names of the channels.
  var channels: [String] = []
  /// The channel that is chosen.
  var channel = 0
  var phase = PlayerSession.Phase.stopped
  /// Whether the stream is waited for.
  var isStalled = false
  /// The last second that was played; -1 before the first.
  var position: Int64 = -1
  /// The last second there is; nil while it is not known.
  var lastSecond: Int64?
  /// Seconds that have been read.
  var reached = 0.0
  var screen = PlayerSession.Screen.none
  var isOptedOut = false
  /// The latest first.
  var tags: [SentTag] = []
  var log = PlayerLog()
  /// The number of the last line of the log to show; nil: the latest.
  var lastShownLine: Int?
  var panel = PlayerController.Panel.log
  var information: [(name: String, value: String)] = []
  var optOutURL = ""
}

extension PlayerController {
  /// The visible state now.
  var picture: PlayerPicture {
    var picture = PlayerPicture()
    picture.version = session.engine.read(\.meterVersion) ?? ""
    picture.channels = session.channels.map(\.name)
    picture.channel = session.channelIndex
    picture.phase = session.phase
    picture.isStalled = session.isStalled
    picture.position = session.position
    picture.lastSecond = session.feed?.end?.lastSecond
    picture.reached = session.feed?.reached ?? 0
    picture.screen = session.screen
    picture.isOptedOut = session.isOptedOut
    picture.tags = session.sentTags
    picture.log = session.log
    picture.lastShownLine = lastShownLine
    picture.panel = panel
    if panel == .info { picture.information = session.information }
    if panel == .optOut { picture.optOutURL = session.optOutURL }
    return picture
  }
}
