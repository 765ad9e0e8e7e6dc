import Formats

/// A player that `--player` names, such as `hls.js@1.6`.
public struct PlayerChoice: Sendable, Hashable {
  /// The name of the player, as it was asked for.
  public var name: String { player.label }

  private let policy: PlayerPolicy
  private let player: PlayerName
  /// The version asked for; nil: the newest known.
  private let asked: PlayerVersion?
  /// The version in the numbering of the facts.
  private let factVersion: PlayerVersion

  /// The names of all players.
  public static var names: [String] { PlayerPolicy.all.map(\.name) }

  /// Every player, in the newest version known.
  public static var all: [PlayerChoice] {
    PlayerPolicy.all.compactMap { PlayerChoice($0, $0.player, version: nil) }
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

  /// Nil: the player has no such version, or what it does is not known.
  private init?(_ policy: PlayerPolicy, _ player: PlayerName, version: PlayerVersion?) {
    guard let factVersion = player.factVersion(player.known(version ?? player.newest)) else {
      return nil
    }
    (self.policy, self.player) = (policy, player)
    (asked, self.factVersion) = (version, factVersion)
  }

  private init(_ text: Substring) throws(PlayerChoiceError) {
    let parts = text.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
    let name = parts.first.map { $0.lowercased() } ?? ""
    let named = PlayerPolicy.all.lazy.compactMap { policy in
      policy.names.first { $0.isSpelled(name) }.map { (policy, $0) }
    }.first
    guard let (policy, player) = named else {
      throw PlayerChoiceError(text: String(text), problem: .player)
    }
    var version: PlayerVersion?
    if parts.count > 1 {
      version = PlayerVersion(parts[1])
      if version == nil { throw PlayerChoiceError(text: String(text), problem: .number) }
    }
    guard let choice = PlayerChoice(policy, player, version: version) else {
      throw PlayerChoiceError(text: String(text), problem: .version(policy, player))
    }
    self = choice
  }

  var judge: PlayerJudge { PlayerJudge(policy, facts: policy.facts(of: factVersion)) }

  /// The version that is judged; nil where versions are not distinguished and none was asked for.
  var version: String? {
    let version = asked ?? player.newest
    return version.isEmpty ? nil : version.description
  }

  /// What a version that was not examined is judged as: an examined one with the same facts, `VHS 3.17.4`, or
  /// those before a known change, `media3 before 1.10`; nil: it was examined.
  var judgedAs: String? {
    let version = player.known(asked ?? player.newest)
    guard !version.isEmpty, !player.examined.contains(version) else { return nil }
    let facts = policy.facts(of: factVersion)
    for (name, version) in [(player, version), (policy.numbering, factVersion)] {
      let alike = name.examined.filter { name.factVersion($0).map(policy.facts(of:)) == facts }
      if let nearest = alike.first(where: { version <= $0 }) ?? alike.last {
        return "\(name.label) \(nearest)"
      }
    }
    guard let end = policy.ends.last(where: { factVersion < $0 }) else {
      return "\(player.label) of any version"
    }
    return "\(policy.numbering.label) before \(end)"
  }
}

/// A player, or a version of one, that is not known.
public struct PlayerChoiceError: Error, Sendable, CustomStringConvertible {
  let text: String
  let problem: Problem

  enum Problem: Sendable {
    /// No player has the name.
    case player
    /// The version is not made of numbers.
    case number
    /// The player has no such version, or what it does is not known.
    case version(PlayerPolicy, PlayerName)
  }

  /// The problem, and what is valid.
  public var description: String {
    switch problem {
    case .number:
      return "'\(text)' has no valid version after '@': write it as numbers, such as 'hls.js@1.6'"
    case .version(let policy, let player):
      return "'\(text)' is not a known version: \(player.label) is known in versions "
        + player.knownVersions + (player.hasEnded ? "; its successor is '\(policy.name)'" : "")
    case .player:
      let names = PlayerPolicy.all.flatMap(\.names).map(\.label)
      let near = NearestName.of(text, in: names).map { "; did you mean '\($0)'?" } ?? ""
      return "'\(text)' is not a known player: name 'all' or some of "
        + names.map { "'\($0)'" }.joined(separator: ", ") + near
    }
  }
}
