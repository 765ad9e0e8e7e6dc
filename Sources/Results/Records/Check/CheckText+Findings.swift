import Conformance
import Formats

extension CheckText {
  /// The lines of a finding: its position and message. Its remedy, if any, follows if the finding is the first one of
  /// its rule and does not have the severity `info`.
  func lines(of finding: Finding) -> [String] {
    let places = places(of: finding)
    let indent = String(repeating: " ", count: 8)
    let emphasis: TextEmphasis =
      finding.severity == .error ? .bad : finding.severity == .warning ? .warning : .faint
    let severity = finding.severity.rawValue
    var head = pack(
      places,
      separator: "  ",
      first: "  \(severity) \(finding.rule.rawValue)  ",
      rest: indent
    )
    head[0] = "  " + style.paint(severity, emphasis) + head[0].dropFirst(2 + severity.count)
    var words = PrintableText.escaping(finding.message)
    if finding.count > 1 {
      let last = finding.lastTime.flatMap(Decimals.fixed).map { ", the last at \($0) s" } ?? ""
      words += " (\(finding.count) like this\(last))"
    }
    var lines = head + wrap(words, first: indent, rest: indent)
    let isFirst = report.findings.first { $0.rule == finding.rule } == finding
    if isFirst, finding.severity != .info, let remedy = finding.advice {
      lines += wrap(remedy, first: indent + "→ ", rest: indent + "  ").map {
        style.paint($0, .faint)
      }
    }
    return lines
  }

  /// The position of a finding as strings, with control characters escaped.
  func places(of finding: Finding) -> [String] { finding.places.map(PrintableText.escaping) }
}

extension Finding {
  /// The remedy of the finding or, if the finding has no remedy, of its rule. Nil if there is none.
  package var advice: String? {
    (remedy ?? RuleDescription.named(rule)?.traits.remedy).flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The position of the finding as strings, such as `12.000 s` and `PID 0x102`.
  var places: [String] {
    [
      place.rendition,
      place.time.flatMap(Decimals.fixed).map { "\($0) s" },
      place.wallClock.flatMap(UTCTime.text),
      place.segment.map { "seg \($0)" },
      place.offset.map { "byte \($0)" },
      place.pid.map { "PID 0x\(String($0, radix: 16))" },
      place.line.map { "line \($0)" },
    ].compactMap { $0 }
  }

  /// The finding on one line, for documents: severity, rule, position and message.
  var line: String {
    let words = message + (count > 1 ? " (\(count) like this)" : "")
    return (["\(severity.rawValue) \(rule)"] + places + [words]).joined(separator: "  ")
  }
}

extension CheckText {
  private static let maximumRenditions = 3

  private var streams: [StreamRecord] { report.streams.map(StreamRecord.init) }

  /// The tags that a viewer gets, as text. Tags that several renditions carry are counted once.
  var tagCounts: [String] {
    let tags = ViewerTags(streams, viewer: report.tags)
    let parts = [tags.data, tags.info].map { ViewerTags.words($0) { "\($0)" } }
    let other = "\(report.tags.other) other"
    if tags.renditions > 1 {
      return [
        "\(parts[0]) DATA", "\(parts[1]) INFO in each of \(tags.renditions) renditions", other,
      ]
    }
    let copies = report.copies
    let place = report.streams.contains { $0.rendition != nil } ? "renditions" : "programs"
    let more = "\(copies.data) DATA and \(copies.info) INFO more in other \(place)"
    return ["\(parts[0]) DATA", "\(parts[1]) INFO", other]
      + (copies.data + copies.info > 0 ? [more] : [])
  }

  /// A line that lists the renditions with Nielsen tags. Empty if all renditions have them, or none has.
  var tagRenditionLine: [String] {
    let carrying = streams.carrying.renditions
    guard !carrying.isEmpty, carrying.count < streams.renditions.count else { return [] }
    return wrap("tags \(share(carrying))", first: "  · ", rest: "    ")
  }

  /// The number of findings of a cause and their renditions, as text. Nil if the text would add nothing to the finding
  /// that is shown.
  func like(_ cause: FindingCause) -> String? {
    var seen: Set<String> = []
    let places = cause.findings.compactMap(\.place.rendition).filter { seen.insert($0).inserted }
    var parts: [String] = []
    if cause.count > max(1, places.count) { parts.append("\(cause.count) like this") }
    if streams.renditions.count > 1, !places.isEmpty { parts.append(share(places)) }
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }

  /// Text about the named renditions: `in 2 of 4 renditions: audio/Audio, video/320x180`.
  private func share(_ names: [String]) -> String {
    let all = streams.renditions.count
    guard names.count < all else { return "in all \(names.count) renditions" }
    let shown = names.prefix(Self.maximumRenditions).map(PrintableText.escaping)
    let rest = names.count - shown.count
    return "in \(names.count) of \(all) renditions: "
      + shown.joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
  }
}
