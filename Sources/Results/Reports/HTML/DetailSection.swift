import Conformance
import Formats
import Records

/// The details of an input: its verdict, the effects of its problems, facts, the findings with the timeline, players,
/// the content and times of the tags, pings, streams, and the folded rules.
struct DetailSection {
  let report: Report
  let input: InputReport
  /// The index of the input in the report, for the ids of HTML elements.
  let number: Int
  /// Whether these details are printed on paper. True for the first inputs with a problem.
  let isBlock: Bool
  let isAlone: Bool
  /// Whether the section is short because the report has thousands of inputs and this input passed: facts and streams
  /// are plain lines, rules are only counted, and there are no drawings.
  let isShort: Bool

  private static let shownRows = 6

  var html: HTML {
    let status = input.status
    let verdict = HTML.verdict(status.styleClass, status.mark, status.words)
    let cover = TrackCover(input, results: report.results(of: input))
    let timeline =
      isShort ? nil : Timeline(input: input, number: number, cover: cover).html
    let plots = isShort ? nil : TimingPlots(input: input).html
    let needsTags = plots == nil && !input.tracks.isEmpty && !input.isReduced && !isShort
    return """
      <section class="detail\(if: isBlock, " block")" id="\(InputName.id(input.name))" \
      data-number="\(number)">
      \(if: !isAlone, "<nav class=\"steps\" aria-label=\"Inputs\"><a href=\"#inputs\">‹ All inputs</a></nav>\n")\
      <h2 tabindex="-1">\(HTML.breakable(input.name.isEmpty ? "(no name)" : input.name)) \(verdict)</h2>
      <p class="sentence">\(VerdictSentence(input: input).words)</p>
      \(affected.map { "<p class=\"sentence\"><b>Affects:</b> \($0).</p>\n" })\
      \(input.failure.map { "<p class=\"failure\">\($0)</p>\n" })\(missing)\
      \(isShort ? line(facts.map { "\($0.name): \($0.value)" }) : HTML.facts(facts))\
      \(explained)\(input.cutWords.map(HTML.cut))\
      \(FindingList(report: report, input: input, number: number).html)\
      \(timeline)\(if: isShort, .cut(Self.isNotDrawn))\
      \(players)\(contents)\(owners)\(plots)\(if: needsTags, .cut(Self.needsTags))\
      \(pings)\(streams(cover))\(rules)</section>

      """
  }

  /// The effect of the most serious problem on viewers and ratings. Nil if there is no problem, in a short section, or
  /// in a report of one input, whose overview shows the effect.
  private var affected: String? {
    guard !isAlone, !isShort, let problem = InputProblem.all(of: input, in: report).first else {
      return nil
    }
    var cause = ReportCause(problem)
    cause.add(
      input,
      at: number,
      findings: problem.cause,
      harm: InputHarm(input, strips: []),
      players: report.players(of: input)
    )
    return CauseText(report: report, cause: cause).affects
  }

  private static let isNotDrawn =
    "A report on thousands of inputs has no drawings of inputs that passed: "
    + "run id3tap report on this input alone."
  private static let needsTags =
    "Exact times, content ids and plots need the tags: run id3tap report on the stream itself, or add "
    + "the record of id3tap extract."

  private var explained: HTML? {
    let tags = input.explained.tags
    guard tags > 0 else { return nil }
    return """
      <p>\(Quantity.plural(tags, "tag")) explained field by field; their faults are listed under \
      Findings.</p>

      """
  }

  private var missing: HTML? {
    guard !input.missing.isEmpty else { return nil }
    return """
      <p class="failure">Required and missing: \(input.missing.joined(separator: ", "))</p>

      """
  }

  private var facts: [(name: String, value: String)] {
    let day = input.dayClock.unix(at: 0).flatMap {
      UTCTime.text($0.rounded(.down)).map(IdentityLine.second)
    }
    let clock = day.map { [(name: "Time of day at 0:00:00.0", value: $0)] } ?? []
    return [
      ("DATA tags", tagWords(input.viewerTags.data)),
      ("INFO tags", tagWords(input.viewerTags.info)),
      ("Other ID3 tags", Quantity.count(input.tags.other)),
      ("Length", Quantity.moment(input.duration)),
      ("First tag", Quantity.moment(input.firstTag)),
      ("Last tag", Quantity.moment(input.lastTag)),
      ("Longest gap", Quantity.length(input.longestGap)),
    ] + clock
  }

  /// A number of tags as text, such as `6`, `6 in each of 3 renditions` or `5 to 6 in each of 3 renditions`.
  private func tagWords(_ range: ClosedRange<Int>) -> String {
    let renditions = input.viewerTags.renditions
    return ViewerTags.words(range) { Quantity.count($0) }
      + (renditions > 1 ? " in each of \(renditions) renditions" : "")
  }

  private var players: HTML? {
    let lines = report.players(of: input)
    let tone = input.verdict == .pass ? "off" : input.verdict == .warn ? "warn" : "fail"
    let advised = Set(
      input.findings.filter { $0.severity != .info }.map { report.remedy(of: $0) }
    )
    let groups = PlayerGroup.groups(of: lines).map { group -> HTML in
      let (style, mark) = group.line.isWhole ? ("pass", "✓") : (tone, "✕")
      let remedies = group.line.isWhole ? [] : group.remedies.filter { !advised.contains($0) }
      return """
        <li>\(HTML.verdict(style, mark, group.words))\
        \(if: !group.line.reasons.isEmpty, " <small>\(group.line.reasons)</small>")\
        \(remedies.map { " <small class=\"remedy\">\($0)</small>" })</li>

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
    let hasClock = !input.dayClock.anchors.isEmpty
    let rows = input.contentRows.map { row -> HTML in
      let day = hasClock ? Quantity.timeOfDay(input.dayClock.unix(at: row.span.start)) : nil
      return """
        <tr><td><code>\(ContentSpans.words(row.span.fd))</code></td>\
        <td><code>\(ContentSpans.words(row.span.pc))</code></td>\
        <td class="times">\(Quantity.moment(row.span.start)) – \(Quantity.moment(row.span.end))\
        \(day.map { " <small>(\($0))</small>" })</td>\
        <td class="number" data-label="DATA">\(Quantity.count(row.span.tags))</td><td>\(row.streams)</td></tr>

        """
    }
    let titles = [
      "FD (final distributor)", "PC (program content)", "From – to", "#DATA", "Stream",
    ]
    return table("Content ids", "contents", titles, rows, "spans")
  }

  private var owners: HTML? {
    let rows = input.knownOwners.rows.map { row -> HTML in
      let note = OtherOwners.note(row.owner)
      return """
        <tr><th scope="row"><code>\(row.owner)</code></th>\
        <td class="number" data-label="tags">\(Quantity.count(row.tags))</td>\
        <td>\(note.isEmpty ? Quantity.unknown : note)</td></tr>

        """
    }
    return table("Other ID3 tags", "owners", ["Owner", "#Tags", "Purpose"], rows, "owners")
  }

  /// A table with a heading, in which later rows are folded. Nil if there are no rows.
  private func table(
    _ title: String,
    _ style: String,
    _ titles: [String],
    _ rows: [HTML],
    _ word: String
  ) -> HTML? {
    guard !rows.isEmpty else { return nil }
    let shown = rows.count <= Self.shownRows + 2 ? rows.count : Self.shownRows
    let rest = Array(rows[shown...])
    return """
      <h3>\(title)</h3>
      \(HTML.table(style, titles, Array(rows[..<shown])))\(if: !rest.isEmpty, """
      <details><summary>\(Quantity.count(rest.count)) more \(word)</summary>
      \(HTML.table(style, titles, rest))</details>

      """)
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

  private func streams(_ cover: TrackCover) -> HTML? {
    let hasPrograms = input.streams.contains { $0.program != nil || $0.pid != nil }
    let titles =
      ["Stream"] + (hasPrograms ? ["#Program", "#PID"] : [])
      + ["Carried in", "#DATA", "#INFO", "Verdict"]
    guard !isShort else {
      let lines = input.streams.map { stream in
        line(
          [
            stream.rendition, stream.program.map { "program \($0)" },
            stream.pid.map(Self.words(pid:)),
            stream.carriage, "\(Quantity.count(stream.tags.data)) DATA",
            "\(Quantity.count(stream.tags.info)) INFO",
          ].compactMap { $0 }
        )
      }
      return "\(lines)"
    }
    let rows = input.streams.map { stream($0, cover, hasPrograms: hasPrograms) }
    let hasNames = input.streams.contains { $0.rendition != nil }
    return table(hasNames ? "Renditions" : "Streams", "streams", titles, rows, "streams")
  }

  private func stream(
    _ stream: StreamRecord,
    _ cover: TrackCover,
    hasPrograms: Bool
  ) -> HTML {
    let status = InputStatus(stream.verdict)
    let verdict =
      cover.words(of: stream, in: input).map { HTML.verdict("off", "–", $0) }
      ?? .verdict(status.styleClass, status.mark, status.words)
    func number(_ label: HTML, _ text: String) -> HTML {
      "<td class=\"number\" data-label=\"\(label)\">\(text)</td>"
    }
    return """
      <tr><th scope="row">\(stream.rendition ?? "transport stream")</th>\
      \(if: hasPrograms, number("program", Quantity.count(stream.program)) + number("PID", stream.pid.map(Self.words(pid:)) ?? Quantity.unknown))\
      <td>\(stream.carriage ?? Quantity.unknown)</td>\(number("DATA", Quantity.count(stream.tags.data)))\
      \(number("INFO", Quantity.count(stream.tags.info)))<td>\(verdict)</td></tr>

      """
  }

  private static func words(pid: Int) -> String { "0x\(String(pid, radix: 16)) (\(pid))" }

  private func line(_ parts: [String]) -> HTML { "<p>\(parts.joined(separator: " · "))</p>\n" }

  // MARK: - Rules

  private var rules: HTML? {
    let passed = "\(Quantity.count(report.count(.pass, in: input))) passed"
    let not = "\(Quantity.count(report.count(.notAssessed, in: input))) not assessed"
    guard report.count(.off, in: input) < input.outcomes.count else { return nil }
    guard !isShort else { return "<h3>Rules</h3>\n<p>\(passed), \(not)</p>\n" }
    let results = report.results(of: input)
    let (broken, informing) = (results.ended(.fail, .warn), results.ended(.info))
    let words = broken.isEmpty ? "0 failed" : broken.counts().joined(separator: ", ")
    let passes = results.ended(.pass)
    let unassessed = RuleOutcome.all(of: results.ended(.notAssessed))
    return """
      <section class="rule-folds"><h3>Rules</h3>
      \(if: broken.isEmpty, "<span>\(words)</span>\n")\(table(words, broken))\
      \(if: !informing.isEmpty, list("informing", "\(Quantity.count(informing.count)) for information",
        informing.map { ($0.remark ?? "", [$0.rule.rawValue]) }))\
      \(if: !passes.isEmpty, list("passed", passed, [("", passes.map(\.rule.rawValue))]))\
      \(if: !unassessed.isEmpty, list("unassessed", "\(not): why",
        unassessed.sorted { $0.rules.count > $1.rules.count }.map { ($0.words, $0.rules) }))\
      </section>

      """
  }

  /// A folded list of rules with the same outcome, by reason.
  private func list(
    _ style: String,
    _ words: String,
    _ groups: [(reason: String, rules: [String])]
  ) -> HTML {
    let items = groups.map { group -> HTML in
      let rules = group.rules.joined(separator: ", ")
      guard !group.reason.isEmpty else { return "<p class=\"reasons\"><code>\(rules)</code></p>" }
      return """
        <p class="reasons"><b>\(group.reason)\(if: group.rules.count > 1, " (\(group.rules.count))")</b> \
        <code>\(rules)</code></p>

        """
    }
    return "<details class=\"\(style)\"><summary>\(words)</summary>\n\(items)</details>\n"
  }

  /// A folded table of rules that failed or warned. Nil if there is no such rule.
  private func table(_ words: String, _ results: [RuleResult]) -> HTML? {
    guard !results.isEmpty else { return nil }
    let rows = results.map { result -> HTML in
      let numbers = [
        ("found", result.found), ("minimum", result.minimum), ("maximum", result.maximum),
      ]
      return """
        <tr><th scope="row"><code>\(result.rule.rawValue)</code></th>\
        <td>\(HTML.verdict(result.state.rawValue, Self.mark(result.state), result.state.rawValue))</td>\
        \(numbers.map { "<td class=\"number\" data-label=\"\($0.0)\">\(Quantity.count($0.1))</td>" })\
        <td class="remark">\(result.remark ?? "")</td></tr>

        """
    }
    return """
      <details class="broken"><summary>\(words)</summary>
      \(HTML.table("rules", ["Rule", "State", "#Found", "#Minimum", "#Maximum", "Remark"], rows))\
      </details>

      """
  }

  private static func mark(_ state: RuleResult.State) -> String {
    switch state {
    case .fail: "✕"
    case .warn: "▲"
    case .pass: "✓"
    case .info, .notAssessed, .off: "–"
    }
  }
}

extension InputReport {
  /// Sentences about the parts of the input that are left out of the page, and the reasons.
  var cutWords: [String] {
    var words: [String] = []
    if isReduced {
      words.append(
        "Findings, timeline and plots of this input are left out: the report has too many inputs. "
          + "Create a report on fewer inputs."
      )
    }
    if isCut {
      words.append(
        "Some details are not shown: there are too many findings, streams or markers for one page."
      )
    }
    if tracks.contains(where: { $0.tags.isThinned || $0.strip?.isThinned == true || $0.isCut })
      || pings.isThinned
    {
      words.append(
        "Timeline and plots are thinned out: they show at most \(TagSeries.capacity) tags and "
          + "\(TimelineTrack.segmentCapacity) segments of each stream, and "
          + "\(PingSeries.capacity) pings; INFO tags and long intervals have priority."
      )
    }
    return words
  }
}
