import Formats

/// A player selected with `--player`, such as `hls.js@1.6`.
public struct PlayerChoice: Sendable, Hashable {
  /// The display name of the player, such as `Video.js` for the argument `videojs`.
  public var name: String { player.label }

  private let policy: PlayerPolicy
  private let player: PlayerName
  /// The version that the user asked for; nil for the newest known version.
  private let asked: PlayerVersion?
  /// The version, translated to the numbering of the facts.
  private let factVersion: PlayerVersion

  /// The names of all players, without their aliases.
  public static var names: [String] { PlayerPolicy.all.map(\.name) }

  /// Every player in its newest known version.
  public static var all: [PlayerChoice] {
    PlayerPolicy.all.compactMap { PlayerChoice($0, $0.player, version: nil) }
  }

  /// Parses a comma-separated list of players, each with an optional version after `@`. `all` means
  /// every player and takes no version.
  public static func list(_ text: String) throws(PlayerChoiceError) -> [PlayerChoice] {
    var choices: [PlayerChoice] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let named = part.lowercased() == "all" ? all : [try PlayerChoice(part)]
      choices += named.filter { !choices.contains($0) }
    }
    return choices
  }

  /// Creates a choice; nil if the player has no such version, or if the behaviour of the version is unknown.
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

  /// The version that is judged; nil if the player has no versions and the user gave none.
  var version: String? {
    let version = asked ?? player.newest
    return version.isEmpty ? nil : version.description
  }

  /// What an unexamined version is judged as: an examined version with the same facts (`VHS 3.17.4`), the versions
  /// before a known change (`media3 before 1.10`), or any version. Nil if the version was examined, or if versions are
  /// not distinguished.
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

/// An unknown player, or an unknown version of a player.
public struct PlayerChoiceError: Error, Sendable, CustomStringConvertible {
  let text: String
  let problem: Problem

  enum Problem: Sendable {
    /// No player has this name.
    case player
    /// The version does not consist of numbers.
    case number
    /// The player has no such version, or the behaviour of the version is unknown.
    case version(PlayerPolicy, PlayerName)
  }

  /// A message with the problem and the valid values.
  public var description: String {
    switch problem {
    case .number:
      return "'\(text)' has no valid version after '@': write it as numbers, such as 'hls.js@1.6'"
    case .version(let policy, let player):
      return "'\(text)' is not a known version: the known versions of \(player.label) are "
        + player.knownVersions + (player.hasEnded ? "; its successor is '\(policy.name)'" : "")
    case .player:
      let names = PlayerPolicy.all.flatMap(\.names).map(\.label)
      let near = NearestName.of(text, in: names).map { "; did you mean '\($0)'?" } ?? ""
      return "'\(text)' is not a known player: use 'all', or one or more of "
        + names.map { "'\($0)'" }.joined(separator: ", ") + near
    }
  }
}
