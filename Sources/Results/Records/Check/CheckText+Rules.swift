import Conformance
import Formats

extension CheckText {
  private var title: String {
    let words =
      "  " + Self.padded("rule", to: 29) + Self.padded("state", to: 12)
      + ["found", "minimum", "maximum"].map { Self.padded(left: $0, to: 10) }.joined()
    return style.paint(words, .faint)
  }

  /// The table of rules: first rules that failed, then warnings, remarks about players and passed rules, then rules
  /// that were not assessed, grouped by reason, and finally rules that are turned off.
  var rules: [String] {
    var lines = [title]
    lines += report.rules.ended(.fail, .warn, .info, .pass).map(line(of:))
    let outcomes = RuleOutcome.all(of: report.rules.ended(.notAssessed))
    for reason in NotAssessed.allCases {
      guard let outcome = outcomes.first(where: { $0.reason == reason.rawValue }) else { continue }
      lines += wrap(
        outcome.rules.joined(separator: ", "),
        first: "  " + Self.padded("not assessed", to: 14) + outcome.words + ": ",
        rest: String(repeating: " ", count: 16)
      ).map { style.paint($0, .faint) }
    }
    let off = report.rules.ended(.off).map(\.rule.rawValue)
    lines += wrap(
      off.joined(separator: ", "),
      first: "  " + Self.padded("off", to: 14),
      rest: String(repeating: " ", count: 16)
    )
    return lines
  }

  private func line(of rule: RuleResult) -> String {
    let state = rule.state == .fail ? "FAIL" : rule.state.rawValue
    let emphasis: TextEmphasis =
      rule.state == .fail ? .bad : rule.state == .warn ? .warning : .none
    let numbers = [rule.found, rule.minimum, rule.maximum].map { number in
      Self.padded(left: number.map { String($0) } ?? "-", to: 10)
    }
    return "  " + Self.padded(rule.rule.rawValue, to: 29)
      + style.paint(Self.padded(state, to: 12), emphasis) + numbers.joined()
  }
}

extension CheckText {
  /// The tags that the newest version of each player would show. Players with the same outcome share a line. If earlier
  /// versions miss more tags, the last line lists them.
  var playerSummary: [String] {
    let players = report.rules.compactMap(PlayerLine.init)
    var parts = PlayerGroup.groups(of: players).map { group in
      let reasons = group.line.reasons.isEmpty ? "" : ": \(group.line.reasons)"
      return (mark: group.line.isWhole ? "✓ " : "✕ ", words: group.words + reasons)
    }
    if let earlier = players.earlierWords { parts.append(("· ", earlier)) }
    return parts.enumerated().flatMap { index, part in
      wrap(
        PrintableText.escaping(part.words),
        first: label(index == 0 ? "players" : "", part.mark),
        rest: label("", "  ")
      )
    }
  }

  /// The verdicts of the players named by `--player`, as a table. Reasons are below each player.
  var playerVerdicts: [String] {
    guard !report.players.isEmpty else { return [] }
    let words =
      "  " + Self.padded("player", to: 29) + Self.padded("verdict", to: 15)
      + ["shown", "missed", "moved"].map { Self.padded(left: $0, to: 9) }.joined()
    return [style.paint(words, .faint)] + report.players.flatMap(lines(of:))
  }

  private func lines(of verdict: PlayerVerdict) -> [String] {
    let name = ([verdict.player] + [verdict.version].compactMap { $0 }).joined(separator: " ")
    let (word, emphasis): (String, TextEmphasis) =
      switch verdict.state {
      case .pass: ("pass", .good)
      case .fail: ("FAIL", .bad)
      case .notAssessed: ("not assessed", .none)
      }
    let numbers = [verdict.shown, verdict.missed, verdict.moved].map { number in
      Self.padded(left: number.map { String($0) } ?? "-", to: 9)
    }
    let line =
      "  " + Self.padded(PrintableText.escaping(name), to: 29)
      + style.paint(Self.padded(word, to: 15), emphasis) + numbers.joined()
    var notes = verdict.judgedAs.map { ["not examined: judged as \($0)"] } ?? []
    notes += verdict.reasons
    if let seconds = verdict.movedBy, let text = Decimals.seconds(abs(seconds)) {
      notes.append("up to \(text) s \(seconds < 0 ? "early" : "late")")
    }
    if verdict.basis == "documents", verdict.state != .notAssessed {
      notes.append("based on Apple's documents, not measured")
    }
    guard !notes.isEmpty else { return [line] }
    let text = PrintableText.escaping(notes.joined(separator: ", "))
    return [line] + wrap(text, first: "    ", rest: "    ")
  }
}

extension CheckText {
  /// The segments of a playlist, one line each. A long URI has its own line.
  var segments: [String] {
    guard !report.segments.isEmpty else { return [] }
    let title = "  segments: start, duration, tags (Nielsen), what was read"
    return [style.paint(title, .faint)]
      + report.segments.flatMap { segment in
        let start = segment.start.flatMap(Decimals.fixed) ?? "-"
        let media = segment.media?.rawValue ?? "nothing"
        let parts = [
          "  " + Self.padded(left: start, to: 11),
          Self.padded(left: Decimals.fixed(segment.duration) ?? "-", to: 8),
          Self.padded(left: "\(segment.tags) (\(segment.nielsenTags))", to: 8),
          segment.isComplete ? media : "\(media), incomplete",
          segment.rendition.map(PrintableText.escaping),
          PrintableText.escaping(segment.uri),
        ]
        return pack(
          parts.compactMap { $0 },
          separator: "  ",
          first: "",
          rest: String(repeating: " ", count: 13)
        )
      }
  }
}
