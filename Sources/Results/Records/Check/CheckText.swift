import Conformance
import Formats
import TimedMetadata

/// The report of an input as text.
struct CheckText {
  let report: CheckReport
  let style: TableStyle
  let detail: CheckRow.Detail
  let explained: Set<RuleID>

  /// The width of the label at the start of a line about the input: two spaces, a word, and padding.
  private static let labelWidth = 13

  var width: Int { style.textWidth() }

  /// The whole text. Each line ends with a newline.
  var text: String {
    switch detail {
    case .verdict: Self.joined([headline(on: .max)] + caution)
    case .findings: Self.joined(block)
    case .everything: Self.joined(everything)
    }
  }

  private var everything: [String] {
    var lines = [headline(on: width)] + caution + overview
    lines += CheckTimeline(report.timelines, style: style, width: width).lines
    lines += segments + rules
    // Findings about players are left out, because the lines about players follow.
    lines += report.findings.filter { !PlayerLine.isMade(by: $0.rule) }.flatMap(lines(of:))
    lines += report.players.isEmpty ? playerSummary : playerVerdicts
    lines += report.missing.map { missing in
      "  " + style.paint("required", .bad) + "   \(words(for: missing))"
    }
    return lines
  }

  private static func joined(_ lines: [String]) -> String {
    lines.joined(separator: "\n") + "\n"
  }

  // MARK: - The input

  /// The input, its verdict, and the numbers of rules and missing items or, for an unreadable input, the reason. The
  /// headline has two lines if one line is too short.
  private func headline(on width: Int) -> String {
    let missing = report.missing.isEmpty ? [] : ["\(report.missing.count) required but missing"]
    let verdict = report.verdict.rawValue.uppercased()
    let words =
      report.verdict == .unreadable
      ? PrintableText.escaping(report.failure?.reason ?? "")
      : (report.rules.counts(always: 4) + missing).joined(separator: ", ")
    let name = PrintableText.escaping(report.input)
    let isWide = name.count + verdict.count + words.count + 6 > width
    return "\(name)   " + style.paint(verdict, Self.emphasis(report.verdict))
      + (isWide ? "\n  " : "   ") + words
  }

  private var overview: [String] {
    var lines = pack(tagCounts, first: label("tags", ""), rest: label("", ""))
    // A report that compares feeds has no content.
    if report.duration != nil || !report.streams.isEmpty {
      lines += pack(content, first: label("content", ""), rest: label("", ""))
    }
    if report.skippedByteCount > 0 {
      let there = report.byteCount + report.skippedByteCount
      let words = "\(report.byteCount) of \(there) bytes: everything before the samples"
      lines += wrap(words, first: label("fetched", ""), rest: label("", ""))
    }
    if let failure = report.failure {
      let words = PrintableText.escaping(failure.description)
      lines += wrap(words, first: label("error", ""), rest: label("", ""))
    }
    for (index, stream) in report.streams.enumerated() {
      lines += line(of: stream, label: label(index == 0 ? "streams" : "", ""))
    }
    for (index, owner) in report.owners.enumerated() {
      let count = owner.tags == 1 ? "1 tag" : "\(owner.tags) tags"
      let words = "\(owner.owner): \(count)" + (owner.writer.map { ", \($0)" } ?? "")
      lines += wrap(words, first: label(index == 0 ? "owners" : "", ""), rest: label("", "  "))
    }
    return lines
  }

  private var content: [String] {
    guard let duration = report.duration else { return ["no clock"] }
    let parts = [
      Decimals.seconds(duration).map { "\($0) s" },
      report.firstTag.flatMap(Decimals.seconds).map { "first tag \($0) s" },
      report.lastTag.flatMap(Decimals.seconds).map { "last \($0) s" },
      report.longestGap.flatMap(Decimals.seconds).map { "longest gap \($0) s" },
    ]
    return parts.compactMap { $0 }
  }

  func line(of stream: CheckedStream, label start: String) -> [String] {
    let names = [
      stream.rendition.map(PrintableText.escaping),
      stream.program.map { "program \($0)" },
      stream.pid.map { "PID 0x\(String($0, radix: 16)) (\($0))" },
      stream.pid == nil ? stream.carriage?.rawValue : nil,
    ].compactMap { $0 }
    let nielsen = stream.tags.data + stream.tags.info
    let others = stream.tags.other == 0 ? "" : ", \(stream.tags.other) other"
    let name = names.isEmpty ? "" : names.joined(separator: ", ") + ": "
    let tags = "\(name)\(nielsen) tag\(nielsen == 1 ? "" : "s")\(others),"
    let verdict = stream.verdict.rawValue
    var lines = wrap("\(tags) \(verdict)", first: start, rest: label("", "  "))
    if let last = lines.popLast() {
      lines.append(
        last.dropLast(verdict.count) + style.paint(verdict, Self.emphasis(stream.verdict))
      )
    }
    return lines
  }

  func label(_ word: String, _ text: String) -> String {
    "  " + Self.padded(word, to: Self.labelWidth - 2) + text
  }

  func words(for missing: RequiredPresence) -> String {
    switch missing {
    case .data: "no DATA tag (--require data)"
    case .info: "no INFO tag (--require info)"
    case .audioRendition: "no Nielsen tag in an audio rendition (--require audio-rendition)"
    case .allRenditions: "the input or a rendition has no tag (--require all-renditions)"
    case .allPrograms:
      "no Nielsen tag in \(programsWithoutTags) (--require all-programs)"
    }
  }

  private static let maximumPrograms = 10

  private var programsWithoutTags: String {
    let all = report.programsWithoutTags
    guard !all.isEmpty else { return "any program" }
    let names = all.prefix(Self.maximumPrograms).map(String.init).joined(separator: ", ")
    let rest = all.count - Self.maximumPrograms
    return "program\(all.count == 1 ? "" : "s") \(names)" + (rest > 0 ? " and \(rest) more" : "")
  }

  static func emphasis(_ verdict: Verdict) -> TextEmphasis {
    switch verdict {
    case .pass: .good
    case .warn: .warning
    case .fail, .absent, .unreadable: .bad
    case .notJudged: .faint
    }
  }

  // MARK: - Layout

  static func padded(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(text.isEmpty ? 0 : 1, width - text.count))
  }

  static func padded(left text: String, to width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }

  func wrap(_ text: String, first: String, rest: String) -> [String] {
    WrappedText.lines(text, width: width, first: first, rest: rest)
  }

  /// Arranges parts on as few lines as possible without breaking a part.
  func pack(
    _ parts: [String],
    separator: String = ", ",
    first: String,
    rest: String
  ) -> [String] {
    guard !parts.isEmpty else { return [String(first.trimmingSuffix { $0 == " " })] }
    var lines = [first + (parts.first ?? "")]
    for part in parts.dropFirst() {
      let last = lines.count - 1
      if lines[last].count + separator.count + part.count <= width {
        lines[last] += separator + part
      } else {
        if separator == ", " { lines[last] += "," }
        lines.append(rest + part)
      }
    }
    return lines
  }
}

extension String {
  /// The text without its trailing characters that satisfy the condition.
  fileprivate func trimmingSuffix(while isSuch: (Character) -> Bool) -> Substring {
    self[..<(lastIndex { !isSuch($0) }.map(index(after:)) ?? startIndex)]
  }
}
