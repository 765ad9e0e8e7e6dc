import Formats
import Playback

/// The channels that a JSON file lists:
///
///     { "version": 1, "channels": [
///         { "name": "News", "url": "https://example.com/news.m3u8", "playhead": "live" },
///         { "url": "film.ts", "metadata": { "assetid": "film-1", "title": "A film", "length": "5400" } } ] }
///
/// Only `url` is needed: a URL, or a path, which counts from the folder of the file. `metadata` is the
/// argument of `loadMetadata`, `channelInfo` that of `play`; numbers and truth values become texts. With `"ads": true`
/// the breaks that its playlists mark are played as ads.
package enum ChannelList {
  /// The largest file that is read, in bytes.
  package static let sizeLimit = 1 << 20
  /// The number of channels that are listed at most.
  package static let countLimit = 1000

  /// Reads a list.
  /// - Throws: ``ScenarioError`` with the line and the field.
  package static func read(_ bytes: [UInt8]) throws(ScenarioError) -> [PlayerChannel] {
    guard bytes.count <= sizeLimit else {
      throw ScenarioError(line: 1, "the list is larger than \(sizeLimit) bytes")
    }
    var fields = try ScenarioFields(try LocatedJSON.read(bytes), path: "")
    guard try fields.seconds("version", in: 0...Int64.max) == 1 else {
      throw fields.error("version", "must be 1, the only version there is")
    }
    let list = try fields.list("channels")
    guard (1...countLimit).contains(list.count) else {
      throw fields.error("channels", "must list 1 to \(countLimit) channels")
    }
    let channels = try list.map { (json, path) throws(ScenarioError) in
      try channel(json, path: path)
    }
    try fields.finish()
    return channels
  }

  /// Where a list gives a number or a truth value for what the SDK requires as a text, one line each.
  package static func notices(_ bytes: [UInt8]) -> [String] {
    guard let list = try? LocatedJSON.read(bytes), case .object(let members) = list.value,
      case .array(let channels) = members.first(where: { $0.name == "channels" })?.value.value
    else { return [] }
    return channels.enumerated().flatMap { index, channel -> [String] in
      guard case .object(let fields) = channel.value else { return [] }
      return fields.filter { ["channelInfo", "metadata"].contains($0.name) }.flatMap {
        ScenarioNotices.conversions(in: $0.value, path: "channels[\(index)].\($0.name)")
      }
    }
  }

  private static func channel(
    _ json: LocatedJSON,
    path: String
  ) throws(ScenarioError) -> PlayerChannel {
    var fields = try ScenarioFields(json, path: path)
    let channel = PlayerChannel(
      name: try fields.text("name").flatMap { $0.isEmpty ? nil : $0 },
      url: try fields.neededText("url"),
      playhead: try fields.choice("playhead"),
      ads: try fields.truth("ads"),
      channelInfo: try fields.texts("channelInfo"),
      metadata: try fields.texts("metadata")
    )
    try fields.finish()
    return channel
  }
}
