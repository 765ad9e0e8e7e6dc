import Playback

/// What a capture shows for and against an item, while it is collected and then.
package struct Evidence {
  /// The requirement, with names of parameters.
  package internal(set) var expected: String
  /// What to record, where the capture leaves it open, or this is more exact than what the item says.
  var record: String?
  private var shown: [Int] = []
  private var wrong: [Int] = []
  private var firstShown: String?
  private var firstWrong: String?

  init(_ expected: String) { self.expected = expected }

  // MARK: - One by one

  /// Takes pings that show it, and the words for what is seen in them. Those of the first are shown.
  mutating func show(_ pings: [RehearsedPing], _ seen: @autoclosure () -> String) {
    guard !pings.isEmpty else { return }
    shown += pings.map(\.index)
    if firstShown == nil { firstShown = seen() }
  }

  /// Takes pings that contradict it; none where it is contradicted by pings that are missing.
  mutating func contradict(_ pings: [RehearsedPing], _ seen: @autoclosure () -> String) {
    wrong += pings.map(\.index)
    if firstWrong == nil { firstWrong = seen() }
  }

  /// Takes pings that show it where it holds, and else contradict it.
  mutating func take(_ holds: Bool, _ pings: [RehearsedPing], _ seen: @autoclosure () -> String) {
    if holds { show(pings, seen()) } else { contradict(pings, seen()) }
  }

  // MARK: - Combinators

  /// Every one of the pings satisfies a condition. `seen` returns the text of a ping about it: `tl=`.
  mutating func every(
    _ pings: [RehearsedPing],
    seen: (RehearsedPing) -> String,
    satisfies: (RehearsedPing) -> Bool
  ) {
    for ping in pings { take(satisfies(ping), [ping], seen(ping)) }
  }

  /// Each ping and the one after it satisfy a condition.
  mutating func pairs(
    _ pings: [RehearsedPing],
    seen: (RehearsedPing, RehearsedPing) -> String,
    satisfy: (RehearsedPing, RehearsedPing) -> Bool?
  ) {
    for (one, other) in zip(pings, pings.dropFirst()) {
      if let holds = satisfy(one, other) { take(holds, [one, other], seen(one, other)) }
    }
  }

  /// Each action has one of the pings within some seconds. `seen` gets the number of the actions that have one,
  /// `missing` the first that has none, and their number.
  mutating func each(
    _ actions: [ViewerAction],
    has pings: [RehearsedPing],
    within tolerance: Double,
    seen: (Int) -> String,
    missing: (ViewerAction, Int) -> String
  ) {
    let found = actions.map { action in pings.first { abs($0.madeAt - action.time) <= tolerance } }
    let lone = zip(actions, found).filter { $1 == nil }.map(\.0)
    if let first = lone.first { contradict([], missing(first, lone.count)) }
    let own = found.compactMap { $0 }
    show(own, seen(own.count))
  }

  /// All pings of each group have the same values, not blank, and satisfy a condition. Those that differ from most
  /// contradict it.
  mutating func same(
    in groups: [[RehearsedPing]],
    _ values: (RehearsedPing) -> [String],
    seen: (RehearsedPing) -> String,
    satisfies: (RehearsedPing) -> Bool = { _ in true }
  ) {
    for group in groups {
      let counts: [String: Int] = group.flatMap(values).reduce(into: [:]) {
        $0[$1, default: 0] += 1
      }
      let usual = counts.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key ?? ""
      every(group, seen: seen) { ping in
        !usual.isEmpty && satisfies(ping) && values(ping).allSatisfy { $0 == usual }
      }
    }
  }

  // MARK: - Outcome

  /// Failed with what contradicts it, else passed with what shows it unless it is open, else not assessed.
  package var status: RehearsalEntry.Status {
    if firstWrong != nil { return .failed }
    return record == nil && firstShown != nil ? .passed : .notAssessed
  }

  /// The indices of the pings that decide: of a failure that is one of pings that are missing there are none.
  package var pings: [Int] {
    switch status {
    case .passed: Set(shown).sorted()
    case .failed: Set(wrong).sorted()
    case .notAssessed, .otherProduct: []
    }
  }

  /// The capture's values, with names of parameters; nil when not assessed.
  package var seen: String? { firstWrong ?? (record == nil ? firstShown : nil) }
}
