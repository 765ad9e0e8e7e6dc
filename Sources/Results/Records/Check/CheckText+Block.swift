import Conformance
import Formats

extension CheckText {
  /// The text without `--verbose`. For an input that passed or was not judged, it has a few lines. For any other input,
  /// it has the verdict, the faults and their remedies.
  var block: [String] {
    guard report.verdict != .pass, report.verdict != .notJudged else {
      return verdictLines + caution + (style.namesInputs ? [] : programsWithoutTags)
        + playerVerdicts
    }
    return style.namesInputs ? verdictLines + shortProblems + playerVerdicts : detailedBlock
  }

  /// A line for each program stream with the verdict `absent`, which the verdict on the input does not show.
  private var programsWithoutTags: [String] {
    report.streams.filter { $0.verdict == .absent && $0.program != nil && $0.rendition == nil }
      .enumerated().flatMap { line(of: $1, label: label($0 == 0 ? "streams" : "", "")) }
  }

  /// The faults of an input in a list of inputs. Only the first few causes have a message and a remedy.
  private var shortProblems: [String] {
    let shown = causes.prefix(Self.maximumShortCauses)
    var lines = tagRenditionLine + failureLines + shown.flatMap(shortLines(of:)) + missingLines
    let rest = causes.dropFirst(shown.count).map(\.rule.rawValue)
    if !rest.isEmpty {
      let words = "… and \(rest.count) more: \(rest.joined(separator: ", "))"
      lines += wrap(words, first: "  ", rest: "    ").map { style.paint($0, .faint) }
    }
    return lines
  }

  /// The faults of a single input in full, without the rules that passed.
  private var detailedBlock: [String] {
    var lines = verdictLines
    if report.streams.count > 1 {
      for (index, stream) in report.streams.enumerated() {
        lines += line(of: stream, label: label(index == 0 ? "streams" : "", ""))
      }
    }
    lines += CheckTimeline(report.timelines, style: style, width: width).lines
    lines += failureLines
    for cause in causes { lines += [""] + detailedLines(of: cause) }
    lines += missingLines
    if report.verdict != .unreadable {
      let counts = report.rules.counts().joined(separator: ", ")
      lines += [""] + (report.players.isEmpty ? playerSummary : playerVerdicts)
      lines += wrap("\(counts) (--verbose lists them)", first: "  ", rest: "  ")
        .map { style.paint($0, .faint) }
    }
    return lines
  }

  /// The maximum number of causes described for each input in a list of inputs. Further causes are only named.
  static let maximumShortCauses = 3
  /// The maximum number of findings per cause whose positions are shown.
  private static let maximumPlaces = 4

  private var causes: [FindingCause] { FindingCause.causes(of: report.findings) }

  // MARK: - The verdict

  /// The name of the input, its content, and the verdict at the right edge.
  private var verdictLines: [String] {
    let name = PrintableText.escaping(report.input)
    let verdict = report.verdict.rawValue.uppercased()
    let painted = style.paint(verdict, Self.emphasis(report.verdict))
    let end = width - max(Self.verdictWidth, verdict.count)
    // If the line has no room for the duration, it may still have room for the numbers of tags.
    let short = "\(report.tags.data) DATA, \(report.tags.info) INFO"
    let choices = contentWords.map { ["  " + $0, "  " + short] } ?? []
    let words = choices.first { name.count + $0.count + 2 <= end } ?? ""
    let space = String(repeating: " ", count: max(2, end - name.count - words.count))
    let line = name + style.paint(words, .faint) + space + painted
    // If a long name leaves no room for the content, the content gets its own line.
    return [line] + (words.isEmpty ? choices.prefix(1).map { style.paint($0, .faint) } : [])
  }

  /// The number of columns reserved for the verdict, so that verdicts of up to six letters begin in the same column.
  private static let verdictWidth = 6

  /// The content as text: `39 DATA, 2 INFO in 0:06:30`. Nil for the verdict `unreadable`.
  private var contentWords: String? {
    guard report.verdict != .unreadable else { return nil }
    let tags = tagCounts.prefix(2).joined(separator: ", ")
    let words = tags + (report.duration.map { " in \(ClockText.text(of: $0))" } ?? "")
    return words
  }

  var caution: [String] {
    report.notJudged.map { wrap(PrintableText.escaping($0), first: "  · ", rest: "    ") } ?? []
  }

  // MARK: - What is wrong

  private var failureLines: [String] {
    guard let failure = report.failure else { return [] }
    let words = [failure.reason, failure.remedy].filter { !$0.isEmpty }.joined(separator: ": ")
    return marked(.error, wrap(PrintableText.escaping(words), first: "  ✕ ", rest: "    "))
  }

  private var missingLines: [String] {
    report.missing.flatMap { missing in
      marked(.error, wrap("required: \(words(for: missing))", first: "  ✕ ", rest: "    "))
    }
  }

  private func shortLines(of cause: FindingCause) -> [String] {
    guard let first = cause.findings.first else { return [] }
    let times = cause.times.map { " \(ClockText.text(of: $0))" } ?? ""
    let count = like(cause).map { " (\($0))" } ?? ""
    let words =
      "\(RuleTitle.wordsAndID(cause.rule))\(times): "
      + "\(PrintableText.escaping(first.message))\(count)\(also(cause))"
    let lines = marked(cause.severity, wrap(words, first: mark(cause.severity), rest: "    "))
    return lines + remedyLines(of: cause)
  }

  private func detailedLines(of cause: FindingCause) -> [String] {
    guard let first = cause.findings.first else { return [] }
    let title = mark(cause.severity) + RuleTitle.wordsAndID(cause.rule)
    let times = cause.times.map(ClockText.text(of:)) ?? ""
    let space = String(repeating: " ", count: max(2, width - title.count - times.count))
    // A long title leaves no room for the times.
    let isWide = title.count + 2 + times.count > width
    var lines = marked(
      cause.severity,
      times.isEmpty ? [title] : isWide ? [title, "    " + times] : [title + space + times]
    )
    let count = cause.count > 1 ? " (\(cause.count) like this)" : ""
    let words = PrintableText.escaping(first.message) + count + also(cause)
    lines += wrap(words, first: "    ", rest: "    ") + remedyLines(of: cause)
    for finding in cause.findings.prefix(Self.maximumPlaces) {
      let places = places(of: finding)
      guard !places.isEmpty else { continue }
      lines += pack(places, separator: "  ", first: "    ", rest: "      ")
        .map { style.paint($0, .faint) }
    }
    let rest = cause.findings.count - Self.maximumPlaces
    if rest > 0 { lines.append(style.paint("    … and \(rest) more places", .faint)) }
    return lines
  }

  private func also(_ cause: FindingCause) -> String {
    let rules = cause.consequentRules.map(\.rawValue)
    return rules.isEmpty ? "" : "; also \(rules.joined(separator: ", "))"
  }

  private func remedyLines(of cause: FindingCause) -> [String] {
    guard !explained.contains(cause.rule), let remedy = cause.remedy else { return [] }
    return wrap(PrintableText.escaping(remedy), first: "    → ", rest: "      ")
      .map { style.paint($0, .faint) }
  }

  private func mark(_ severity: Severity) -> String {
    switch severity {
    case .error: "  ✕ "
    case .warning: "  ! "
    case .info: "  · "
    }
  }

  /// The lines, with a coloured severity mark at the start of the first line.
  private func marked(_ severity: Severity, _ lines: [String]) -> [String] {
    guard let first = lines.first else { return [] }
    let mark = mark(severity)
    let emphasis: TextEmphasis = severity == .error ? .bad : .warning
    return [
      "  " + style.paint("\(mark.dropFirst(2).dropLast())", emphasis) + " "
        + first.dropFirst(mark.count)
    ] + lines.dropFirst()
  }
}
