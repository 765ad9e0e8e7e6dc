import Conformance
import Formats
import System

/// Writes a report in Prometheus' text exposition format, version 0.0.4, in base units: seconds. It is for
/// the textfile collector of node_exporter, which adds the time of the file.
package struct PrometheusReport {
  private let report: Report

  package init(_ report: Report) { self.report = report }

  /// One line: its labels and its value.
  private typealias Sample = (labels: [(String, String)], value: String)

  private var tags: [Sample] {
    report.inputs.filter { $0.status != .waiting }.flatMap { input -> [Sample] in
      let counts = [
        ("data", input.tags.data), ("info", input.tags.info), ("other", input.tags.other),
      ]
      // The absence of DATA tags gets a sample.
      return counts.filter { kind, count in kind == "data" || count > 0 }
        .map { kind, count in ([("input", input.name), ("kind", kind)], String(count)) }
    }
  }

  /// Of the many rules only those with something to say: a series that is not there counts as none.
  private var brokenRules: [Sample] {
    report.rules.flatMap { tally -> [Sample] in
      let rule = ("rule", tally.rule.rawValue)
      return [("fail", tally.failed), ("warn", tally.warned)].filter { $0.1 > 0 }
        .map { state, count in ([rule, ("state", state)], String(count)) }
    }
  }

  package func write(to destination: OutputDestination) throws(OutputError) {
    let inputs = report.inputs
    let verdicts = InputStatus.allCases.map { status -> Sample in
      ([("verdict", status.styleClass)], String(report.totals.statusCounts[status] ?? 0))
    }
    try write("id3tap_inputs", "Inputs by verdict.", verdicts, to: destination)
    try write("id3tap_rule_inputs", "Inputs that break a rule.", brokenRules, to: destination)
    try write(
      "id3tap_input_verdict",
      "Is 1 for the verdict that an input has.",
      inputs.map { ([("input", $0.name), ("verdict", $0.status.styleClass)], "1") },
      to: destination
    )
    try write("id3tap_input_tags", "Tags of an input by kind.", tags, to: destination)
    try write(
      "id3tap_input_findings",
      "Findings of an input by severity.",
      inputs.flatMap { input -> [Sample] in
        guard input.isChecked || !input.findings.isEmpty else { return [] }
        return Severity.allCases.compactMap { severity in
          guard let count = input.findingCounts[severity], count > 0 else { return nil }
          return ([("input", input.name), ("severity", severity.rawValue)], String(count))
        }
      },
      to: destination
    )
    try writeSeconds("duration", "Length of an input.", \.duration, to: destination)
    try writeSeconds("first_tag", "Time of the first Nielsen tag.", \.firstTag, to: destination)
    try writeSeconds("last_tag", "Time of the last Nielsen tag.", \.lastTag, to: destination)
    try writeSeconds(
      "longest_gap",
      "Longest time without a DATA tag in one stream.",
      \.longestGap,
      to: destination
    )
    try write(
      "id3tap_input_pings",
      "Pings of an input.",
      inputs.filter { $0.pings.total > 0 }.map {
        ([("input", $0.name)], String($0.pings.total))
      },
      to: destination
    )
    try write(
      "id3tap_comparison_differences",
      "Differences between expected and seen pings.",
      report.comparisons.comparisons.map {
        ([("expected", $0.expected), ("actual", $0.actual)], String($0.differenceCount))
      },
      to: destination
    )
  }

  private func writeSeconds(
    _ name: String,
    _ help: String,
    _ value: (InputReport) -> Double?,
    to destination: OutputDestination
  ) throws(OutputError) {
    let samples = report.inputs.compactMap { input -> Sample? in
      value(input).flatMap(Decimals.seconds).map { ([("input", input.name)], $0) }
    }
    try write("id3tap_input_\(name)_seconds", help, samples, to: destination)
  }

  private func write(
    _ name: String,
    _ help: String,
    _ samples: [Sample],
    to destination: OutputDestination
  ) throws(OutputError) {
    guard !samples.isEmpty else { return }
    try destination.append { $0 += "# HELP \(name) \(help)\n# TYPE \(name) gauge\n".utf8 }
    for sample in samples {
      let labels = sample.labels.map { "\($0.0)=\"\(PrometheusLabel.escaping($0.1))\"" }
      let line = "\(name){\(labels.joined(separator: ","))} \(sample.value)\n"
      try destination.append { $0 += line.utf8 }
    }
  }
}
