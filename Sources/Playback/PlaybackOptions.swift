import NielsenAppApi

/// How a stream is played through the engine.
public struct PlaybackOptions: Sendable {
  /// What the playheads are.
  public enum Playhead: String, CaseIterable, Sendable {
    /// Seconds from the start of the stream.
    case vod
    /// Unix seconds: the start of the clock plus the seconds from the start of the stream.
    case live
  }

  /// What the playheads are.
  public var playhead = Playhead.vod
  /// The clock at second 0 in Unix seconds, 0 to 4,102,444,800 (the year 2100). Nil: the stream says
  /// it, see ``ClockStart``.
  public var start: Int64?
  /// Seeds the random ids: the same seed and the same tags give the same bytes.
  public var seed: UInt64 = 0
  /// The channel name of `play`.
  public var channelName: String
  /// The argument of `init`.
  public var appInfo: [String: String] = [
    "appid": "P00000000-0000-0000-0000-000000000000", "appname": "id3tap", "appversion": "1.0",
  ]
  /// The argument of `loadMetadata`.
  public var metadata: [String: String] = ["type": "content", "adModel": "1"]
  /// Hosts, thresholds, templates; the products to make pings of.
  public var configuration = EngineConfiguration()
  /// What the pings say about the device.
  public var device = DeviceProfile()

  /// Makes the options of a linear channel called `channelName`.
  public init(channelName: String) { self.channelName = channelName }
}
