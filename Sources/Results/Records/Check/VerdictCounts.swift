import Conformance

/// How many inputs ended how: the last line of a table.
package struct VerdictCounts: Sendable, Equatable {
  private var counts: [Verdict: Int] = [:]

  package init() {}

  package mutating func count(_ verdict: Verdict) { counts[verdict, default: 0] += 1 }

  /// Counts as many inputs of a verdict.
  package mutating func add(_ number: Int, _ verdict: Verdict) {
    counts[verdict, default: 0] += number
  }

  package var total: Int { counts.values.reduce(0, +) }

  /// The worst verdict first, those without an input left out: `2 fail, 1 warn, 14 pass`.
  package func words(_ style: TableStyle = TableStyle()) -> String {
    [Verdict.unreadable, .fail, .absent, .notJudged, .warn, .pass].compactMap { verdict in
      guard let count = counts[verdict], count > 0 else { return nil }
      return style.paint("\(count) \(Self.word(for: verdict))", CheckText.emphasis(verdict))
    }.joined(separator: ", ")
  }

  /// `17 inputs: 2 fail, 1 warn, 14 pass`.
  package func line(_ style: TableStyle = TableStyle()) -> String {
    "\(total) input\(total == 1 ? "" : "s"): \(words(style))"
  }

  private static func word(for verdict: Verdict) -> String {
    switch verdict {
    case .absent: "without Nielsen tags"
    case .notJudged: "not judged"
    case .pass, .warn, .fail, .unreadable: verdict.rawValue
    }
  }
}
