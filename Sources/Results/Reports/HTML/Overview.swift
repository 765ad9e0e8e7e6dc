import Conformance
import Records

/// The first screen of a report: the headline, the number of inputs with each verdict, and the causes to fix first.
struct Overview {
  let report: Report
  let index: ReportIndex

  private static let shownCauses = 5
  private static let shownOnPhones = 3
  private static let listedCauses = 200

  var html: HTML {
    let headline = Headline(report)
    let counts: HTML? = headline.counts.isEmpty ? nil : " <small>\(headline.counts)</small>"
    return """
      <section id="overview">
      <h2 class="headline \(headline.status.styleClass)">\(headline.sentence)\(counts)</h2>
      <ul class="chips">
      \(chips)</ul>
      \(cuts.map(HTML.cut))\(causes)</section>

      """
  }

  private var causes: HTML? {
    let causes = shown
    guard let first = causes.first else { return nil }
    let items = causes.enumerated().map { number, cause in
      CauseText(report: report, cause: cause).html(isLater: number >= Self.shownOnPhones)
    }
    let later = causes.count - Self.shownOnPhones
    return """
      <h3>\(first.severity == .warning ? "Look at first" : "Fix first")</h3>
      \(if: later > 0, "<label id=\"later\"><input type=\"checkbox\"> \(Quantity.count(later)) more to fix</label>\n")\
      <ol class="causes">
      \(items)</ol>
      \(others(Array(index.causes.dropFirst(causes.count))))
      """
  }

  private func others(_ causes: [ReportCause]) -> HTML? {
    guard !causes.isEmpty else { return nil }
    let items = causes.prefix(Self.listedCauses).map { cause -> HTML in
      let count = HTML.filter(cause, Quantity.plural(cause.occurrences.count, "input"))
      return "<li>\(cause.title)\(count)</li>\n"
    }
    return """
      <details class="other-causes"><summary>\(Quantity.plural(causes.count, "more cause"))</summary>
      <ul>
      \(items)</ul>
      </details>

      """
  }

  /// The causes to show: up to five errors. If there are fewer than three errors, warnings are added to make three.
  var shown: [ReportCause] {
    let errors = index.causes.prefix { $0.severity == .error }.prefix(Self.shownCauses)
    return Array(index.causes.prefix(max(Self.shownOnPhones, errors.count)))
  }

  private var chips: [HTML] {
    guard report.totals.inputs > 1 else { return [] }
    return InputStatus.allCases.compactMap { status in
      guard let count = report.totals.statusCounts[status] else { return nil }
      return """
        <li><a class="chip verdict \(status.styleClass)" \
        href="#verdict=\(status.words.replacing(" ", with: "%20"))" \
        title="\(Quantity.share(count, of: report.totals.inputs)) of the inputs">\
        <span class="mark" aria-hidden="true">\(status.mark)</span>\
        <span>\(status.words) <b>\(Quantity.count(count))</b></span></a></li>

        """
    }
  }

  private var cuts: [String] {
    var cuts: [String] = []
    if let waiting = report.totals.statusCounts[.waiting] {
      cuts.append(
        "\(Quantity.plural(waiting, "input")) \(waiting == 1 ? "is" : "are") not read yet: run id3tap "
          + "batch again to continue, then create this report again."
      )
    }
    if report.unlistedInputs > 0 {
      cuts.append(
        "Counted here but not listed: \(Quantity.plural(report.unlistedInputs, "more input")). "
          + "A report lists at most \(Quantity.count(report.inputs.count))."
      )
    }
    if report.reducedInputs > 0 {
      cuts.append(
        "Details of \(Quantity.plural(report.reducedInputs, "input")) are left out, starting with inputs that "
          + "passed: all details together are too large for one page."
      )
    }
    return cuts
  }
}

/// The table of rules that failed or warned, starting with the rule that failed for most inputs.
struct RuleSection {
  let report: Report

  var html: HTML? {
    let rows = rows
    guard !rows.isEmpty else { return nil }
    let titles = ["Rule", "#Inputs failed", "#warned", "#passed", "#not assessed", "What to do"]
    return """
      <details id="rules"><summary>\(Quantity.plural(rows.count, "rule")) that failed or warned</summary>
      \(HTML.table("faults", titles, rows))</details>

      """
  }

  private var rows: [HTML] {
    report.rules.filter { $0[.fail] + $0[.warn] > 0 }.enumerated()
      .sorted { one, other in
        let keys = [one, other].map { ($0.element[.fail], $0.element[.warn], -$0.offset) }
        return keys[0] > keys[1]
      }
      .map { row($0.element) }
  }

  private func row(_ tally: RuleTally) -> HTML {
    let id = tally.rule.rawValue
    let remedy = report.remedy(of: tally.rule) ?? ""
    let counts = [
      ("failed", tally[.fail]), ("warned", tally[.warn]), ("passed", tally[.pass]),
      ("not assessed", tally[.notAssessed]),
    ]
    return """
      <tr><th scope="row">\(RuleTitle.words(tally.rule)) <a class="filter" href="#rule=\(id)">\
      <code>\(id)</code></a></th>\
      \(counts.map { "<td class=\"number\" data-label=\"\($0.0)\">\(Quantity.count($0.1))</td>" })\
      <td class="remedy">\(remedy)</td></tr>

      """
  }
}
