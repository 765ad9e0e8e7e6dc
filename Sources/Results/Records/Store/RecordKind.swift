/// The tasks of a batch for an input.
package enum RecordKind: String, Sendable, CaseIterable, Comparable {
  case extract
  case check
  case pings

  /// In the order in which they are named.
  package static func < (one: RecordKind, other: RecordKind) -> Bool {
    allCases.firstIndex(of: one) ?? 0 < allCases.firstIndex(of: other) ?? 0
  }

  /// Some of them as they are in the database: `extract,check`.
  static func text(of kinds: Set<RecordKind>) -> String {
    kinds.sorted().map(\.rawValue).joined(separator: ",")
  }
}
