import TimedMetadata

/// How a player handles timed ID3: a list of facts, each with its source.
struct PlayerPolicy: Sendable, Hashable {
  let player: PlayerName
  /// Other names of the player, with their own version numbers.
  let aliases: [PlayerName]
  let basis: Basis
  /// The carriages that the facts cover.
  let carriages: Set<Carriage>
  let facts: [PlayerFact]

  enum Basis: String, Sendable {
    /// The player's code was run on faulty streams.
    case run
    /// The player's code was read.
    case read
    /// The vendor's documentation was read.
    case documents
  }

  init(
    _ player: PlayerName,
    aliases: [PlayerName] = [],
    _ basis: Basis,
    carriages: Set<Carriage>,
    _ facts: [PlayerFact]
  ) {
    (self.player, self.aliases) = (player, aliases)
    (self.basis, self.carriages, self.facts) = (basis, carriages, facts)
  }

  var name: String { player.label }

  var names: [PlayerName] { [player] + aliases }

  /// The name whose version numbers the facts use.
  var numbering: PlayerName { names.first { $0.factVersions.isEmpty } ?? player }

  /// The versions in which a behaviour ends, latest first.
  var ends: [PlayerVersion] { Set(facts.compactMap(\.end)).sorted(by: >) }

  var newestFacts: [PlayerFact] { facts(of: numbering.newest) }

  /// Returns the facts about a version in the numbering of the facts.
  func facts(of version: PlayerVersion) -> [PlayerFact] { facts.filter { $0.holds(in: version) } }

  /// Returns the facts about the last version before `end`.
  func facts(before end: PlayerVersion) -> [PlayerFact] { facts.filter { $0.holds(before: end) } }
}

/// One fact of a policy: a behaviour and the versions that have it.
struct PlayerFact: Sendable, Hashable {
  let behaviour: PlayerBehaviour
  /// The place in source code or in a document that shows the behaviour.
  let source: String
  /// The first version with the behaviour; nil if all versions before `end` have it.
  var start: PlayerVersion?
  /// The first version without the behaviour; nil if no such version is known.
  var end: PlayerVersion?
  /// Whether the behaviour also affects correct streams. If so, its effects are not faults of the stream.
  var isLimitation = false

  init(
    _ behaviour: PlayerBehaviour,
    _ source: String,
    from start: PlayerVersion? = nil,
    before end: PlayerVersion? = nil,
    isLimitation: Bool = false
  ) {
    (self.behaviour, self.source) = (behaviour, source)
    (self.start, self.end, self.isLimitation) = (start, end, isLimitation)
  }

  func holds(in version: PlayerVersion) -> Bool {
    start.map { $0 <= version } ?? true && end.map { version < $0 } ?? true
  }

  /// Whether the last version before `version` has the behaviour.
  func holds(before version: PlayerVersion) -> Bool {
    start.map { $0 < version } ?? true && end.map { version <= $0 } ?? true
  }
}

/// The version of a player, such as `1.7` or `1.6.19`.
struct PlayerVersion: Sendable, Hashable, Comparable, ExpressibleByArrayLiteral,
  CustomStringConvertible
{
  private let numbers: [Int]

  init(arrayLiteral numbers: Int...) { self.numbers = numbers }

  /// Parses one to four numbers below a million, separated by dots; nil for any other text.
  init?(_ text: some StringProtocol) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { Int($0) }
    guard (1...4).contains(parts.count), numbers.count == parts.count,
      numbers.allSatisfy({ (0..<1_000_000).contains($0) })
    else { return nil }
    self.numbers = numbers
  }

  /// Whether the version has no numbers, because versions are not distinguished.
  var isEmpty: Bool { numbers.isEmpty }

  /// Whether the version starts with all numbers of another version: `1.6.19` starts with `1.6`.
  func isA(_ version: PlayerVersion) -> Bool { numbers.starts(with: version.numbers) }

  var description: String { numbers.map(String.init).joined(separator: ".") }

  static func < (left: Self, right: Self) -> Bool {
    left.numbers.lexicographicallyPrecedes(right.numbers)
  }
}
