/// The entry of one item, as it is shown.
package struct RehearsalEntry: Sendable, Equatable {
  /// The status of an item.
  package enum Status: String, Sendable, CaseIterable {
    case passed, failed, notAssessed
    /// Not assessed, and about products that are not rehearsed.
    case otherProduct
  }

  /// Indices that are shown at most.
  package static let evidenceLimit = 20

  package let id: String
  /// The letter of the group.
  package let group: String
  package let title: String
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
  /// The titles of the documents it follows.
  package let source: String
  package let basis: String

  /// The entry for an item and its outcome on the pings of a capture, by index. `isConcerned`: whether the item is about a
  /// product that is rehearsed.
  init(
    _ item: RehearsalItem,
    _ outcome: RehearsalOutcome,
    _ pings: [Int: RehearsedPing],
    isConcerned: Bool
  ) {
    id = item.id
    group = item.group.rawValue
    title = item.title
    source = item.source
    basis = item.basis.rawValue
    let indices: [Int]
    switch outcome {
    case .passed(let found, let expected, let seen):
      (status, indices, self.expected, self.seen) = (.passed, found, expected, seen)
      (remedy, record) = (nil, nil)
    case .failed(let found, let expected, let seen):
      (status, indices, self.expected, self.seen) = (.failed, found, expected, seen)
      (remedy, record) = (item.remedy, nil)
    case .notAssessed where !isConcerned:
      (status, indices, expected, seen) = (.otherProduct, [], nil, nil)
      (remedy, record) = (nil, nil)
    case .notAssessed(let record):
      (status, indices, expected, seen) = (.notAssessed, [], nil, nil)
      remedy = item.remedy
      self.record = record ?? item.record
    }
    evidence = Array(indices.prefix(Self.evidenceLimit))
    times = evidence.map { pings[$0]?.time }
    evidenceCount = indices.count
  }
}

extension RehearsalEntry.Status {
  package var words: String {
    switch self {
    case .passed: "passed"
    case .failed: "failed"
    case .notAssessed: "not assessed"
    case .otherProduct: "about other products"
    }
  }
}
