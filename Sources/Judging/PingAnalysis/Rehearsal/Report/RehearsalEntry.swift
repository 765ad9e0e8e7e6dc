/// The entry of one item, as it is shown.
package struct RehearsalEntry: Sendable {
  /// The status of an item.
  package enum Status: String, Sendable, CaseIterable {
    case passed, failed, notAssessed
    /// Not assessed, and about products that are not rehearsed.
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

  /// Indices that are shown at most.
  package static let evidenceLimit = 20

  package let item: RehearsalItem
  package let status: Status
  /// The first pings that show it, as `explain` counts them.
  package let evidence: [Int]
  /// When each of them was made, as text; nil when unknown.
  package let times: [String?]
  /// How many pings show it.
  package let evidenceCount: Int
  /// The requirement, and the capture's values, with names of parameters; nil when not assessed.
  package let expected: String?
  package let seen: String?
  /// The change for the app's developer; nil when passed.
  package let remedy: String?
  /// Instructions for the next recording; nil unless not assessed.
  package let record: String?

  /// The entry for an item and what is found of it in a capture with some pings, by index. `isConcerned`: whether the item
  /// is about a product that is rehearsed.
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
