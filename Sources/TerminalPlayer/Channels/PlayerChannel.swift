import Playback

/// A channel of the player: a stream, and the metadata that an app gives to the SDK.
package struct PlayerChannel: Sendable, Equatable {
  /// The name on the screen.
  package var name: String
  /// The path or the URL of the stream.
  package var url: String
  /// The kind of playheads; nil: that of the player's options.
  package var playhead: PlaybackOptions.Playhead?
  /// Whether the breaks that its playlists mark are played as ads; nil: what the options of the player say.
  package var ads: Bool?
  /// The argument of `play`.
  package var channelInfo: [String: String]
  /// The argument of `loadMetadata`.
  package var metadata: [String: String]

  /// Whether it is audio alone, which plays without a screen.
  package var isAudio: Bool { metadata["type"] == "radio" }

  /// Linear content without a name: what tags need to be measured.
  package static let standardMetadata = ["type": "content", "adModel": "1"]

  /// Makes a channel.
  ///
  /// - Parameters:
  ///   - name: The name on the screen; nil: what the URL ends with.
  ///   - url: The path or the URL of the stream.
  ///   - playhead: The kind of playheads; nil: that of the player's options.
  ///   - ads: Whether marked breaks are played as ads; nil: what the options of the player say.
  ///   - channelInfo: The argument of `play`; nil: the name as `channelName`.
  ///   - metadata: The argument of `loadMetadata`; nil: ``standardMetadata``. Without `type` it is
  ///     `content`.
  package init(
    name: String? = nil,
    url: String,
    playhead: PlaybackOptions.Playhead? = nil,
    ads: Bool? = nil,
    channelInfo: [String: String]? = nil,
    metadata: [String: String]? = nil
  ) {
    let name = name ?? Self.name(of: url)
    self.name = name
    self.url = url
    self.playhead = playhead
    self.ads = ads
    self.channelInfo = ["channelName": name].merging(channelInfo ?? [:]) { $1 }
    self.metadata = metadata.map { ["type": "content"].merging($0) { $1 } } ?? Self.standardMetadata
  }

  /// The last part of a path or URL that says something.
  private static func name(of url: String) -> String {
    let path = url.prefix { $0 != "?" && $0 != "#" }
    return path.split(separator: "/").last.map(String.init) ?? url
  }
}
