/// The result for one item, prepared for reports.
package struct RehearsalEntry: Sendable {
  package enum Status: String, Sendable, CaseIterable {
    case passed, failed, notAssessed
    /// Not assessed, and the item concerns only products outside the rehearsal.
    case otherProduct

    package var words: String {
      switch self {
      case .passed: "passed"
      case .failed: "failed"
      case .notAssessed: "not assessed"
      case .otherProduct: "about other products"
      }
    }
  }

  package static let evidenceLimit = 20

  package let item: RehearsalItem
  package let status: Status
  /// The `explain` indices of the first decisive pings, at most `evidenceLimit`.
  package let evidence: [Int]
  /// The times of the pings in `evidence`, as UTC text. Nil if unknown.
  package let times: [String?]
  /// The number of decisive pings.
  package let evidenceCount: Int
  /// The required values, with parameter names. Nil if not assessed.
  package let expected: String?
  package let seen: String?
  /// What the app's developer should change. Nil if the item passed or concerns other products.
  package let remedy: String?
  /// What to record next. Nil unless the status is `notAssessed`.
  package let record: String?

  /// Creates an entry. `pings` has the pings of the capture by index. `isConcerned` is true if the item concerns a
  /// product in the rehearsal.
  init(
    _ item: RehearsalItem,
    _ found: Evidence,
    _ pings: [Int: RehearsedPing],
    isConcerned: Bool
  ) {
    self.item = item
    status = found.status == .notAssessed && !isConcerned ? .otherProduct : found.status
    evidence = Array(found.pings.prefix(Self.evidenceLimit))
    times = evidence.map { pings[$0]?.time }
    evidenceCount = found.pings.count
    seen = found.seen
    expected = seen == nil ? nil : found.expected
    remedy = [.failed, .notAssessed].contains(status) ? item.remedy : nil
    record = status == .notAssessed ? found.record ?? item.record : nil
  }
}
