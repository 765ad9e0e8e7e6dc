/// The outcome of an item in a capture.
package enum RehearsalOutcome: Sendable, Equatable {
  /// It held where it was exercised: `evidence` has the indices of the pings that show it, at least one.
  case passed(evidence: [Int], expected: String, seen: String)
  /// It did not: `evidence` has the pings that contradict it. It may be empty where pings are missing.
  case failed(evidence: [Int], expected: String, seen: String)
  /// The capture cannot show it. `record` says what to record where this is more exact than what the
  /// item says.
  case notAssessed(record: String? = nil)

  /// The item is not assessed.
  package static var notAssessed: RehearsalOutcome { .notAssessed(record: nil) }

  /// Judges a sentence over pings one by one: failed with all that contradict it, else passed with all
  /// that were judged, else not assessed.
  ///
  /// - Parameters:
  ///   - pings: Those that the sentence is about.
  ///   - expected: The requirement, with names of parameters.
  ///   - seen: Returns the text of a ping about it: `tl=`, `cr=4_00_99_D2_10000`. The text of the first
  ///     contradicting ping is shown, or that of the first ping if all hold.
  ///   - holds: Whether it holds of a ping.
  /// - Returns: The outcome.
  package static func each(
    _ pings: [RehearsedPing],
    expected: String,
    seen: (RehearsedPing) -> String,
    holds: (RehearsedPing) -> Bool
  ) -> RehearsalOutcome {
    guard let first = pings.first else { return .notAssessed }
    let wrong = pings.filter { !holds($0) }
    if let worst = wrong.first {
      return .failed(evidence: wrong.map(\.index), expected: expected, seen: seen(worst))
    }
    return .passed(evidence: pings.map(\.index), expected: expected, seen: seen(first))
  }
}
