import Conformance
import Records

/// The findings of an input, grouped by rule: errors first, then warnings. Notes are folded.
struct FindingList {
  let report: Report
  let input: InputReport
  let number: Int

  private static let shownRules = 6
  private static let shownFindings = 5

  var html: HTML? {
    guard !input.findings.isEmpty else { return nil }
    let groups = FindingCause.byRule(input.findings)
    func remedy(_ group: FindingCause) -> String? {
      group.findings.first.flatMap(report.remedy(of:))
    }
    let serious = [Severity.error, .warning].flatMap { severity in
      groups.filter { $0.severity == severity }.map { article($0, remedy($0)) }
    }
    // A note does not repeat the remedy of another group.
    var said = Set(groups.filter { $0.severity != .info }.compactMap(remedy))
    let notes = groups.filter { $0.severity == .info }.map { note in
      article(note, remedy(note).flatMap { said.insert($0).inserted ? $0 : nil })
    }
    let rest = Array(serious.dropFirst(Self.shownRules))
    return """
      <h3>Findings</h3>
      <div class="findings">
      \(Array(serious.prefix(Self.shownRules)))\
      \(fold(Quantity.plural(rest.count, "more rule"), rest))\
      \(fold(Quantity.plural(notes.count, "note"), notes))</div>

      """
  }

  private func fold(_ words: String, _ parts: [HTML]) -> HTML? {
    guard !parts.isEmpty else { return nil }
    return "<details><summary>\(words)</summary>\n\(parts)</details>\n"
  }

  private func article(_ group: FindingCause, _ remedy: String?) -> HTML {
    let items = input.findings.enumerated().filter { $0.element.rule == group.rule }.map(item)
    let rest = Array(items.dropFirst(Self.shownFindings))
    let severity = group.severity.rawValue
    // A finding's repairer may differ from its rule's repairer.
    let traits = RuleDescription.named(group.rule)?.traits
    let isUsual = remedy != nil && traits?.remedy == remedy && traits?.repairer != .nobody
    let repairer = isUsual ? traits?.repairer.rawValue : nil
    let advice = remedy.map { remedy -> HTML in
      """
      <p class="remedy"><b>What to do:</b> \(remedy)\
      \(repairer.map { " <b>Repaired by:</b> the \($0)." })</p>

      """
    }
    return """
      <article class="finding \(severity)"><h4><span class="severity">\(severity)</span> \
      \(RuleTitle.words(group.rule)) <code>\(group.rule.rawValue)</code></h4>
      <ul>\(Array(items.prefix(Self.shownFindings)))</ul>
      \(fold("\(Quantity.count(rest.count)) more", rest.isEmpty ? [] : ["<ul>\(rest)</ul>"]))\
      \(advice)</article>

      """
  }

  private func item(_ index: Int, _ finding: Finding) -> HTML {
    let count: HTML? =
      finding.count > 1
      ? " <span class=\"count\">\(Quantity.count(finding.count)) like this</span>" : nil
    let range = input.range(of: finding)
    let moment = finding.momentWords.map { words -> HTML in
      guard let range, !input.isReduced else { return "\(words)" }
      return """
        <a class="goto" href="#t\(number)" data-from="\(coordinate(range.lowerBound))" \
        data-to="\(coordinate(range.upperBound))">\(words)</a>
        """
    }
    let rest = input.placeParts(finding).joined(separator: " · ")
    let gap = moment != nil && !rest.isEmpty ? " " : ""
    let hasPlace = moment != nil || !rest.isEmpty
    return """
      <li id="f\(number)-\(index)">\(finding.message)\(count)\
      \(if: hasPlace, "<span class=\"place\">\(moment)\(gap)\(rest)</span>")</li>
      """
  }
}

extension Report {
  /// The remedy of a finding. Nil if neither the finding nor its rule has one.
  func remedy(of finding: Finding) -> String? { finding.advice ?? remedies[finding.rule] }

  /// The remedy of a rule. Nil if it is unknown.
  func remedy(of rule: RuleID) -> String? {
    RuleDescription.named(rule)?.traits.remedy ?? remedies[rule]
  }
}

extension Finding {
  /// The time of the finding, or its first and last time, such as `0:01:58.5 – 0:02:38.5`. Nil if the finding has no
  /// time.
  var momentWords: String? {
    guard let time = place.time else { return nil }
    return ([time] + (count > 1 ? [lastTime].compactMap { $0 } : [])).map { Quantity.moment($0) }
      .joined(separator: " – ")
  }
}

extension InputReport {
  /// The position of a finding without its presentation time, such as `(22:15:18 UTC)` or `byte 3,384`. A rendition
  /// named in the message is not repeated.
  func placeParts(_ finding: Finding) -> [String] {
    let place = finding.place
    let unix = place.wallClock ?? place.time.flatMap(dayClock.unix)
    return [
      Quantity.timeOfDay(unix).map { "(\($0))" },
      place.rendition.flatMap { finding.message.contains($0) ? nil : $0 },
      place.segment.map { "segment \($0)" },
      place.offset.map { "byte \(Quantity.count(Int(clamping: $0)))" },
      place.program.map { "program \($0)" },
      place.pid.map { "PID 0x\(String($0, radix: 16)) (\($0))" },
    ].compactMap { $0 }
  }
}
