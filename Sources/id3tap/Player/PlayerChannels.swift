import ArgumentParser
import Playback
import TerminalPlayer

/// The channels of a player and their streams, in the same order.
struct PlayerChannels {
  private(set) var channels: [PlayerChannel] = []
  private(set) var members: [InputGroup.Member] = []
  /// What people should know of a list, one line each.
  private(set) var notices: [String] = []

  /// What cannot be played: what happened and what to do.
  struct Problem: Error, CustomStringConvertible {
    var description: String
  }

  /// Adds the streams that an argument stands for.
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

  /// Adds the channels that a file lists.
  mutating func add(listAt path: String) throws(Problem) {
    let bytes: [UInt8]
    do {
      bytes = try SmallFile.bytes(of: path, upTo: ChannelList.sizeLimit)
    } catch {
      throw Problem(description: "\(path): \(error): name a file with a list of channels")
    }
    let list: [PlayerChannel]
    do {
      list = try ChannelList.read(bytes)
    } catch {
      throw Problem(description: "\(path): \(error)")
    }
    notices += ChannelList.notices(bytes).map { "\(path): \($0)" }
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    for channel in list {
      let url = channel.url
      let isPath = InputURL.scheme(of: url) == nil
      let name = FileName(isPath && !url.hasPrefix("/") && url != "-" ? folder + url : url)
      switch InputExpansion.find(name) {
      case .input(let member):
        var channel = channel
        channel.url = member.name
        try add(channel, member)
      case .directory, .matches:
        throw Problem(description: "\(path): \(url): is not one stream: name a file or a URL")
      case .nothing(let problem):
        throw Problem(description: "\(path): \(url): \(problem)")
      }
    }
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
