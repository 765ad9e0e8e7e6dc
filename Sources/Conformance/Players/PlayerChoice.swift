/// A player that `--player` names, such as `hls.js@1.6`.
public struct PlayerChoice: Sendable, Hashable {
  /// The name of the player.
  public let name: String
  /// The version; nil: the latest known.
  let version: PlayerVersion?

  /// The names of all players.
  public static var names: [String] { PlayerPolicy.all.map(\.name) }

  /// Every player, in the latest version known.
  public static var all: [PlayerChoice] {
    PlayerPolicy.all.map { PlayerChoice(name: $0.name, version: nil) }
  }

  /// Reads names between commas, each with or without a version after `@`; `all`, which takes no
  /// version, represents every player.
  public static func list(_ text: String) throws(PlayerChoiceError) -> [PlayerChoice] {
    var choices: [PlayerChoice] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let named = part.lowercased() == "all" ? all : [try PlayerChoice(part)]
      choices += named.filter { !choices.contains($0) }
    }
    return choices
  }

  private init(name: String, version: PlayerVersion?) {
    (self.name, self.version) = (name, version)
  }

  private init(_ text: Substring) throws(PlayerChoiceError) {
    let parts = text.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
    let name = parts.first.map { $0.lowercased() } ?? ""
    guard let policy = PlayerPolicy.all.first(where: { $0.isCalled(name) }) else {
      throw PlayerChoiceError(text: String(text), isVersion: false)
    }
    var version: PlayerVersion?
    if parts.count > 1 {
      guard let number = PlayerVersion(parts[1]) else {
        throw PlayerChoiceError(text: String(text), isVersion: true)
      }
      version = number
    }
    self.init(name: policy.name, version: version)
  }

  var judge: PlayerJudge? {
    PlayerPolicy.all.first { $0.name == name }.map { PlayerJudge($0, version: version) }
  }
}

/// A player that is not known.
public struct PlayerChoiceError: Error, Sendable, CustomStringConvertible {
  let text: String
  let isVersion: Bool

  /// The problem, and the valid names.
  public var description: String {
    guard !isVersion else {
      return "'\(text)' has no valid version after '@': write it as numbers, such as 'hls.js@1.6'"
    }
    let near = NearestName.of(text, in: PlayerChoice.names).map { "; did you mean '\($0)'?" } ?? ""
    return "'\(text)' is not a known player: name 'all' or some of "
      + PlayerChoice.names.map { "'\($0)'" }.joined(separator: ", ") + near
  }
}

extension PlayerPolicy {
  /// Whether a name in lower case is one of the player's.
  fileprivate func isCalled(_ text: String) -> Bool {
    name.lowercased() == text || aliases.contains(text)
  }
}
