import Playback

/// What a capture shows for and against an item.
package struct Evidence {
  /// The requirement, with names of parameters.
  package internal(set) var expected: String
  /// What to record next, if the capture leaves the item open, or if this is more specific than the item's own text.
  var record: String?
  private var shown: [Int] = []
  private var wrong: [Int] = []
  private var firstShown: String?
  private var firstWrong: String?

  init(_ expected: String) { self.expected = expected }

  // MARK: - One by one

  /// Adds pings that show the item, with the text for what is seen in them. The text of the first call is shown.
  mutating func show(_ pings: [RehearsedPing], _ seen: @autoclosure () -> String) {
    guard !pings.isEmpty else { return }
    shown += pings.map(\.index)
    if firstShown == nil { firstShown = seen() }
  }

  /// Adds pings that contradict the item. There are none if missing pings contradict it.
  mutating func contradict(_ pings: [RehearsedPing], _ seen: @autoclosure () -> String) {
    wrong += pings.map(\.index)
    if firstWrong == nil { firstWrong = seen() }
  }

  /// Adds pings that show the item if `holds`, and contradict it otherwise.
  mutating func take(_ holds: Bool, _ pings: [RehearsedPing], _ seen: @autoclosure () -> String) {
    if holds { show(pings, seen()) } else { contradict(pings, seen()) }
  }

  // MARK: - Combinators

  /// Checks that every ping satisfies a condition. `seen` returns the text for a ping, such as `tl=`.
  mutating func every(
    _ pings: [RehearsedPing],
    seen: (RehearsedPing) -> String,
    satisfies: (RehearsedPing) -> Bool
  ) {
    for ping in pings { take(satisfies(ping), [ping], seen(ping)) }
  }

  /// Checks that each ping and the next one satisfy a condition. A result of nil says nothing.
  mutating func pairs(
    _ pings: [RehearsedPing],
    seen: (RehearsedPing, RehearsedPing) -> String,
    satisfy: (RehearsedPing, RehearsedPing) -> Bool?
  ) {
    for (one, other) in zip(pings, pings.dropFirst()) {
      if let holds = satisfy(one, other) { take(holds, [one, other], seen(one, other)) }
    }
  }

  /// Checks that each action has one of the pings within `tolerance` seconds. `seen` gets the number of actions with a
  /// ping, `missing` the first action without one, and the number of such actions.
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

  /// Checks that all pings of each group have the same value, which is not blank, and satisfy a condition. Pings with
  /// a value other than the most frequent one contradict the item.
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

  /// Failed if anything contradicts the item; otherwise passed if something shows it and it is not open; otherwise not assessed.
  package var status: RehearsalEntry.Status {
    if firstWrong != nil { return .failed }
    return record == nil && firstShown != nil ? .passed : .notAssessed
  }

  /// The indices of the pings that decide. There are none for a failure because of missing pings.
  package var pings: [Int] {
    switch status {
    case .passed: Set(shown).sorted()
    case .failed: Set(wrong).sorted()
    case .notAssessed, .otherProduct: []
    }
  }

  /// The values in the capture, with names of parameters; nil when not assessed.
  package var seen: String? { firstWrong ?? (record == nil ? firstShown : nil) }
}
