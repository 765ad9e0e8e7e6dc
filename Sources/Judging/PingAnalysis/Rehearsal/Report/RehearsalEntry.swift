/// The result for one item, as reports show it.
package struct RehearsalEntry: Sendable {
  /// The status of an item.
  package enum Status: String, Sendable, CaseIterable {
    case passed, failed, notAssessed
    /// Not assessed, and only about products that are not rehearsed.
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

  /// The maximum number of indices that are shown.
  package static let evidenceLimit = 20

  package let item: RehearsalItem
  package let status: Status
  /// The indices of the first pings that decide, as `explain` counts them.
  package let evidence: [Int]
  /// The times at which these pings were made, as text; nil when unknown.
  package let times: [String?]
  /// The number of pings that decide.
  package let evidenceCount: Int
  /// The required values and those in the capture, with names of parameters; nil when not assessed.
  package let expected: String?
  package let seen: String?
  /// What the app's developer should change; nil when passed.
  package let remedy: String?
  /// What to record next; nil unless not assessed.
  package let record: String?

  /// `found` is the evidence for the item, and `pings` has the pings of the capture by index. `isConcerned` says whether the item is
  /// about a product that is rehearsed.
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
