import PingAnalysis
import Records
import Reports

/// The part of the page that compares a session with the expected pings.
struct ComparisonSection {
  let view: PageView
  let comparison: SessionComparison

  private static let shownDifferences = 8

  var html: HTML {
    """
    <section aria-labelledby="comparison-title">
    <h2 id="comparison-title">Expected and seen</h2>
    <div id="comparison">\(content)</div>
    </section>

    """
  }

  private var content: HTML {
    guard let session = comparison.session, let row = comparison.row else {
      return
        "<p class=\"soft\">Waiting for the first ping. Expected: <code>\(comparison.expected)</code></p>"
    }
    let report = row.report
    let verdict =
      report.isSame
      ? comparison.awaited > 0 ? "As expected so far" : "As expected"
      : Quantity.plural(report.differences.count, "difference")
    let others = [
      (comparison.awaited, "more not due yet"), (report.repeatedActualCount, "sent again"),
    ]
    .filter { $0.0 > 0 }.map { ", \(Quantity.count($0)) \($1)" }.joined()
    let address = view.address {
      ($0.filter.app, $0.filter.session) = (session.app, session.session)
      ($0.before, $0.after) = (nil, nil)
    }
    let title = SessionTitle.html(app: session.app, session: session.session, first: session.first)
    let items = report.differences.map(item)
    let rest = items.dropFirst(Self.shownDifferences)
    return """
      <p class="verdict \(report.isSame ? "good" : "error")">\(verdict)</p>
      <p>\(Quantity.count(report.matchedCount)) of \(Quantity.plural(report.expectedCount, "expected ping")) seen\(others). \
      Expected: <code>\(comparison.expected)</code>. Session: <a href="\(address)">\(title)</a>\
      \(if: comparison.isCut, ". Only the first 5,000 pings are compared").</p>
      \(if: !items.isEmpty, "<ul class=\"differences\">\(Array(items.prefix(Self.shownDifferences)))</ul>")\
      \(if: !rest.isEmpty, "<details id=\"differences\"><summary>\(rest.count) more</summary><ul class=\"differences\">\(Array(rest))</ul></details>")
      """
  }

  private func item(_ difference: PingDifference) -> HTML {
    let times =
      difference.kind == .different && difference.count > 1 ? " (\(difference.countWords))" : ""
    // In the pings of the collector, the place is the number of the ping: `ping 12`.
    let link = difference.place.flatMap { place -> HTML? in
      guard place.hasPrefix("ping "), let id = Int64(place.dropFirst(5)) else { return nil }
      return " <a href=\"\(view.address { $0.ping = id })\">\(place)</a>"
    }
    return """
      <li><b class="error">\(difference.kind.rawValue.replacing("-", with: " "))</b> \(difference.message)\(times)\(link)\
      <small>Likely cause: \(difference.cause).</small></li>
      """
  }
}
