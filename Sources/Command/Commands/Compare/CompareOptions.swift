import ArgumentParser
import PingAnalysis

/// Which differences `id3tap compare` reports.
struct CompareOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Allow times and durations of pings to differ by this much. (default: 5)",
      valueName: "seconds"
    ),
    transform: parseTolerance
  )
  var tolerance: Double = 5

  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "Do not compare this parameter, by its name (c12) or key (apv); may be given several times.",
      valueName: "field"
    )
  )
  var ignore: [String] = []

  func validate() throws {
    for field in ignore where !FieldComparison.isKnown(field) {
      throw ValidationError(
        "--ignore \(field): no such parameter: give a name such as c12, or a key such as apv."
      )
    }
  }
}

private func parseTolerance(_ text: String) throws -> Double {
  guard let seconds = Double(text), seconds.isFinite, seconds >= 0 else {
    throw ValidationError("'\(text)' is not a tolerance: give seconds, such as 5.")
  }
  return seconds
}
