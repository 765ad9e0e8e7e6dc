/// Calls that wait for the configuration, oldest first.
struct CallQueue: Sendable {
  /// More are not kept.
  static let limit = 10_000

  private var items: [(call: Call, time: Int64)] = []

  /// The known choice of the user before the first call that waits; nil: none waits.
  private(set) var choiceBefore: OptOutChoice?

  var count: Int { items.count }

  /// Adds `call`, made at `time` (milliseconds). When there are too many, the oldest playhead goes,
  /// or else the oldest call.
  mutating func append(_ call: Call, time: Int64) {
    if items.count == Self.limit { makeRoom() }
    items.append((call, time))
  }

  /// Adds a choice of the user, which takes the place of the choice `before`.
  mutating func append(choice isOut: Bool, after before: OptOutChoice, time: Int64) {
    if choiceBefore == nil { choiceBefore = before }
    append(.userOptOut("nielsenappsdk://\(isOut ? 1 : 0)"), time: time)
  }

  /// A choice is not removed alone, as later calls would count for another user; rather everything.
  private mutating func makeRoom() {
    let index = items.firstIndex { $0.call.isPlayhead } ?? items.firstIndex { !$0.call.isChoice }
    if let index { items.remove(at: index) } else { items = [] }
  }

  /// All calls in order, which are then forgotten.
  mutating func takeAll() -> [(call: Call, time: Int64)] {
    defer { removeAll() }
    return items
  }

  mutating func removeAll() {
    items = []
    choiceBefore = nil
  }
}

extension Call {
  fileprivate var isPlayhead: Bool { if case .playheadPosition = self { true } else { false } }
  fileprivate var isChoice: Bool { if case .userOptOut = self { true } else { false } }
}
