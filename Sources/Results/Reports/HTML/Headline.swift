/// A report in one sentence, and what it counts in a second one.
struct Headline: Equatable {
  /// `12 of 25 inputs have a problem.`
  private(set) var sentence: String
  /// `2 carry no Nielsen tags, 7 fail, 3 could not be read. 5 more have warnings; 8 are clean.`
  private(set) var counts = ""
  /// The status it shows.
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
      case .notJudged where isAlone: "Too little was read to say whether the input has tags."
      case .notJudged:
        "No input fails; \(some) could not be judged."
      case .pass where isAlone: "The input is clean."
      case .pass where isAll: "All \(inputs) inputs are clean."
      case .pass: "\(some) inputs \(number(.pass) == 1 ? "is" : "are") clean."
      default: totals.inputs == 0 ? "There is no input." : "No input was checked."
      }
    return (sentence, rest, status)
  }

  private static func words(_ comparisons: ComparisonList) -> (String, InputStatus) {
    let (all, different) = (comparisons.count, comparisons.different)
    let count = Quantity.count(all)
    if different == 0 {
      let sentence =
        all == 1
        ? "The pings are as expected." : "All \(count) comparisons of pings are the same."
      return (sentence, .pass)
    }
    let verb = different == 1 ? "differs" : "differ"
    let sentence =
      all == 1
      ? "The pings differ from what was expected."
      : "\(Quantity.count(different)) of \(count) comparisons of pings \(verb)."
    return (sentence, .fail)
  }

  /// Of the only input.
  private static func problemWords(_ number: (InputStatus) -> Int) -> String? {
    if number(.absent) > 0 { return "The input carries no Nielsen tags." }
    if number(.unreadable) > 0 { return "The input could not be read." }
    return number(.fail) > 0 ? "The input fails." : nil
  }

  private static func problemCounts(_ number: (InputStatus) -> Int) -> String {
    let parts = [
      words(number(.absent), "carries no Nielsen tags", "carry no Nielsen tags"),
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
