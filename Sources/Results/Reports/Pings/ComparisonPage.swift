import Formats
import PingAnalysis
import Records

/// The HTML page of `compare`.
enum ComparisonPage {
  static let opening = PageShell.opening(
    title: "Pings compared",
    lead: "The pings sent by an app, compared with the expected pings. Made by id3tap compare."
  )

  static func section(_ row: ComparisonRow) -> HTML {
    let report = row.report
    // Pings for both content ids of a tag, and values that changed together, differ for the same reason and share an
    // entry.
    let groups = report.differences.grouped {
      [$0.kind.rawValue, $0.product, $0.type, "\($0.session)", "\($0.time ?? -1)", $0.cause]
    }
    let differences: [HTML] =
      report.isSame
      ? ["<p>No differences.</p>\n"] : groups.map { article($0.elements) }
    let controls = PageShell.controls(
      noun: "cause",
      headline: headline(report),
      status: report.isSame ? "pass" : "fail",
      only: nil
    )
    return """
      <section>
      \(controls)\(facts(row))\(report.moments.prefix(shownAxes).compactMap(axis))\
      </section>
      <section>
      <h2>Differences</h2>
      \(differences)</section>

      """
  }

  private static let shownAxes = 20

  /// Two rows on one time axis: the expected and the seen pings of a session. Nil if no ping has a time after the
  /// start.
  private static func axis(_ session: Int, _ moments: [PingMoment]) -> HTML? {
    let end = moments.flatMap { [$0.expected, $0.seen] }.compactMap { $0 }.max() ?? 0
    guard end > 0 else { return nil }
    func lane(_ name: String, _ times: [(time: Double?, isAlone: Bool)]) -> HTML {
      let known = times.compactMap { one in one.time.map { (time: $0, isAlone: one.isAlone) } }
      let marks = known.map { one -> HTML in
        let x = Decimals.fixed(max(0, one.time) / end * 100) ?? "0"
        return "<rect\(if: one.isAlone, " class=\"alone\"") x=\"\(x)%\" width=\"3\" height=\"14\"/>"
      }
      let words =
        "session \(session), \(name): \(known.count), different: \(known.count { $0.isAlone })"
      return """
        <span>\(name)</span><svg height="14" role="img" aria-label="\(words)">\(marks)</svg>

        """
    }
    return """
      <div class="axis">
      \(lane("expected", moments.map { ($0.expected, $0.seen == nil) }))\
      \(lane("seen", moments.map { ($0.seen, $0.expected == nil) }))\
      <span>session \(session)</span><div><span>0 s</span><span>\(Seconds.text((end / 2).rounded()))</span>\
      <span>\(Seconds.text(end))</span></div>
      </div>

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

  /// The number of differences of one kind as text, counted in sessions, payloads, values or pings.
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

  /// The entry for differences of one kind at one time and with one cause.
  private static func article(_ differences: [PingDifference]) -> HTML {
    guard let first = differences.first else { return "" }
    let items = differences.map { difference -> HTML in
      let values = [("expected", difference.expected), ("seen", difference.seen)]
      let spans = values.compactMap { name, value in
        value.map { "<span>\(name) <code>\($0)</code></span>" as HTML }
      }
      let notes = [difference.place, difference.count > 1 ? difference.countWords : nil]
        .compactMap { $0 }.joined(separator: ", ")
      return """
        <h3>\(difference.message)\(if: !notes.isEmpty, " <small>\(notes)</small>")</h3>
        \(if: !spans.isEmpty, "<p class=\"values\">\(spans, separator: "\n")</p>\n")
        """
    }
    let time = first.time.map { ", at \(Seconds.text($0))" } ?? ""
    return """
      <article class="entry is-error" data-level="error">
      \(items)<p class="soft"><span class="error">\(first.kind.rawValue.replacing("-", with: " "))</span>, \
      session \(first.session)\(time)</p>
      <p>Likely cause: \(first.cause)</p>
      </article>

      """
  }
}
