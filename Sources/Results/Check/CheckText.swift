import Conformance
import TimedMetadata

/// A report as a person reads it, on 80 columns unless the terminal is another.
struct CheckText {
  private let report: CheckReport
  private let style: TableStyle
  private let detail: CheckRow.Detail

  private static let standardWidth = 80
  private static let narrowest = 60
  /// What stands in front of the lines about the input: two spaces, a word, two spaces.
  private static let labelWidth = 13

  private var width: Int { max(Self.narrowest, style.width ?? Self.standardWidth) }

  init(_ report: CheckReport, style: TableStyle, detail: CheckRow.Detail) {
    self.report = report
    self.style = style
    self.detail = detail
  }

  /// The lines, each with its end.
  var text: String {
    var lines = [headline]
    if detail != .verdict {
      lines += overview
      lines += CheckTimeline(report.timelines, style: style, width: width).lines
      if detail == .segments { lines += segments }
      lines += rules
      lines += report.findings.flatMap(lines(of:))
      lines += report.missing.map { missing in
        "  " + style.paint("required", .bad) + "   \(Self.words(for: missing))"
      }
      lines.append(
        "  "
          + style.paint(
            "Independent check of what is visible without Nielsen's key. Not affiliated",
            .faint
          )
      )
      lines.append("  " + style.paint("with Nielsen; not a certification.", .faint))
    }
    return lines.joined(separator: "\n") + "\n"
  }

  // MARK: - The input

  private var headline: String {
    let counts = [
      (count(.fail), "failed"), (count(.warn), "warned"), (count(.pass), "passed"),
      (count(.notAssessed), "not assessed"), (count(.off), "off"),
    ]
    let words = counts.filter { $0.0 > 0 || $0.1 != "off" }.map { "\($0.0) \($0.1)" }
    let verdict = style.paint(report.verdict.rawValue.uppercased(), Self.emphasis(report.verdict))
    let name = PrintableText.escaping(report.input)
    guard report.verdict != .unreadable else {
      return "\(name)   \(verdict)   \(PrintableText.escaping(report.failure?.reason ?? ""))"
    }
    return "\(name)   \(verdict)   \(words.joined(separator: ", "))"
  }

  private func count(_ state: RuleResult.State) -> Int {
    report.rules.count { $0.state == state }
  }

  private var overview: [String] {
    let tags = report.tags
    var lines = [
      label("tags", "\(tags.data) DATA, \(tags.info) INFO, \(tags.other) other"),
      label("content", content),
    ]
    if let failure = report.failure {
      lines.append(
        label("error", style.paint(PrintableText.escaping(failure.description), .bad))
      )
    }
    for (index, stream) in report.streams.enumerated() {
      lines.append(label(index == 0 ? "streams" : "", line(of: stream)))
    }
    return lines
  }

  private var content: String {
    guard let duration = report.duration else { return "no clock" }
    let parts = [
      Decimals.seconds(duration).map { "\($0) s" },
      report.firstTag.flatMap(Decimals.seconds).map { "first tag \($0) s" },
      report.lastTag.flatMap(Decimals.seconds).map { "last \($0) s" },
      report.longestGap.flatMap(Decimals.seconds).map { "longest gap \($0) s" },
    ]
    return parts.compactMap { $0 }.joined(separator: ", ")
  }

  private func line(of stream: CheckedStream) -> String {
    let names = [
      stream.rendition.map(PrintableText.escaping),
      stream.program.map { "program \($0)" },
      stream.pid.map { "PID 0x\(String($0, radix: 16)) (\($0))" },
      stream.pid == nil ? stream.carriage?.rawValue : nil,
    ].compactMap { $0 }
    let nielsen = stream.tags.data + stream.tags.info
    let others = stream.tags.other == 0 ? "" : ", \(stream.tags.other) other"
    let name = names.isEmpty ? "" : names.joined(separator: ", ") + ": "
    let verdict = style.paint(stream.verdict.rawValue, Self.emphasis(stream.verdict))
    return "\(name)\(nielsen) tag\(nielsen == 1 ? "" : "s")\(others), \(verdict)"
  }

  private func label(_ word: String, _ text: String) -> String {
    "  " + Self.padded(word, to: Self.labelWidth - 2) + text
  }

  // MARK: - Rules

  /// Failed and warned ones first, then passed, then what was not assessed, by reason.
  private var rules: [String] {
    let title =
      "  " + Self.padded("rule", to: 29) + Self.padded("state", to: 12)
      + ["found", "minimum", "maximum"].map { Self.padded(left: $0, to: 10) }.joined()
    var lines = [style.paint(title, .faint)]
    for state in [RuleResult.State.fail, .warn, .pass] {
      lines += report.rules.filter { $0.state == state }.map(line(of:))
    }
    for reason in NotAssessed.allCases {
      let names = report.rules.filter { $0.notAssessed == reason }.map(\.rule.rawValue)
      lines += wrap(
        names.joined(separator: ", "),
        first: "  " + Self.padded("not assessed", to: 14) + Self.words(for: reason) + ": ",
        rest: String(repeating: " ", count: 16)
      ).map { style.paint($0, .faint) }
    }
    let off = report.rules.filter { $0.state == .off }.map(\.rule.rawValue)
    lines += wrap(
      off.joined(separator: ", "),
      first: "  " + Self.padded("off", to: 14),
      rest: String(repeating: " ", count: 16)
    )
    return lines
  }

  private func line(of rule: RuleResult) -> String {
    let state =
      switch rule.state {
      case .fail: "FAIL"
      default: rule.state.rawValue
      }
    let emphasis: TableCell.Emphasis =
      switch rule.state {
      case .fail: .bad
      case .warn: .warning
      default: .none
      }
    let numbers = [rule.found, rule.minimum, rule.maximum].map { number in
      Self.padded(left: number.map { String($0) } ?? "-", to: 10)
    }
    return "  " + Self.padded(rule.rule.rawValue, to: 29)
      + style.paint(Self.padded(state, to: 12), emphasis) + numbers.joined()
  }

  // MARK: - Findings

  private func lines(of finding: Finding) -> [String] {
    let place = finding.place
    let places = [
      place.rendition.map(PrintableText.escaping),
      place.time.flatMap(Decimals.fixed).map { "\($0) s" },
      place.wallClock.flatMap(UTCTime.text),
      place.segment.map { "seg \(PrintableText.escaping($0))" },
      place.offset.map { "byte \($0)" },
      place.pid.map { "PID 0x\(String($0, radix: 16))" },
      place.line.map { "line \($0)" },
    ].compactMap { $0 }
    let emphasis: TableCell.Emphasis =
      switch finding.severity {
      case .error: .bad
      case .warning: .warning
      case .info: .faint
      }
    let head =
      "  " + style.paint(finding.severity.rawValue, emphasis) + " " + finding.rule.rawValue
      + "  " + places.joined(separator: "  ")
    var words = PrintableText.escaping(finding.message)
    if finding.count > 1 {
      let last = finding.lastTime.flatMap(Decimals.fixed).map { ", the last at \($0) s" } ?? ""
      words += " (\(finding.count) like this\(last))"
    }
    let indent = String(repeating: " ", count: 8)
    var lines = [head] + wrap(words, first: indent, rest: indent)
    // What to do stands once, behind the first finding of a rule.
    let isFirst = report.findings.first { $0.rule == finding.rule } == finding
    if isFirst, finding.severity != .info,
      let remedy = RuleDescription.named(finding.rule)?.traits.remedy, !remedy.isEmpty
    {
      lines += wrap(remedy, first: indent + "→ ", rest: indent + "  ").map {
        style.paint($0, .faint)
      }
    }
    return lines
  }

  // MARK: - Segments

  private var segments: [String] {
    guard !report.segments.isEmpty else { return [] }
    let title = "  segments: start, duration, tags (Nielsen), what was read"
    return [style.paint(title, .faint)]
      + report.segments.map { segment in
        let start = segment.start.flatMap(Decimals.fixed) ?? "-"
        let media = segment.media?.rawValue ?? "nothing"
        let parts = [
          "  " + Self.padded(left: start, to: 11),
          Self.padded(left: Decimals.fixed(segment.duration) ?? "-", to: 8),
          Self.padded(left: "\(segment.tags) (\(segment.nielsenTags))", to: 8),
          Self.padded(segment.isComplete ? media : "\(media), incomplete", to: 16),
          segment.rendition.map(PrintableText.escaping),
          PrintableText.escaping(segment.uri),
        ]
        return parts.compactMap { $0 }.joined(separator: "  ")
      }
  }

  // MARK: - Words

  private static func words(for reason: NotAssessed) -> String {
    switch reason {
    case .needsKey: "needs Nielsen's key"
    case .needsWatermarkDecoder: "needs a watermark decoder"
    case .carriage: "about another carriage"
    case .noTags: "no tags to judge"
    case .tooFewTags: "too few tags"
    case .tooShort: "input too short"
    case .noAudio: "no audio to compare with"
    case .noClock: "no clock"
    case .noWallClock: "no time of day"
    case .heuristicUnconfirmed: "blob model does not fit this stream"
    case .notRead: "not read, or not given"
    case .oneRendition: "only one rendition"
    }
  }

  private static func words(for missing: RequiredPresence) -> String {
    switch missing {
    case .data: "no DATA tag (--require data)"
    case .info: "no INFO tag (--require info)"
    case .audioRendition: "no Nielsen tag in an audio rendition (--require audio-rendition)"
    case .allRenditions: "a rendition has no Nielsen tag (--require all-renditions)"
    }
  }

  private static func emphasis(_ verdict: Verdict) -> TableCell.Emphasis {
    switch verdict {
    case .pass: .good
    case .warn: .warning
    case .fail, .absent, .unreadable: .bad
    }
  }

  // MARK: - Layout

  static func padded(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(text.isEmpty ? 0 : 1, width - text.count))
  }

  private static func padded(left text: String, to width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }

  private func wrap(_ text: String, first: String, rest: String) -> [String] {
    WrappedText.lines(text, width: width, first: first, rest: rest)
  }
}
