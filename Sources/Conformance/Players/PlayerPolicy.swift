/// The handling of timed ID3 by a player, one line for each fact with the place in its source.
struct PlayerPolicy: Sendable {
  /// The name of the player in messages.
  let name: String
  /// Other names that `--player` takes, in lower case.
  let aliases: [String]
  /// The latest version that the facts are known of; empty where versions are not distinguished.
  let version: PlayerVersion
  /// Where the knowledge comes from.
  let basis: Basis
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
    _ name: String,
    _ version: PlayerVersion = [],
    aliases: [String] = [],
    _ basis: Basis,
    _ facts: [PlayerFact]
  ) {
    (self.name, self.version, self.aliases) = (name, version, aliases)
    (self.basis, self.facts) = (basis, facts)
  }

  /// Whether the player has a behaviour in a version.
  func facts(of version: PlayerVersion?) -> [PlayerFact] {
    facts.filter { $0.holds(in: version ?? self.version) }
  }
}

/// A line of a policy.
struct PlayerFact: Sendable {
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

  /// Whether nothing is known of versions.
  var isEmpty: Bool { numbers.isEmpty }

  var description: String { numbers.map(String.init).joined(separator: ".") }

  static func < (left: Self, right: Self) -> Bool {
    left.numbers.lexicographicallyPrecedes(right.numbers)
  }
}
