import Conformance
import Formats

extension CheckText {
  /// What the newest versions of players would show, one line for those with the same outcome; what earlier
  /// versions miss is in the last one.
  var playerSummary: [String] {
    let players = report.rules.compactMap(PlayerLine.init)
    var parts = PlayerGroup.groups(of: players).map { group in
      let reasons = group.reasons.isEmpty ? "" : ": \(group.reasons)"
      return (mark: group.isWhole ? "✓ " : "✕ ", words: group.words + reasons)
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

  /// The verdicts of the players that were asked for, as a table, each with its reasons below it.
  var playerVerdicts: [String] {
    guard !report.players.isEmpty else { return [] }
    let words =
      "  " + Self.padded("player", to: 29) + Self.padded("verdict", to: 15)
      + ["shown", "missed", "moved"].map { Self.padded(left: $0, to: 9) }.joined()
    return [style.paint(words, .faint)] + report.players.flatMap(lines(of:))
  }

  private func lines(of verdict: PlayerVerdict) -> [String] {
    let name = ([verdict.player] + [verdict.version].compactMap { $0 }).joined(separator: " ")
    let (word, emphasis): (String, TableCell.Emphasis) =
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
    var notes = verdict.judgedAs.map { ["not examined; as \($0)"] } ?? []
    notes += verdict.reasons
    if let seconds = verdict.movedBy, let text = Decimals.seconds(abs(seconds)) {
      notes.append("up to \(text) s \(seconds < 0 ? "early" : "late")")
    }
    if verdict.basis == "documents", verdict.state != .notAssessed {
      notes.append("by Apple's documents, not measured")
    }
    guard !notes.isEmpty else { return [line] }
    let text = PrintableText.escaping(notes.joined(separator: ", "))
    return [line] + wrap(text, first: "    ", rest: "    ")
  }
}
