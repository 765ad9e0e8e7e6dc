import TimedMetadata

/// The handling of timed ID3 by a player, one line for each fact with the place in its source.
struct PlayerPolicy: Sendable, Hashable {
  /// The name in reports.
  let player: PlayerName
  /// Other names, which have version numbers of their own.
  let aliases: [PlayerName]
  /// Where the knowledge comes from.
  let basis: Basis
  /// The carriages that the facts are about; nothing is known of others.
  let carriages: Set<Carriage>
  let facts: [PlayerFact]

  /// Where the knowledge of a player comes from.
  enum Basis: String, Sendable {
    /// Its code was run on faulty streams.
    case run
    /// Its code was read.
    case read
    /// Documents of its maker.
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

  /// The name of the player in messages.
  var name: String { player.label }

  /// Every name.
  var names: [PlayerName] { [player] + aliases }

  /// The name whose version numbers the facts have.
  var numbering: PlayerName { names.first { $0.factVersions.isEmpty } ?? player }

  /// The versions from which a behaviour ends, the latest first.
  var ends: [PlayerVersion] { Set(facts.compactMap(\.end)).sorted(by: >) }

  /// The facts of the newest version.
  var newestFacts: [PlayerFact] { facts(of: numbering.newest) }

  /// The facts of a version, numbered as the facts are.
  func facts(of version: PlayerVersion) -> [PlayerFact] { facts.filter { $0.holds(in: version) } }

  /// The facts of the last version before another.
  func facts(before end: PlayerVersion) -> [PlayerFact] { facts.filter { $0.holds(before: end) } }
}

/// A line of a policy.
struct PlayerFact: Sendable, Hashable {
  /// The behaviour of the player.
  let behaviour: PlayerBehaviour
  /// The place in its source, or in a document.
  let source: String
  /// The first version that does it; nil: all before `end`.
  var start: PlayerVersion?
  /// The first version that does not do it any more; nil: none.
  var end: PlayerVersion?
  /// Correct streams are concerned, too: no finding about the stream.
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

  /// Whether a version does it.
  func holds(in version: PlayerVersion) -> Bool {
    start.map { $0 <= version } ?? true && end.map { version < $0 } ?? true
  }

  /// Whether the last version before another does it.
  func holds(before version: PlayerVersion) -> Bool {
    start.map { $0 < version } ?? true && end.map { version <= $0 } ?? true
  }
}

/// The version of a player: its numbers, `1.7` or `1.6.19`.
struct PlayerVersion: Sendable, Hashable, Comparable, ExpressibleByArrayLiteral,
  CustomStringConvertible
{
  private let numbers: [Int]

  init(arrayLiteral numbers: Int...) { self.numbers = numbers }

  /// Reads one to four numbers between dots; nil when it is not that.
  init?(_ text: some StringProtocol) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { Int($0) }
    guard (1...4).contains(parts.count), numbers.count == parts.count,
      numbers.allSatisfy({ (0..<1_000_000).contains($0) })
    else { return nil }
    self.numbers = numbers
  }

  /// Whether it has no number: nothing is known of versions.
  var isEmpty: Bool { numbers.isEmpty }

  /// Whether its first numbers are all those of another version: `1.6.19` is a `1.6`.
  func isA(_ version: PlayerVersion) -> Bool { numbers.starts(with: version.numbers) }

  var description: String { numbers.map(String.init).joined(separator: ".") }

  static func < (left: Self, right: Self) -> Bool {
    left.numbers.lexicographicallyPrecedes(right.numbers)
  }
}
