import Conformance
import Records

/// The result of a report as a sentence, followed by a sentence with the numbers behind it.
struct Headline: Equatable {
  /// The result, such as `12 of 25 inputs have a problem.`
  private(set) var sentence: String
  /// The numbers, such as `2 carry no DATA tags, 7 fail, 3 could not be read. 5 more have warnings; 8 are clean.`
  /// May be empty.
  private(set) var counts = ""
  /// The status that decides the colour of the headline.
  private(set) var status: InputStatus

  init(_ report: Report) {
    let comparisons = report.comparisons
    if report.totals.inputs == 0, comparisons.count > 0 {
      (sentence, status) = Self.words(comparisons)
      return
    }
    (sentence, counts, status) = Self.words(report.totals)
    guard report.totals.inputs > 0, comparisons.different > 0 else { return }
    let words = Quantity.plural(comparisons.different, "comparison")
    let verb = comparisons.different == 1 ? "differs" : "differ"
    counts += "\(counts.isEmpty ? "" : " ")\(words) of pings \(verb)."
  }

  private static func words(_ totals: Totals) -> (String, String, InputStatus) {
    func number(_ status: InputStatus) -> Int { totals.statusCounts[status] ?? 0 }
    let (inputs, isAlone) = (Quantity.count(totals.inputs), totals.inputs == 1)
    let problems = number(.absent) + number(.fail) + number(.unreadable)
    if isAlone, let problem = problemWords(number) { return (problem, "", .fail) }
    if problems > 0 {
      let verb = problems == 1 ? "has" : "have"
      let sentence =
        problems == totals.inputs
        ? "All \(inputs) inputs have a problem."
        : "\(Quantity.count(problems)) of \(inputs) inputs \(verb) a problem."
      let counts = [problemCounts(number), otherCounts(warnings: "more ", number)]
      return (sentence, counts.filter { !$0.isEmpty }.joined(separator: " "), .fail)
    }
    let status = [InputStatus.warn, .notJudged, .pass].first { number($0) > 0 } ?? .notChecked
    let rest = otherCounts { $0 == status ? 0 : number($0) }
    let some = "\(Quantity.count(number(status))) of \(inputs)"
    let isAll = number(status) == totals.inputs
    let sentence =
      switch status {
      case .warn where isAlone: "The input has warnings, but does not fail."
      case .warn: "No input fails; \(some) \(number(.warn) == 1 ? "has" : "have") warnings."
      case .notJudged where isAlone: "Too little was read to tell whether the input has DATA tags."
      case .notJudged:
        "No input fails; \(some) could not be judged."
      case .pass where isAlone: "The input is clean."
      case .pass where isAll: "All \(inputs) inputs are clean."
      case .pass: "\(some) inputs \(number(.pass) == 1 ? "is" : "are") clean."
      default: totals.inputs == 0 ? "There are no inputs." : "No input was checked."
      }
    return (sentence, rest, status)
  }

  private static func words(_ comparisons: ComparisonList) -> (String, InputStatus) {
    let (all, different) = (comparisons.count, comparisons.different)
    let count = Quantity.count(all)
    if different == 0 {
      let sentence =
        all == 1
        ? "The pings are as expected." : "All \(count) comparisons of pings found no difference."
      return (sentence, .pass)
    }
    let verb = different == 1 ? "differs" : "differ"
    let sentence =
      all == 1
      ? "The pings differ from what was expected."
      : "\(Quantity.count(different)) of \(count) comparisons of pings \(verb)."
    return (sentence, .fail)
  }

  /// The sentence about the problem of a single input. Nil if there is no problem.
  private static func problemWords(_ number: (InputStatus) -> Int) -> String? {
    if number(.absent) > 0 { return "The input carries no DATA tags." }
    if number(.unreadable) > 0 { return "The input could not be read." }
    return number(.fail) > 0 ? "The input fails." : nil
  }

  private static func problemCounts(_ number: (InputStatus) -> Int) -> String {
    let parts = [
      words(number(.absent), "carries no DATA tags", "carry no DATA tags"),
      words(number(.fail), "fails", "fail"),
      words(number(.unreadable), "could not be read", "could not be read"),
    ]
    return parts.compactMap { $0 }.joined(separator: ", ") + "."
  }

  private static func otherCounts(warnings: String = "", _ number: (InputStatus) -> Int) -> String {
    let parts = [
      words(number(.warn), "\(warnings)has warnings", "\(warnings)have warnings"),
      words(number(.notJudged), "was not judged", "were not judged"),
      words(number(.pass), "is clean", "are clean"),
      words(number(.notChecked), "was not checked", "were not checked"),
      words(number(.waiting), "is not read yet", "are not read yet"),
    ]
    let text = parts.compactMap { $0 }.joined(separator: "; ")
    return text.isEmpty ? "" : text + "."
  }

  private static func words(_ number: Int, _ one: String, _ many: String) -> String? {
    number == 0 ? nil : "\(Quantity.count(number)) \(number == 1 ? one : many)"
  }
}

/// The verdict on an input as a sentence.
struct VerdictSentence {
  let input: InputReport

  /// The maximum number of rules named for each severity.
  private static let named = 3

  var words: String {
    switch input.status {
    case .unreadable: return "This input could not be read completely."
    case .waiting: return "Not read yet: run id3tap batch again to continue."
    case .notChecked:
      return "Not checked: \(amounts). Add the record of id3tap check for a verdict."
    case .absent:
      let others =
        input.tags.other > 0
        ? " \(Quantity.plural(input.tags.other, "ID3 tag")) with "
          + "other content." : ""
      return "No DATA tag in \(Quantity.moment(input.duration))." + others
    case .notJudged:
      guard let reason = input.notJudged else { return "Not judged: \(amounts)." }
      return "N\(reason.hasPrefix("n") ? reason.dropFirst() : "ot judged: \(reason)")."
    case .pass: return "No faults found: \(amounts)."
    case .fail, .warn:
      let parts = [named(.error, "Failed"), named(.warning, "Warned")].compactMap { $0 }
      return parts.isEmpty ? "See the rules below: \(amounts)." : parts.joined(separator: " ")
    }
  }

  private var amounts: String {
    let counts = input.tags
    let tags =
      "\(Quantity.plural(counts.data, "DATA tag")) and "
      + Quantity.plural(counts.info, "INFO tag")
    return input.duration.map { "\(tags) in \(Quantity.moment($0))" } ?? tags
  }

  private func named(_ severity: Severity, _ heading: String) -> String? {
    let rules = FindingCause.byRule(input.findings).filter { $0.severity == severity }
    guard !rules.isEmpty else { return nil }
    let renditions = Set(input.streams.compactMap(\.rendition)).count
    let names = rules.prefix(Self.named).map { rule in
      let found = rule.findings.filter { $0.severity == severity }
      let count = Set(found.compactMap(\.place.rendition)).count
      let share = count > 0 && renditions > 1 ? " in \(count) of \(renditions) renditions" : ""
      let place = found.first?.place.time.map { " (\(Quantity.moment($0)))" } ?? ""
      return RuleTitle.words(rule.rule) + share + place
    }
    let rest = rules.count - names.count
    let more = rest > 0 ? [Quantity.plural(rest, "more rule")] : []
    return "\(heading): " + (names + more).joined(separator: ", ") + "."
  }
}

/// A line about the origin of a report: its size, the time of the check, the version and the settings.
struct IdentityLine {
  let report: Report

  /// The maximum number of settings named.
  private static let shownSettings = 6

  /// The whole line, which begins like `25 inputs · 2 h 18 min of content · 792 DATA and 26 INFO tags`.
  var text: String {
    let parts =
      content + [
        origin ?? "reported with id3tap \(ToolVersion.id3tap)",
        "independent software, not a Nielsen certification",
      ]
    return parts.joined(separator: " · ")
  }

  /// How the results were made: `checked 2026-11-22 01:36 UTC with id3tap 0.1.0, default settings,
  /// in the folder news`. Nil if only records are known.
  var origin: String? {
    let runs = report.runs
    guard let first = runs.first, let last = runs.last else { return nil }
    let (start, end) = (Self.minute(first.started), Self.minute(last.started))
    let times = start == end ? start : "\(start) to \(end)"
    return "checked \(times) with id3tap \(versions), \(settings)"
      + (folder.map { ", in the folder \($0)" } ?? "")
  }

  private var content: [String] {
    let totals = report.totals
    var parts: [String] = []
    if totals.inputs > 0 {
      parts.append(Quantity.plural(totals.inputs, "input"))
      if totals.duration > 0 { parts.append("\(Quantity.span(totals.duration)) of content") }
      let (data, info) = (Quantity.count(totals.tags.data), Quantity.count(totals.tags.info))
      parts.append("\(data) DATA and \(info) INFO tags")
    }
    if totals.pings > 0 { parts.append(Quantity.plural(totals.pings, "ping")) }
    if report.comparisons.count > 0 {
      parts.append(Quantity.plural(report.comparisons.count, "comparison"))
    }
    return parts
  }

  private var versions: String {
    var seen: Set<String> = []
    return WordList.text(report.runs.map(\.description.version).filter { seen.insert($0).inserted })
  }

  private var settings: String {
    let all = report.runs.map(\.description.differingSettings)
    guard let first = all.first else { return "" }
    guard all.allSatisfy({ $0 == first }) else { return "settings differ between runs" }
    return first.isEmpty
      ? "default settings"
      : "settings: " + WordList.text(first, upTo: Self.shownSettings, noun: "more setting")
  }

  /// The name of the working directory if it was the same for all runs. Its path is left out for privacy.
  private var folder: String? {
    let folders = Set(report.runs.map(\.description.directory))
    guard folders.count == 1, let name = folders.first?.split(separator: "/").last else {
      return nil
    }
    return LongText.cut(String(name), to: 60)
  }

  /// A time in RFC 3339 (UTC) to the minute, such as `2026-11-22 01:36 UTC`.
  private static func minute(_ time: String) -> String { date(time, length: 16) }

  /// A time in RFC 3339 (UTC) to the second, such as `2026-11-22 01:36:08 UTC`.
  static func second(_ time: String) -> String { date(time, length: 19) }

  private static func date(_ time: String, length: Int) -> String {
    guard time.utf8.count >= length, time.hasSuffix("Z") else { return LongText.cut(time, to: 40) }
    return time.prefix(length).replacing("T", with: " ") + " UTC"
  }
}
