/// The evidence for and against a sentence, while it is collected.
struct ItemVerdict {
  private let expected: String
  private var shown: [Int] = []
  private var wrong: [Int] = []
  private var firstShown: String?
  private var firstWrong: String?

  /// - Parameter expected: The requirement, with names of parameters.
  init(_ expected: String) { self.expected = expected }

  mutating func show(_ pings: [RehearsedPing], _ seen: @autoclosure () -> String) {
    guard !pings.isEmpty else { return }
    shown += pings.map(\.index)
    if firstShown == nil { firstShown = seen() }
  }

  /// Pings that contradict it; none where it is contradicted by pings that are missing.
  mutating func contradict(_ pings: [RehearsedPing], _ seen: @autoclosure () -> String) {
    wrong += pings.map(\.index)
    if firstWrong == nil { firstWrong = seen() }
  }

  /// Pings that show it where it holds, and else contradict it.
  mutating func take(_ holds: Bool, _ pings: [RehearsedPing], _ seen: @autoclosure () -> String) {
    if holds { show(pings, seen()) } else { contradict(pings, seen()) }
  }

  /// Whether something contradicts it.
  var isContradicted: Bool { firstWrong != nil }

  /// Failed with what contradicts it, else passed with what shows it, else not assessed.
  func outcome(record: String? = nil) -> RehearsalOutcome {
    if let firstWrong {
      return .failed(evidence: Self.sorted(wrong), expected: expected, seen: firstWrong)
    }
    if let firstShown {
      return .passed(evidence: Self.sorted(shown), expected: expected, seen: firstShown)
    }
    return .notAssessed(record: record)
  }

  private static func sorted(_ indices: [Int]) -> [Int] { Set(indices).sorted() }
}
