import Conformance
import Records

/// A cause of problems in words: its title, where and when it occurs, its effects, and the remedy.
struct CauseText {
  let report: Report
  let cause: ReportCause

  /// The number of inputs to name: all inputs if there are at most three, otherwise two.
  private var shownInputs: Int { cause.occurrences.count > 3 ? 2 : 3 }

  /// The cause as an item of the list. On small screens, items that are `isLater` are folded.
  func html(isLater: Bool) -> HTML {
    let occurrences = cause.occurrences
    let rest = occurrences.count - shownInputs
    return """
      <li\(if: isLater, " class=\"later\"")><b>\(title)</b>\
      \(if: occurrences.count > 1, .filter(cause, Quantity.plural(occurrences.count, "input"))): \
      <span class="where">\(inputs, separator: ", ")\(if: rest > 0, " and \(Quantity.count(rest)) more").\
      </span> <b>Affects:</b> \(affects).\(remedy.map { " <b>Do:</b> \($0)" })</li>

      """
  }

  var remedy: String? {
    switch cause.kind {
    case .rule: cause.remedy
    case .required: "Restore the missing tags, or remove the requirement from --require."
    case .unreadable: reason?.remedy ?? "See the reason for each input, then check it again."
    }
  }

  /// The title of the cause, with the length of the longest gap or the reason if there is one.
  var title: String {
    switch cause.kind {
    case .rule(let rule):
      if rule.rawValue == "cadence-gap", cause.longestGap > 0 {
        return "\(cause.title), up to \(Quantity.length(cause.longestGap))"
      }
      return cause.title
    case .required: return "R" + LongText.cut(cause.message, to: 80).dropFirst()
    case .unreadable:
      return reason.map { "\(cause.title): \(LongText.cut($0.what, to: 80))" } ?? cause.title
    }
  }

  /// The reason why the input could not be read, and the remedy, parsed from `what happened: what to do`. Nil if the
  /// cause affects several inputs.
  private var reason: (what: String, remedy: String?)? {
    guard cause.occurrences.count == 1 else { return nil }
    let parts = cause.message.split(separator: ": ", omittingEmptySubsequences: false)
    guard let last = parts.last, let first = last.first, parts.count > 1 else {
      return (cause.message, nil)
    }
    let what = parts.dropLast().joined(separator: ": ")
    return (what, first.uppercased() + last.dropFirst() + ".")
  }

  private var inputs: [HTML] {
    cause.occurrences.prefix(shownInputs).map { occurrence in
      let name = report.inputs[occurrence.input].name
      let time = occurrence.times.map { Quantity.clock(max(0, $0.lowerBound.rounded())) }
      return """
        <a href="\(InputName.address(name))">\(name.isEmpty ? "(no name)" : InputName.short(name))</a>\
        \(time.map { " at \($0)" })
        """
    }
  }

  /// Which viewers, players or ratings the cause affects, in words.
  var affects: String {
    switch cause.kind {
    case .required: return "the requirement that --require sets"
    case .unreadable: return "unknown for what could not be read"
    case .rule(let rule): return affects(rule)
    }
  }

  private func affects(_ rule: RuleID) -> String {
    let id = rule.rawValue
    if id == "tag-present" { return "every viewer; nothing is measured" }
    if id == "hls-rendition-missing-tags" || id == "hls-segment-missing", !cause.renditions.isEmpty
    {
      return "viewers of " + WordList.text(cause.renditions, upTo: 2, noun: "more rendition")
    }
    let group = RuleDescription.named(rule)?.traits.group
    if group == .cadence {
      return cause.longestGap > RuleDescription.cadenceGapLimit
        ? "viewers; up to \(Quantity.length(cause.longestGap)) in a row earn no credit"
        : "viewers; time without tags earns no credit"
    }
    if let players = cause.players.words, group != .clock { return "viewers; \(players)" }
    switch group {
    case .tag, .info:
      return "ratings; players show these tags, but viewing with them may earn no credit"
    case .clock: return "ratings; viewing may be credited to the wrong time"
    case .hls: return "viewers of the affected renditions"
    case .transport, .cmaf: return "no player that id3tap models; other players may lose the tags"
    case .player: return "viewers with this player"
    case .expect: return "ratings; the channel does not match its template"
    case .cadence, .key, nil: return "ratings"
    }
  }
}

extension HTML {
  /// The number of inputs with a cause. The script turns the number into a link that shows only these inputs.
  static func filter(_ cause: ReportCause, _ count: String) -> HTML {
    " <a class=\"filter\" href=\"#cause=\(cause.key)\" data-words=\"\(cause.title)\">\(count)</a>"
  }
}
