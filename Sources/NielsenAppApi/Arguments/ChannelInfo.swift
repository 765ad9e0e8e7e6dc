/// The values of `play` that describe the channel.
struct ChannelInfo: Sendable, Equatable {
  /// The channel name; nil when it is absent or blank.
  var name: String?
  /// The address of the media; empty when not given.
  var mediaURL: String
  /// Whether a name was given and is blank.
  var isNameBlank: Bool
  /// Remarks for the log.
  var warnings: [String]

  private static let nameLimit = 32
  fileprivate static let longName = "channelName is longer than \(nameLimit) characters"

  /// Reads channelInfo; nil when it is neither a dictionary nor a JSON object.
  init?(_ argument: CallArgument) {
    guard let object = ArgumentObject(argument, knownKeys: ["channelName", "mediaURL"]) else {
      return nil
    }
    warnings = object.warnings
    isNameBlank = object["channelName"]?.isBlank ?? false
    name = object.filled("channelName")
    mediaURL = object["mediaURL"] ?? ""
    if let name, name.count > Self.nameLimit { warnings.append(Self.longName) }
  }
}

extension Call {
  /// The warning of the log about a `play` with a long channel name.
  package static let longChannelName = "play: \(ChannelInfo.longName)"
}
