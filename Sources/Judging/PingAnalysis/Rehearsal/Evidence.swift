import Playback

/// The evidence in a capture for and against an item.
package struct Evidence {
  /// The requirement, with parameter names.
  package internal(set) var expected: String
  /// What to record next, instead of the item's `record` text.
  var record: String?
  private var shown: [Int] = []
  private var wrong: [Int] = []
  private var firstShown: String?
  private var firstWrong: String?

  init(_ expected: String) { self.expected = expected }

  // MARK: - One by one

  /// Adds pings that support the item. `seen` returns a text about the pings; only the first text is kept.
  mutating func show(_ pings: [RehearsedPing], _ seen: @autoclosure () -> String) {
    guard !pings.isEmpty else { return }
    shown += pings.map(\.index)
    if firstShown == nil { firstShown = seen() }
  }

  /// Adds pings that contradict the item. `pings` is empty if the fault is a missing ping.
  mutating func contradict(_ pings: [RehearsedPing], _ seen: @autoclosure () -> String) {
    wrong += pings.map(\.index)
    if firstWrong == nil { firstWrong = seen() }
  }

  /// Adds pings that support the item if `holds` is true, and contradict it otherwise.
  mutating func take(_ holds: Bool, _ pings: [RehearsedPing], _ seen: @autoclosure () -> String) {
    if holds { show(pings, seen()) } else { contradict(pings, seen()) }
  }

  // MARK: - Combinators

  /// Checks that every ping satisfies a condition. `seen` returns a text about a ping, such as `tl=News S1E3`.
  mutating func every(
    _ pings: [RehearsedPing],
    seen: (RehearsedPing) -> String,
    satisfies: (RehearsedPing) -> Bool
  ) {
    for ping in pings { take(satisfies(ping), [ping], seen(ping)) }
  }

  /// Checks that every two consecutive pings satisfy a condition. A nil result is ignored.
  mutating func pairs(
    _ pings: [RehearsedPing],
    seen: (RehearsedPing, RehearsedPing) -> String,
    satisfy: (RehearsedPing, RehearsedPing) -> Bool?
  ) {
    for (one, other) in zip(pings, pings.dropFirst()) {
      if let holds = satisfy(one, other) { take(holds, [one, other], seen(one, other)) }
    }
  }

  /// Checks that each action has one of the pings within `tolerance` seconds. `seen` gets the number of actions that
  /// have a ping; `missing` gets the first action without a ping, and the number of such actions.
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

  /// Checks that all pings of each group have the same nonempty value and satisfy a condition. A ping whose value is
  /// not the most frequent one contradicts the item.
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

  /// Failed if anything contradicts the item; passed if something supports it and `record` is nil; otherwise not
  /// assessed.
  package var status: RehearsalEntry.Status {
    if firstWrong != nil { return .failed }
    return record == nil && firstShown != nil ? .passed : .notAssessed
  }

  /// The indices of the decisive pings. Empty if not assessed, or if only missing pings made the item fail.
  package var pings: [Int] {
    switch status {
    case .passed: Set(shown).sorted()
    case .failed: Set(wrong).sorted()
    case .notAssessed, .otherProduct: []
    }
  }

  /// The values in the capture, with parameter names. Nil if not assessed.
  package var seen: String? { firstWrong ?? (record == nil ? firstShown : nil) }
}
