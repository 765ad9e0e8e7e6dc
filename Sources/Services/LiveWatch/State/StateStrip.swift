import Conformance

/// The history of a track or a feed: 360 marks, each for the same number of seconds.
struct StateStrip: Sendable {
  /// A mark. If two marks have the same time, the strip shows the one that is declared later.
  enum Mark: UInt8, Sendable, Comparable, CaseIterable {
    /// There is no information.
    case nothing
    case lost
    /// Media arrived without a Nielsen tag.
    case media
    case data
    case info
    /// A warning is raised, or a rule has a finding that is a warning.
    case warning
    /// An alarm is raised, or a rule has a finding that is an error.
    case fault

    /// The mark for an alarm or finding of this severity; nil for a notice.
    init?(_ severity: Severity) {
      switch severity {
      case .error: self = .fault
      case .warning: self = .warning
      case .info: return nil
      }
    }

    static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
  }

  static let count = 360
  let secondsPerMark: Double

  /// Makes an empty strip, which by default covers an hour.
  init(secondsPerMark: Double = 10) { self.secondsPerMark = secondsPerMark }

  // All marks, one byte each, are allocated at the beginning, so that memory does not grow.
  private var marks = [Mark](repeating: .nothing, count: count)
  /// The number of the latest mark; mark 0 begins at time 0 of the clock.
  private var latest: Int?

  mutating func mark(_ mark: Mark, at time: Double) { self.mark(mark, from: time, to: time) }

  /// Adds marks from one time of the steady clock to another.
  mutating func mark(_ mark: Mark, from start: Double, to end: Double) {
    guard let first = number(of: start), let last = number(of: end), first <= last else { return }
    advance(to: last)
    for number in max(first, last - Self.count + 1)...last {
      guard let latest, latest - number < Self.count else { continue }
      let place = Self.place(of: number)
      marks[place] = max(marks[place], mark)
    }
  }

  /// The marks up to `time`, oldest first.
  func marks(upTo time: Double) -> [Mark] {
    guard let end = self.number(of: time), let latest else {
      return [Mark](repeating: .nothing, count: Self.count)
    }
    return (end - Self.count + 1...end).map { number in
      let isKept = number <= latest && latest - number < Self.count
      return isKept ? marks[Self.place(of: number)] : .nothing
    }
  }

  private mutating func advance(to number: Int) {
    guard let latest else {
      self.latest = number
      return
    }
    guard number > latest else { return }
    for passed in 1...min(number - latest, Self.count) {
      marks[Self.place(of: latest + passed)] = .nothing
    }
    if number - latest >= Self.count { marks = marks.map { _ in .nothing } }
    self.latest = number
  }

  private func number(of time: Double) -> Int? {
    guard time.isFinite, abs(time) < 1e15 else { return nil }
    return Int((time / secondsPerMark).rounded(.down))
  }

  /// The index of a mark in `marks`. Marks before time 0 of the clock have negative numbers.
  private static func place(of number: Int) -> Int {
    let rest = number % count
    return rest < 0 ? rest + count : rest
  }
}
