import Conformance
import Formats
import Records

/// The details of an input on a page without its script: the same parts in the same order.
struct PlainDetail {
  let report: Report
  let input: InputReport

  private static let shownFindings = 100
  private static let shownTracks = 16
  private static let shownContents = 20

  var values: [String: Any] {
    let results = report.results(of: input).filter { $0.state != .off }
    let summary = RuleSummary(results)
    let pings = input.pings.total
    var values: [String: Any] = [
      "id": InputName.id(input.name),
      "name": input.name, "class": input.status.styleClass, "mark": input.status.mark,
      "verdict": input.status.words, "sentence": VerdictSentence(input: input).words,
      "facts": facts,
      "tracks": input.isReduced ? [] : PlainTimeline(input: input).tracks(Self.shownTracks),
      "players": players, "contents": contents,
      "moreContents": more(input.contentRows.count - Self.shownContents, "span"),
      "owners": input.knownOwners.rows.map {
        [
          "owner": $0.owner, "tags": Quantity.plural($0.tags, "tag"),
          "note": OtherOwners.note($0.owner),
        ]
      },
      "findings": input.findings.prefix(Self.shownFindings).map(finding),
      "pings": pings > 0 ? [pingWords] : [],
      "streams": input.streams.map(stream),
      "hasRules": !results.isEmpty, "broken": summary.brokenWords,
      "rules": summary.broken.map(rule), "informing": summary.informing.map(rule),
      "informingWords": "\(Quantity.count(summary.informing.count)) for information",
      "passed": summary.passed.map(rule),
      "passedWords": "\(Quantity.count(summary.passed.count)) passed",
      "unassessed": summary.unassessed.map {
        [
          "reason": "\($0.reason) (\($0.rules.count))",
          "rules": $0.rules.map(\.rawValue).joined(separator: ", "),
        ]
      },
      "unassessedWords": "\(Quantity.count(summary.unassessedCount)) not assessed: why",
    ]
    let lists = [
      "players", "contents", "owners", "findings", "streams", "rules", "informing", "passed",
      "unassessed",
    ]
    for list in lists {
      values["has" + list] = !((values[list] as? [Any])?.isEmpty ?? true)
    }
    if !input.missing.isEmpty { values["missing"] = input.missing.joined(separator: ", ") }
    if let failure = input.failure { values["failure"] = failure }
    return values
  }

  private func more(_ count: Int, _ word: String) -> [String] {
    count > 0 ? ["\(Quantity.plural(count, "more \(word)"))"] : []
  }

  private var facts: [[String: Any]] {
    let day = input.dayClock.unix(at: 0).flatMap { UTCTime.text($0.rounded(.down)) }
    let facts = [
      ("DATA tags", input.contentTags.dataWords),
      ("INFO tags", input.contentTags.infoWords),
      ("Other ID3 tags", Quantity.count(input.tags.other)),
      ("Length", Quantity.moment(input.duration)),
      ("First tag", Quantity.moment(input.firstTag)),
      ("Last tag", Quantity.moment(input.lastTag)),
      ("Longest gap", Quantity.length(input.longestGap)),
    ]
    let clock = day.map { [("Time of day at 0:00:00.0", $0)] } ?? []
    return (facts + clock).map { ["name": $0.0, "value": $0.1] }
  }

  private var players: [[String: Any]] {
    let lines = report.players(of: input)
    let tone = input.verdict == .pass ? "off" : input.verdict == .warn ? "warn" : "fail"
    let groups = PlayerGroup.groups(of: lines).map { group -> [String: Any] in
      [
        "class": group.isWhole ? "pass" : tone, "mark": group.isWhole ? "✓" : "✕",
        "words": group.words, "reasons": group.reasons,
      ]
    }
    return groups + [lines.earlierWords].compactMap { $0.map { ["earlier": $0] } }
  }

  private var contents: [[String: Any]] {
    input.contentRows.prefix(Self.shownContents).map { row in
      [
        "fd": ContentSpans.words(row.span.fd), "pc": ContentSpans.words(row.span.pc),
        "from": Quantity.moment(row.span.start), "to": Quantity.moment(row.span.end),
        "tags": Quantity.count(row.span.tags), "streams": row.streams,
      ]
    }
  }

  private var pingWords: String {
    let kinds = zip(input.pings.kinds, input.pings.counts).map { kind, count in
      let name = kind.product == kind.type ? kind.type : "\(kind.product) \(kind.type)"
      return "\(Quantity.count(count)) \(name)"
    }
    return Quantity.plural(input.pings.total, "ping")
      + (kinds.isEmpty ? "" : ": " + kinds.joined(separator: ", ")) + "."
      + (input.costOfGaps.map { " \($0)" } ?? "")
  }

  private func stream(_ stream: InputReport.Stream) -> [String: Any] {
    let cover = TrackCover(input, results: report.results(of: input)).words(of: stream, in: input)
    let status = InputStatus(stream.verdict)
    let name = stream.rendition ?? "transport stream"
    return [
      "name": stream.program.map { "\(name), program \($0)" } ?? name,
      "carriage": stream.carriage ?? Quantity.unknown, "data": Quantity.count(stream.data),
      "info": Quantity.count(stream.info), "class": cover == nil ? status.styleClass : "off",
      "mark": cover == nil ? status.mark : "–", "verdict": cover ?? status.words,
    ]
  }

  private func rule(_ result: RuleResult) -> [String: Any] {
    [
      "rule": result.rule.rawValue, "state": result.state.rawValue,
      "remark": result.remark ?? "",
      "found": Quantity.count(result.found), "minimum": Quantity.count(result.minimum),
      "maximum": Quantity.count(result.maximum),
    ]
  }

  private func finding(_ finding: Finding) -> [String: Any] {
    var values: [String: Any] = [
      "rule": finding.rule.rawValue, "title": RuleTitle.words(finding.rule),
      "severity": finding.severity.rawValue, "message": finding.message,
      "place": input.placeWords(finding),
    ]
    if finding.count > 1 { values["count"] = Quantity.count(finding.count) }
    if let remedy = RuleDescription.named(finding.rule)?.traits.remedy
      ?? report.remedies[finding.rule]
    {
      values["remedy"] = remedy
    }
    return values
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
