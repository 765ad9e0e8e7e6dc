import Conformance

/// The values of the summary.
struct Overview {
  let report: Report

  /// Rules in the table, the worst first; the others can be opened.
  private static let shownRules = 6

  var values: [String: Any] {
    let faults = faults
    var values: [String: Any] = [
      "figures": figures, "shares": shares, "cuts": cuts,
      "faults": Array(faults.prefix(Self.shownRules)), "hasFaults": !faults.isEmpty,
    ]
    let rest = Array(faults.dropFirst(Self.shownRules))
    if !rest.isEmpty {
      values["moreFaults"] = ["count": Quantity.plural(rest.count, "more rule"), "rows": rest]
    }
    return values
  }

  private var figures: [[String: Any]] {
    let totals = report.totals
    var figures = [
      figure("Inputs", Quantity.count(totals.inputs)),
      figure(
        "With Nielsen tags",
        Quantity.count(totals.inputsWithTags),
        Quantity.share(totals.inputsWithTags, of: totals.inputs) + " of inputs"
      ),
      figure("DATA tags", Quantity.count(totals.tags.data)),
      figure("INFO tags", Quantity.count(totals.tags.info)),
      figure("Content", Quantity.clock(totals.duration), "h:mm:ss"),
      figure("Longest gap", Quantity.seconds(totals.longestGap), "without a DATA tag"),
      figure(
        "Errors",
        Quantity.count(totals.findings[.error] ?? 0),
        Quantity.plural(totals.findings[.warning] ?? 0, "warning")
      ),
    ]
    if report.comparisons.count > 0 {
      figures.append(
        figure(
          "Comparisons",
          Quantity.count(report.comparisons.count),
          "\(Quantity.count(report.comparisons.different)) different"
        )
      )
    }
    if totals.pings > 0 { figures.append(figure("Pings", Quantity.count(totals.pings))) }
    return figures
  }

  private func figure(_ name: String, _ value: String, _ note: String? = nil) -> [String: Any] {
    var figure: [String: Any] = ["name": name, "value": value]
    if let note { figure["note"] = note }
    return figure
  }

  private var shares: [[String: Any]] {
    var start = 0.0
    let total = max(1, report.totals.inputs)
    return Standing.allCases.compactMap { standing in
      guard let count = report.totals.standings[standing] else { return nil }
      let width = Double(count) / Double(total) * 1000
      defer { start += width }
      return [
        "class": standing.styleClass, "mark": standing.mark, "words": standing.words,
        "count": Quantity.count(count), "share": Quantity.share(count, of: total),
        "start": coordinate(start), "width": coordinate(width),
      ]
    }
  }

  private var cuts: [String] {
    var cuts: [String] = []
    if let waiting = report.totals.standings[.waiting] {
      cuts.append(
        "\(Quantity.plural(waiting, "input")) \(waiting == 1 ? "is" : "are") not read yet: run id3tap "
          + "batch again to go on, and then make this report again."
      )
    }
    if report.unlistedInputs > 0 {
      cuts.append(
        "\(Quantity.plural(report.unlistedInputs, "input")) more are counted here but not listed: a "
          + "report lists \(Quantity.count(report.inputs.count))."
      )
    }
    if report.reducedInputs > 0 {
      cuts.append(
        "Details of \(Quantity.plural(report.reducedInputs, "input")) are left out, those that passed "
          + "first: all details together are too large for one page."
      )
    }
    return cuts
  }

  private var faults: [[String: Any]] {
    report.rules.filter { $0.failed + $0.warned > 0 }.enumerated()
      .sorted { one, other in
        let keys = [one, other].map { ($0.element.failed, $0.element.warned, -$0.offset) }
        return keys[0] > keys[1]
      }
      .map { _, tally in
        [
          "rule": tally.rule.rawValue, "failed": Quantity.count(tally.failed),
          "warned": Quantity.count(tally.warned), "passed": Quantity.count(tally.passed),
          "notAssessed": Quantity.count(tally.notAssessed),
          "remedy": RuleDescription.named(tally.rule)?.traits.remedy
            ?? report.remedies[tally.rule] ?? "",
        ]
      }
  }
}

/// A number of a drawing with one decimal.
func coordinate(_ number: Double) -> String {
  let tenths = Int((max(-1e9, min(1e9, number)) * 10).rounded())
  return "\(tenths < 0 ? "-" : "")\(tenths.magnitude / 10).\(tenths.magnitude % 10)"
}
