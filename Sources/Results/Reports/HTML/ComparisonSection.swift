import Records

/// The section about captures that were compared.
struct ComparisonSection {
  let list: ComparisonList

  private static let shownDifferences = 50

  var html: HTML {
    let rest = list.unlisted
    return """
      <section id="comparisons">
      <h2>Comparisons</h2>
      <p>Pings that were expected against pings that were seen, by id3tap compare.</p>
      \(list.comparisons.map(comparison))\
      \(if: rest > 0, .cut("\(Quantity.plural(rest, "comparison")) more are counted and not listed."))\
      </section>

      """
  }

  private func comparison(_ comparison: Comparison) -> HTML {
    let status = comparison.status
    let rest = comparison.differenceCount - Self.shownDifferences
    return """
      <h3>\(comparison.actual) \(HTML.verdict(status.styleClass, status.mark, comparison.words))</h3>
      <p>\(comparison.counts); expected: \(comparison.expected)</p>
      <div class="findings">
      \(comparison.differences.prefix(Self.shownDifferences).map(difference))</div>
      \(if: rest > 0, .cut("\(Quantity.plural(rest, "difference")) more."))
      """
  }

  private func difference(_ difference: Comparison.Difference) -> HTML {
    """
    <article class="finding error"><h4><span class="severity">\
    \(difference.kind.replacing("-", with: " "))</span></h4><p>\(difference.message)</p>\
    <p class="remedy"><b>Likely:</b> \(difference.cause)</p></article>

    """
  }
}
