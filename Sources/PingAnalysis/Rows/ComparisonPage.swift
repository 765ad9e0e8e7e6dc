import Documents
import Formats

/// The page of `compare`.
enum ComparisonPage {
  static let opening = PageShell.opening(
    title: "Pings compared",
    lead: "The pings that an app sent, compared with those it should have sent. id3tap compare."
  )

  static func section(_ row: ComparisonRow) -> HTML {
    let report = row.report
    let differences: [HTML] =
      report.isSame ? ["<p>Nothing differs.</p>\n"] : report.differences.map(article)
    return """
      <section>
      \(PageShell.controls(noun: "finding", headline: headline(report), only: nil))\(facts(row))\
      </section>
      <section>
      <h2>Differences</h2>
      \(differences)</section>

      """
  }

  static func headline(_ report: ComparisonReport) -> String {
    guard !report.isSame else {
      return "Same: \(report.matchedCount) of \(report.expectedCount) expected pings were seen."
    }
    let kinds = PingDifference.Kind.allCases.compactMap { kind -> String? in
      let found = report.differences.filter { $0.kind == kind }
      return found.isEmpty ? nil : words(kind, found)
    }
    let count = report.differences.count
    return "Different: \(report.matchedCount) of \(report.expectedCount) expected pings were seen; "
      + "\(count) difference\(count == 1 ? "" : "s"): \(kinds.joined(separator: ", "))."
  }

  /// What the differences of one kind count: sessions, payloads, values or pings.
  private static func words(_ kind: PingDifference.Kind, _ found: [PingDifference]) -> String {
    let isSession = kind == .missingSession || kind == .extraSession
    let count = isSession ? found.count : found.reduce(0) { $0 + $1.count }
    let plural = count == 1 ? "" : "s"
    return switch kind {
    case .missing, .extra, .late, .early: "\(count) \(kind.rawValue) ping\(plural)"
    case .different: "\(count) different value\(plural)"
    case .missingSession: "\(count) missing session\(plural)"
    case .extraSession: "\(count) extra session\(plural)"
    case .missingTags: "\(count) missing tag payload\(plural)"
    case .extraTags: "\(count) extra tag payload\(plural)"
    }
  }

  private static func facts(_ row: ComparisonRow) -> HTML {
    let report = row.report
    var facts: [(name: String, value: String)] = [
      ("Expected", row.expected), ("Seen", row.actual),
      (
        "Pings expected, seen, matched",
        "\(report.expectedCount), \(report.actualCount), \(report.matchedCount)"
      ),
      ("Tolerance", Seconds.text(report.options.tolerance)),
    ]
    if let shift = report.shiftWords { facts.append(("Clock of the app", shift)) }
    if report.repeatedActualCount > 0 {
      facts.append(("Sent again", "\(report.repeatedActualCount)"))
    }
    if !report.options.ignored.isEmpty {
      facts.append(("Not compared", report.options.ignored.sorted().joined(separator: ", ")))
    }
    return .facts(facts)
  }

  private static func article(_ difference: PingDifference) -> HTML {
    let times = difference.count > 1 ? difference.countWords : nil
    let session = "session \(difference.session)"
    let time = difference.time.map { "at \(Seconds.text($0))" }
    let place = [session, time, difference.place, times].compactMap { $0 }.joined(separator: ", ")
    let values: [(String, String?)] = [
      ("expected", difference.expected), ("seen", difference.seen),
    ]
    let rows = values.compactMap { name, value in
      value.map { value -> HTML in "<span>\(name) <code>\(value)</code></span>" }
    }
    let name = difference.kind.rawValue.replacing("-", with: " ")
    return """
      <article class="entry is-error" data-level="error">
      <h3><span class="error">\(name)</span>: \(difference.message)</h3>
      <p class="soft">\(place)</p>
      \(if: !rows.isEmpty, "<p class=\"values\">\(rows, separator: "\n")</p>")
      <p>Likely cause: \(difference.cause)</p>
      </article>

      """
  }
}
