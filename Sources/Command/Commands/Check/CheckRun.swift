import Conformance
import Presentation
import Records
import System
import TimedMetadata

/// Checks inputs one after the other and writes a report for each.
final class CheckRun {
  private let options: CheckOptions
  private let templates: ChannelTemplates?
  private let detail: CheckRow.Detail
  private let listsAllRules: Bool
  private var current: (name: String, checker: Checker)?
  /// Whether an input has one of the verdicts `fail`, `absent` and `not-judged`.
  private(set) var hasFailed = false
  private var counts = VerdictCounts()
  private var series = SegmentSeries()
  private var explained: Set<RuleID> = []

  init(
    options: CheckOptions,
    templates: ChannelTemplates?,
    detail: CheckRow.Detail,
    listsAllRules: Bool
  ) {
    self.options = options
    self.templates = templates
    self.detail = detail
    self.listsAllRules = listsAllRules
  }

  /// Reads an input to its end and writes its report.
  func read(
    _ name: String,
    _ events: TimedMetadataEvents,
    _ rows: RowWriter<CheckRow>,
    _ diagnostics: Diagnostics
  ) async throws {
    let template = templates?.template(of: name)
    if templates != nil, template == nil { diagnostics.notice(ChannelTemplates.missing(name)) }
    current = (name, Checker(input: name, options: options.expecting(template)))
    do {
      for try await event in StreamPass(name, events, diagnostics) {
        current?.checker.receive(event)
      }
    } catch {
      current?.checker.breakOff(at: events.partialSummary)
      throw error
    }
    diagnostics.progress.hide()
    guard var checker = current?.checker else { return }
    current = nil
    try write(checker.report(), rows)
  }

  /// Writes the report of an input that could not be read completely.
  func fail(
    _ name: String,
    _ error: TimedMetadataError,
    isInterrupted: Bool,
    _ rows: RowWriter<CheckRow>
  ) throws {
    let begun = current.flatMap { $0.name == name ? $0.checker : nil }
    current = nil
    // No report is written if nothing was read before the interruption: the verdict would be that tags are missing.
    if isInterrupted, begun == nil { return }
    var checker =
      begun ?? Checker(input: name, options: options.expecting(templates?.template(of: name)))
    // After an interruption, the verdict covers the events read so far.
    try write(isInterrupted ? checker.partialReport() : checker.report(failure: error), rows)
  }

  /// Writes the last lines of a table, with the number of inputs for each verdict, except with `--quiet`.
  func finish(_ rows: RowWriter<CheckRow>) throws(OutputError) {
    guard detail != .verdict else { return }
    try rows.write(note: { style in
      counts.line(style) + "\n"
        + style.paint("Checked without Nielsen's key: not a certification.", .faint)
    })
  }

  private func write(
    _ report: CheckReport,
    _ rows: RowWriter<CheckRow>
  ) throws(OutputError) {
    if report.verdict.failsCheck { hasFailed = true }
    counts.count(report.verdict)
    var report = report
    if let reason = report.notJudged, let series = series.words(for: report.input) {
      report.notJudged = "\(reason); \(series)"
    }
    let row = CheckRow(report, detail: detail, explained: explained, listsAllRules: listsAllRules)
    try rows.write(row)
    explained.formUnion(row.explains)
  }
}

extension Verdict {
  var failsCheck: Bool {
    switch self {
    case .fail, .absent, .notJudged: true
    case .pass, .warn, .unreadable: false
    }
  }
}
