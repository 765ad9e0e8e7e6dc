/// The values of the section about captures that were compared.
struct ComparisonSection {
  let list: ComparisonList

  private static let shownDifferences = 50

  var values: [String: Any] {
    var values: [String: Any] = ["comparisons": list.comparisons.map(comparison)]
    if list.unlisted > 0 {
      values["rest"] =
        "\(Quantity.plural(list.unlisted, "comparison")) more are counted and not listed."
    }
    return values
  }

  private func comparison(_ comparison: Comparison) -> [String: Any] {
    var values: [String: Any] = [
      "actual": comparison.actual, "expected": comparison.expected, "counts": comparison.counts,
      "class": comparison.status.styleClass, "mark": comparison.status.mark,
      "words": comparison.words,
      "differences": comparison.differences.prefix(Self.shownDifferences).map { difference in
        [
          "kind": difference.kind.replacing("-", with: " "), "message": difference.message,
          "cause": difference.cause,
        ]
      },
    ]
    let rest = comparison.differenceCount - Self.shownDifferences
    if rest > 0 { values["more"] = "\(Quantity.plural(rest, "difference")) more." }
    return values
  }
}
