import Conformance
import Documents
import Formats
import Records

/// The details of an input on a page without its script: the same parts in the same order.
struct PlainDetail {
  let report: Report
  let input: InputReport

  private static let shownFindings = 100
  private static let shownTracks = 16
  private static let shownContents = 20

  var html: HTML {
    let status = input.status
    let verdict = HTML.verdict(status.styleClass, status.mark, status.words)
    return """
      <section class="plain" id="\(InputName.id(input.name))">
      <h2>\(input.name) \(verdict)</h2>
      <p class="sentence">\(VerdictSentence(input: input).words)</p>
      \(input.failure.map { "<p class=\"failure\">\($0)</p>\n" })\(missing)\(HTML.facts(facts))\
      \(findings)\(if: !input.isReduced, "\(PlainTimeline(input: input).tracks(Self.shownTracks))")\
      \(players)\(contents)\(owners)\(pings)\(streams)\(rules)</section>

      """
  }

  private var missing: HTML? {
    guard !input.missing.isEmpty else { return nil }
    return """
      <p class="failure">Required and missing: \(input.missing.joined(separator: ", "))</p>

      """
  }

  private var facts: [(name: String, value: String)] {
    let day = input.dayClock.unix(at: 0).flatMap { UTCTime.text($0.rounded(.down)) }
    let clock = day.map { [(name: "Time of day at 0:00:00.0", value: $0)] } ?? []
    return [
      ("DATA tags", input.contentTags.dataWords),
      ("INFO tags", input.contentTags.infoWords),
      ("Other ID3 tags", Quantity.count(input.tags.other)),
      ("Length", Quantity.moment(input.duration)),
      ("First tag", Quantity.moment(input.firstTag)),
      ("Last tag", Quantity.moment(input.lastTag)),
      ("Longest gap", Quantity.length(input.longestGap)),
    ] + clock
  }

  private var findings: HTML? {
    let findings = input.findings.prefix(Self.shownFindings)
    guard !findings.isEmpty else { return nil }
    return """
      <h3>Findings</h3>
      <div class="findings">
      \(findings.map(finding))</div>

      """
  }

  private func finding(_ finding: Finding) -> HTML {
    let count: HTML? =
      finding.count > 1
      ? " <span class=\"count\">\(Quantity.count(finding.count)) like this</span>" : nil
    let remedy =
      RuleDescription.named(finding.rule)?.traits.remedy ?? report.remedies[finding.rule]
    return """
      <article class="finding \(finding.severity.rawValue)"><h4>\
      <span class="severity">\(finding.severity.rawValue)</span> \(RuleTitle.words(finding.rule)) \
      <code>\(finding.rule.rawValue)</code></h4><p>\(finding.message)\(count)\
      <span class="place">\(input.placeWords(finding))</span></p>\
      \(remedy.map { "<p class=\"remedy\"><b>What to do:</b> \($0)</p>" })</article>

      """
  }

  private var players: HTML? {
    let lines = report.players(of: input)
    let tone = input.verdict == .pass ? "off" : input.verdict == .warn ? "warn" : "fail"
    let groups = PlayerGroup.groups(of: lines).map { group -> HTML in
      let (style, mark) = group.isWhole ? ("pass", "✓") : (tone, "✕")
      return """
        <li>\(HTML.verdict(style, mark, group.words)) <small>\(group.reasons)</small></li>

        """
    }
    let earlier = lines.earlierWords.map { words -> HTML in "<li><small>\(words)</small></li>\n" }
    guard !groups.isEmpty || earlier != nil else { return nil }
    return """
      <h3>Players</h3>
      <ul class="players">
      \(groups)\(earlier)</ul>

      """
  }

  private var contents: HTML? {
    guard !input.contentRows.isEmpty else { return nil }
    let rows = input.contentRows.prefix(Self.shownContents).map { row -> HTML in
      """
      <tr><td><code>\(ContentSpans.words(row.span.fd))</code></td>\
      <td><code>\(ContentSpans.words(row.span.pc))</code></td>\
      <td class="times">\(Quantity.moment(row.span.start)) – \(Quantity.moment(row.span.end))</td>\
      <td class="number" data-label="DATA">\(Quantity.count(row.span.tags))</td><td>\(row.streams)</td></tr>

      """
    }
    let more = input.contentRows.count - rows.count
    return """
      <h3>Content ids</h3>
      <div class="scroll"><table class="contents">
      <thead><tr><th scope="col">FD (final distributor)</th><th scope="col">PC (program content)</th>\
      <th scope="col">From – to</th><th scope="col" class="number">DATA</th><th scope="col">Stream</th>\
      </tr></thead>
      <tbody>
      \(rows)</tbody>
      </table></div>
      \(if: more > 0, .cut(Quantity.plural(more, "more span")))
      """
  }

  private var owners: HTML? {
    let rows = input.knownOwners.rows
    guard !rows.isEmpty else { return nil }
    let items = rows.map { row -> HTML in
      """
      <li><code>\(row.owner)</code>: \(Quantity.plural(row.tags, "tag")) \
      <small>\(OtherOwners.note(row.owner))</small></li>

      """
    }
    return """
      <h3>Other ID3 tags</h3>
      <ul>
      \(items)</ul>

      """
  }

  private var pings: HTML? {
    guard input.pings.total > 0 else { return nil }
    let kinds = zip(input.pings.kinds, input.pings.counts).map { kind, count in
      let name = kind.product == kind.type ? kind.type : "\(kind.product) \(kind.type)"
      return "\(Quantity.count(count)) \(name)"
    }
    let words =
      Quantity.plural(input.pings.total, "ping")
      + (kinds.isEmpty ? "" : ": " + kinds.joined(separator: ", ")) + "."
      + (input.costOfGaps.map { " \($0)" } ?? "")
    return "<h3>Pings</h3>\n<p>\(words)</p>\n"
  }

  private var streams: HTML? {
    guard !input.streams.isEmpty else { return nil }
    return """
      <h3>Streams</h3>
      <div class="scroll"><table class="streams">
      <thead><tr><th scope="col">Stream</th><th scope="col">Carried in</th>\
      <th scope="col" class="number">DATA</th><th scope="col" class="number">INFO</th>\
      <th scope="col">Verdict</th></tr></thead>
      <tbody>
      \(input.streams.map(stream))</tbody>
      </table></div>

      """
  }

  private func stream(_ stream: InputReport.Stream) -> HTML {
    let cover = TrackCover(input, results: report.results(of: input)).words(of: stream, in: input)
    let status = InputStatus(stream.verdict)
    let name = stream.rendition ?? "transport stream"
    let verdict =
      cover.map { HTML.verdict("off", "–", $0) }
      ?? .verdict(status.styleClass, status.mark, status.words)
    return """
      <tr><th scope="row">\(stream.program.map { "\(name), program \($0)" } ?? name)</th>\
      <td>\(stream.carriage ?? Quantity.unknown)</td>\
      <td class="number" data-label="DATA">\(Quantity.count(stream.data))</td>\
      <td class="number" data-label="INFO">\(Quantity.count(stream.info))</td><td>\(verdict)</td></tr>

      """
  }

  // MARK: - Rules

  private var rules: HTML? {
    let results = report.results(of: input).filter { $0.state != .off }
    guard !results.isEmpty else { return nil }
    let summary = RuleSummary(results)
    let words = summary.brokenWords
    let informing = "\(Quantity.count(summary.informing.count)) for information"
    let passed = "\(Quantity.count(summary.passed.count)) passed"
    return """
      <h3>Rules</h3>
      \(if: summary.broken.isEmpty, "<p>\(words)</p>\n")\(table("broken", words, summary.broken))\
      \(table("informing", informing, summary.informing))\(table("passed", passed, summary.passed))\
      \(unassessed(summary))
      """
  }

  private func table(_ style: String, _ words: String, _ results: [RuleResult]) -> HTML? {
    guard !results.isEmpty else { return nil }
    let rows = results.map { result -> HTML in
      let numbers = [
        ("found", result.found), ("minimum", result.minimum), ("maximum", result.maximum),
      ]
      return """
        <tr><th scope="row"><code>\(result.rule.rawValue)</code></th><td>\(result.state.rawValue)</td>\
        \(numbers.map { "<td class=\"number\" data-label=\"\($0.0)\">\(Quantity.count($0.1))</td>" })\
        <td class="remark">\(result.remark ?? "")</td></tr>

        """
    }
    return """
      <details class="\(style)"><summary>\(words)</summary>
      <table class="rules">
      <thead><tr><th scope="col">Rule</th><th scope="col">State</th>\
      <th scope="col" class="number">Found</th><th scope="col" class="number">Minimum</th>\
      <th scope="col" class="number">Maximum</th><th scope="col">Remark</th></tr></thead>
      <tbody>
      \(rows)</tbody>
      </table>
      </details>

      """
  }

  private func unassessed(_ summary: RuleSummary) -> HTML? {
    guard !summary.unassessed.isEmpty else { return nil }
    let items = summary.unassessed.map { group -> HTML in
      let rules = group.rules.map(\.rawValue).joined(separator: ", ")
      return "<div><dt>\(group.reason) (\(group.rules.count))</dt><dd>\(rules)</dd></div>\n"
    }
    return """
      <details class="unassessed"><summary>\(Quantity.count(summary.unassessedCount)) not assessed: \
      why</summary>
      <dl class="reasons">
      \(items)</dl></details>

      """
  }
}

extension InputReport {
  /// The place of a finding as text: `0:01:58.5 (22:15:18 UTC) · video/1280x720/3200000 · byte 3,384`.
  func placeWords(_ finding: Finding) -> String {
    let place = finding.place
    let last = finding.count > 1 ? finding.lastTime : nil
    let times = [place.time, last].compactMap { time in time.map { Quantity.moment($0) } }
    let unix = place.wallClock ?? place.time.flatMap(dayClock.unix)
    let day = Quantity.timeOfDay(unix).map { "(\($0))" }
    let moment = [times.isEmpty ? nil : times.joined(separator: " – "), day].compactMap { $0 }
    let parts = [
      moment.isEmpty ? nil : moment.joined(separator: " "),
      place.rendition,
      place.segment.map { "segment \($0)" },
      place.offset.map { "byte \(Quantity.count(Int(clamping: $0)))" },
      place.program.map { "program \($0)" },
      place.pid.map { "PID 0x\(String($0, radix: 16)) (\($0))" },
    ]
    return parts.compactMap { $0 }.joined(separator: " · ")
  }
}
