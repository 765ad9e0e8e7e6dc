import ArgumentParser
import NielsenAppApi
import Playback

/// How channels are played: as `id3tap pings` plays streams.
struct PlayerPlaybackOptions: ParsableArguments {
  @OptionGroup var app: PlayedAppOptions

  @Option(
    help: "Whether playheads are seconds of the stream ('vod') or times of the day ('live')."
  )
  var playhead: PlaybackOptions.Playhead = .vod

  @Option(
    help: ArgumentHelp(
      "What the clock shows at the start, as Unix seconds or like 2017-04-06T13:03:03Z.",
      discussion:
        "Unless told otherwise the time of the day, and with --script 2023-11-14T22:13:20Z.",
      valueName: "time"
    ),
    transform: parseTime
  )
  var start: Int64?

  @Option(
    help: ArgumentHelp("Derive the random identifiers from this number.", valueName: "number")
  )
  var seed: UInt64 = 0

  @Option(
    help: ArgumentHelp(
      "Show only the pings of these products, separated by commas.",
      valueName: Ping.Product.allCases.map(\.rawValue).joined(separator: ",")
    ),
    completion: .list(Ping.Product.allCases.map(\.rawValue)),
    transform: parseProducts
  )
  var product: Set<Ping.Product>?

  @Option(
    help: ArgumentHelp(
      "Send the pings to this collector of your own: http://HOST:PORT, or file:///PATH.",
      discussion:
        "Nothing is sent otherwise, and never to where real measurement data is collected.",
      valueName: "url"
    ),
    transform: parseCollector
  )
  var collector: CollectorArgument?

  @Option(
    help: ArgumentHelp(
      "Keep identities, and pings that a collector has not received yet, in this directory.",
      valueName: "dir"
    ),
    completion: .directory,
    transform: parseDirectory
  )
  var store: String?

  func validate() throws { try playback().validate() }

  /// The same as options of `id3tap pings`.
  func playback() throws -> PlaybackArguments {
    var playback = try PlaybackArguments.parse([])
    playback.app = app
    playback.playhead = playhead
    playback.start = start
    playback.seed = seed
    playback.product = product
    playback.collector = collector
    playback.store = store
    return playback
  }
}
