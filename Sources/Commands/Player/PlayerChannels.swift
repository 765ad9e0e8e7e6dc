import ArgumentParser
import Formats
import Playback
import TerminalPlayer

/// The channels of a player and their streams, in the same order.
struct PlayerChannels {
  private(set) var channels: [PlayerChannel] = []
  private(set) var members: [InputGroup.Member] = []
  /// Notes about a list, one line each.
  private(set) var notices: [String] = []

  /// A channel that cannot be played: the reason and the remedy.
  struct Problem: Error, CustomStringConvertible {
    var description: String
  }

  /// Adds the streams that an argument represents.
  mutating func add(
    argument: String,
    joins: Bool = false,
    as content: PlayedContentOptions
  ) throws(Problem) {
    let metadata = content.metadata?.values
    for group in InputExpansion.groups(for: [argument], joins: joins) {
      if let problem = group.problems.first { throw Problem(description: problem) }
      guard !group.members.isEmpty else {
        throw Problem(description: "\(argument): holds no stream: name one")
      }
      for member in group.members {
        // The channel's name is that of `id3tap pings`, so that the pings are the same.
        let info = ["channelName": content.channel ?? member.name]
        try add(PlayerChannel(url: member.name, channelInfo: info, metadata: metadata), member)
      }
    }
  }

  /// Adds the channels that a file lists, or a document on a web server.
  mutating func add(listAt place: String, _ fetching: FetchSettings) throws(Problem) {
    let address = InputURL.scheme(of: place).flatMap { InputURL(place, scheme: $0) }
    let name = address?.name ?? place
    let list: [PlayerChannel]
    do {
      let bytes = try Self.bytes(place, address, fetching)
      list = try ChannelList.read(bytes)
      notices += ChannelList.notices(bytes).map { "\(name): \($0)" }
    } catch let error as Problem {
      throw error
    } catch {
      throw Problem(description: "\(name): \(error)")
    }
    for channel in list {
      let path = try Self.place(of: channel.url, inListAt: place, address)
      switch InputExpansion.find(FileName(path)) {
      case .input(let member):
        var channel = channel
        channel.url = member.name
        try add(channel, member)
      case .directory, .matches:
        throw Problem(
          description:
            "\(name): \(InputURL.shown(channel.url)): is not one stream: name a file or a URL"
        )
      case .nothing(let problem):
        throw Problem(description: "\(name): \(InputURL.shown(channel.url)): \(problem)")
      }
    }
  }

  private static func bytes(
    _ place: String,
    _ address: InputURL?,
    _ fetching: FetchSettings
  ) throws(Problem) -> [UInt8] {
    guard let address else {
      do {
        return try SmallFile.bytes(of: place, upTo: ChannelList.sizeLimit)
      } catch {
        throw Problem(description: "\(place): \(error): name a file with a list of channels")
      }
    }
    guard address.kind == .web else {
      throw Problem(description: "\(address.name): is not a list: name a file or an HTTP URL")
    }
    do {
      let download = SmallDownload(url: address, loader: fetching.listLoader(of: address.text))
      return try download.bytes(upTo: ChannelList.sizeLimit)
    } catch {
      throw Problem(description: "\(address.name): \(error.reason): \(error.remedy)")
    }
  }

  /// Where a channel of a list is. Relative names count from the list; a list from a server cannot name
  /// files of this machine.
  private static func place(
    of url: String,
    inListAt place: String,
    _ address: InputURL?
  ) throws(Problem) -> String {
    if let scheme = InputURL.scheme(of: url) {
      guard address == nil || InputURL(url, scheme: scheme) != nil else {
        throw Problem(
          description:
            "\(address?.name ?? place): \(InputURL.shown(url)): name a URL of http, https or a feed"
        )
      }
      return url
    }
    guard let address, let authority = URLAuthority(of: address.text) else {
      let folder = place.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(place[...$0]) } ?? ""
      return url.hasPrefix("/") || url == "-" ? url : folder + url
    }
    let text = address.text
    let root = text[..<authority.range.upperBound]
    if url.hasPrefix("//") { return text[authority.scheme] + ":" + url }
    if url.hasPrefix("/") { return root + url }
    let path = text.utf8[root.endIndex...].prefix { !"?#".utf8.contains($0) }
    let folder = path.lastIndex(of: UInt8(ascii: "/")).map { text[...$0] } ?? root + "/"
    return folder + url
  }

  private mutating func add(
    _ channel: PlayerChannel,
    _ member: InputGroup.Member
  ) throws(Problem) {
    guard member != .standardInput else {
      throw Problem(description: "-: a channel is opened again and again: name a file or a URL")
    }
    channels.append(channel)
    members.append(member)
  }
}
