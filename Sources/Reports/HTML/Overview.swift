import Conformance
import Records

/// The values of the first screen: the headline, the verdicts, and what to fix first.
struct Overview {
  let report: Report
  let index: ReportIndex

  /// Causes that are shown, and those of them that a phone folds.
  private static let shownCauses = 5
  private static let shownOnPhones = 3

  var values: [String: Any] {
    let headline = Headline(report)
    let causes = shown
    var values: [String: Any] = [
      "headline": headline.sentence, "counts": headline.counts,
      "status": headline.status.styleClass, "chips": chips, "cuts": cuts,
      "causes": causes.enumerated().map { number, cause in
        var values = CauseText(report: report, cause: cause).values
        values["isLater"] = number >= Self.shownOnPhones
        return values
      },
      "hasCauses": !causes.isEmpty,
      "heading": causes.first?.severity == .warning ? "Look at first" : "Fix first",
    ]
    if causes.count > Self.shownOnPhones {
      values["later"] = Quantity.count(causes.count - Self.shownOnPhones)
    }
    let rest = index.causes.dropFirst(causes.count)
    if !rest.isEmpty {
      values["otherCauses"] = [
        "count": Quantity.plural(rest.count, "more cause"),
        "rows": rest.prefix(200).map { cause in
          [
            "title": cause.title, "key": cause.key,
            "count": Quantity.plural(cause.occurrences.count, "input"),
          ]
        },
      ]
    }
    return values
  }

  /// Errors, and warnings only as far as there are fewer than three.
  private var shown: [ReportCause] {
    let errors = index.causes.prefix { $0.severity == .error }.prefix(Self.shownCauses)
    return Array(index.causes.prefix(max(Self.shownOnPhones, errors.count)))
  }

  private var chips: [[String: Any]] {
    guard report.totals.inputs > 1 else { return [] }
    let order: [InputStatus] = [
      .fail, .absent, .unreadable, .warn, .notJudged, .pass, .waiting, .notChecked,
    ]
    return order.compactMap { status in
      guard let count = report.totals.statusCounts[status] else { return nil }
      return [
        "class": status.styleClass, "mark": status.mark,
        "words": status.words,
        "verdict": status.words.replacing(" ", with: "%20"), "count": Quantity.count(count),
        "share": Quantity.share(count, of: report.totals.inputs),
      ]
    }
  }

  private var cuts: [String] {
    var cuts: [String] = []
    if let waiting = report.totals.statusCounts[.waiting] {
      cuts.append(
        "\(Quantity.plural(waiting, "input")) \(waiting == 1 ? "is" : "are") not read yet: run id3tap "
          + "batch again to continue, and then make this report again."
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
}

/// The rules that failed or warned, the worst first.
struct RuleSection {
  let report: Report

  var values: [String: Any] {
    let rows = rows
    return ["rows": rows, "count": Quantity.plural(rows.count, "rule"), "hasRows": !rows.isEmpty]
  }

  private var rows: [[String: Any]] {
    report.rules.filter { $0.failed + $0.warned > 0 }.enumerated()
      .sorted { one, other in
        let keys = [one, other].map { ($0.element.failed, $0.element.warned, -$0.offset) }
        return keys[0] > keys[1]
      }
      .map { _, tally in
        [
          "rule": tally.rule.rawValue, "title": RuleTitle.words(tally.rule),
          "failed": Quantity.count(tally.failed), "warned": Quantity.count(tally.warned),
          "passed": Quantity.count(tally.passed), "notAssessed": Quantity.count(tally.notAssessed),
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
