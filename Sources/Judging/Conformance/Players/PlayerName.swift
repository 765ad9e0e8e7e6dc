/// A name of a player with the version numbers that belong to it, such as those of ExoPlayer, whose 2.19.1 is
/// older than media3 1.10.
struct PlayerName: Sendable, Hashable {
  /// The name in messages; `--player` takes it in any case.
  let label: String
  /// Other spellings that `--player` takes, in lower case.
  let spellings: [String]
  /// The newest version known; empty where versions are not distinguished.
  let newest: PlayerVersion
  /// The versions whose code was run or read, the oldest first.
  let examined: [PlayerVersion]
  /// From each of these versions on, the version that the facts are numbered by; empty where that is the
  /// same.
  let factVersions: [PlayerVersion: PlayerVersion]
  /// No version comes after the newest.
  let hasEnded: Bool

  init(
    _ label: String,
    _ spellings: [String] = [],
    newest: PlayerVersion = [],
    examined: [PlayerVersion] = [],
    factVersions: [PlayerVersion: PlayerVersion] = [:],
    hasEnded: Bool = false
  ) {
    (self.label, self.spellings) = (label, spellings)
    (self.newest, self.examined) = (newest, examined)
    (self.factVersions, self.hasEnded) = (factVersions, hasEnded)
  }

  /// Whether a text in lower case is this name.
  func isSpelled(_ text: String) -> Bool { label.lowercased() == text || spellings.contains(text) }

  /// The newest known version of those that a number means, `1.6.19` for `1.6`; for an unknown one the number
  /// itself.
  func known(_ version: PlayerVersion) -> PlayerVersion {
    ([newest] + examined).last { $0.isA(version) } ?? version
  }

  /// The version that the facts are numbered by; nil: this name has no such version, or what it does is not
  /// known.
  func factVersion(_ version: PlayerVersion) -> PlayerVersion? {
    if hasEnded, newest < version { return nil }
    guard !factVersions.isEmpty else { return version }
    return factVersions.keys.filter { $0 <= version }.max().flatMap { factVersions[$0] }
  }

  /// The versions that are known, in words: `2 to 2.19.1`, `7 and later`.
  var knownVersions: String {
    let first = factVersions.keys.min()?.description ?? ""
    return hasEnded ? "\(first) to \(newest)" : "\(first) and later"
  }
}
