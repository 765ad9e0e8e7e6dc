/// The failures in a row of loads of a live playlist or manifest, and how soon the next load follows.
///
/// An outage is to be known soon, however long segments are: `watch` calls a feed lost after eight seconds of failures, which
/// two of the delays here outlast. What stays away is asked for at the usual times after that.
package struct LoadFailures: Sendable {
  /// Seconds from the start of a load that failed to the start of the next at most.
  static let longestDelay = 4.1
  /// This many failures in a row are followed by a load as soon as that.
  static let limit = 3

  private var count = 0

  package init() {}

  /// Adds one.
  package mutating func add() { count += 1 }

  /// Whether the last load succeeded.
  package var isEmpty: Bool { count == 0 }

  /// Whether the next load need not be repeated if it fails: another one follows soon.
  package var isNextTriedOnce: Bool { (1..<Self.limit).contains(count) }

  /// Seconds from the start of the last load to the start of the next, where it would be `usual` without a failure.
  package func delay(usually usual: Double) -> Double {
    (1...Self.limit).contains(count) ? min(usual, Self.longestDelay) : usual
  }
}
